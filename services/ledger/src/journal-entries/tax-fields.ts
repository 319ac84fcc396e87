import type { FieldFault } from '@app/contract/failure';
import { decimal, formatMoney, MAX_MONEY } from '@app/money';
import { isAboveZero } from './currency.ts';
import type { LineRequest } from './journal-entry.ts';

/** Where a line stands in the request, and the line that its `tax_for_line` names, if any does. */
interface Place {
  readonly position: number;
  readonly prefix: string;
  readonly taxed: { readonly position: number; readonly line: LineRequest } | undefined;
}

/**
 * Tax fields that contradict each other (JEX-R48), as far as that can be seen without the rate of the code: amounts
 * without a code, a tax line for no line, for itself or for another tax line, and a base that is more than the line.
 */
export function taxFaults(line: LineRequest, place: Place): FieldFault[] {
  return [...codeFaults(line, place.prefix), ...forLineFaults(line, place), ...baseFaults(line, place.prefix)];
}

function codeFaults(line: LineRequest, prefix: string): FieldFault[] {
  if (line.taxCode) return [];
  const amounts = [
    ['tax_base_amount', line.taxBaseAmount],
    ['tax_base_amount_fc', line.taxBaseAmountFc],
    ['tax_amount', line.taxAmount],
    ['tax_amount_fc', line.taxAmountFc],
  ] as const;
  return amounts
    .filter(([, amount]) => amount != null)
    .map(([field]) => ({
      field: `${prefix}.${field}`,
      message: 'is not taken without a tax_code; send the code, or leave the amount out',
    }));
}

function forLineFaults({ taxLine, taxForLine }: LineRequest, { position, prefix, taxed }: Place): FieldFault[] {
  const field = `${prefix}.tax_for_line`;
  if (taxForLine == null) return taxLine ? [{ field, message: 'is required when tax_line is true' }] : [];
  if (!taxed) return [{ field, message: `is ${taxForLine}, which is no line_id of this entry` }];
  if (taxed.position === position) return [{ field, message: `is ${taxForLine}, which is this line itself` }];
  return taxed.line.taxLine
    ? [{ field, message: `is ${taxForLine}, which is a tax line itself; name the line that is taxed` }]
    : [];
}

/** A tax line carries the base of the line it belongs to, which is more than its own amount. */
function baseFaults(line: LineRequest, prefix: string): FieldFault[] {
  if (line.taxLine || line.taxBaseAmount == null) return [];
  const amount = decimal(isAboveZero(line.debit) ? line.debit : line.credit);
  if (decimal(line.taxBaseAmount).lessThanOrEqualTo(amount)) return [];
  const message = `is ${formatMoney(decimal(line.taxBaseAmount))}, which is more than the line's amount, ${formatMoney(amount)}`;
  return [{ field: `${prefix}.tax_base_amount`, message }];
}

/**
 * The foreign values of the tax are base values by the rate (docs/contract/journal-entries.md, "VAT") and must fit
 * their column.
 */
export function taxSizeFaults(line: LineRequest, rate: string, prefix: string): FieldFault[] {
  const fields = [
    ['tax_base_amount', line.taxBaseAmount, line.taxBaseAmountFc],
    ['tax_amount', line.taxAmount, line.taxAmountFc],
  ] as const;
  return fields.flatMap(([field, amount, fc]) => {
    if (amount == null || fc != null || decimal(amount).div(decimal(rate)).lessThanOrEqualTo(MAX_MONEY)) return [];
    return [{ field: `${prefix}.${field}`, message: `is too large for the exchange rate ${rate}` }];
  });
}
