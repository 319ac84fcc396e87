import type { FieldFault } from '@app/contract/failure';
import { type Decimal, decimal, formatMoney, ZERO } from '@app/money';

interface Sides {
  readonly postingDate: string;
  readonly debit: string;
  readonly credit: string;
}

interface Sums {
  readonly debit: Decimal;
  readonly credit: Decimal;
}

/**
 * Debit equals credit over all lines (JE-R17, JEX-R09) and, once posted, on each posting date (JEX-R37): only so
 * do the reports balance for every period.
 */
export function findImbalance(lines: readonly Sides[], isDraft: boolean): readonly FieldFault[] {
  const perDate = new Map<string, Sums>();
  let debit = ZERO;
  let credit = ZERO;
  for (const line of lines) {
    const sums = perDate.get(line.postingDate) ?? { debit: ZERO, credit: ZERO };
    const [left, right] = [decimal(line.debit), decimal(line.credit)];
    perDate.set(line.postingDate, { debit: sums.debit.plus(left), credit: sums.credit.plus(right) });
    debit = debit.plus(left);
    credit = credit.plus(right);
  }
  if (!debit.equals(credit))
    return [
      fault(
        `are out of balance: debit ${formatMoney(debit)}, credit ${formatMoney(credit)}, difference ${formatMoney(debit.minus(credit))}`,
      ),
    ];
  if (isDraft || perDate.size === 1) return [];
  return [...perDate]
    .filter(([, sums]) => !sums.debit.equals(sums.credit))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, sums]) =>
      fault(
        `are out of balance on ${date}: debit ${formatMoney(sums.debit)}, credit ${formatMoney(sums.credit)}; a posted entry balances on each posting date`,
      ),
    );
}

const fault = (message: string): FieldFault => ({ field: 'lines', message });
