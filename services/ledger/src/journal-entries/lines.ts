import type { FieldFault } from '@app/contract/failure';
import { completeCurrency, type ForeignAmounts, isAboveZero } from './currency.ts';
import type { LineRequest, NewLine } from './journal-entry.ts';
import { completeFields } from './line-fields.ts';
import { taxFaults, taxSizeFaults } from './tax-fields.ts';

export interface CompletedLines {
  /**
   * In the order of their line ids; complete even where there are faults, so that the books can be asked for theirs.
   */
  readonly lines: readonly NewLine[];
  readonly faults: readonly FieldFault[];
}

/**
 * Applies every rule of docs/contract/journal-entries.md, "Lines", that needs no look into the books, and fills in what
 * follows from the rest: line ids, currency, rate. Reports every fault, by its path.
 */
export function completeLines(requests: readonly LineRequest[], accountingCurrency: string): CompletedLines {
  const faults: FieldFault[] = [];
  const ids = requests.map((line, position) => line.lineId ?? position + 1);
  const positions = new Map<number, number>();
  for (const [position, id] of ids.entries()) {
    const first = positions.get(id);
    if (first === undefined) positions.set(id, position);
    else
      faults.push({
        field: `lines.${position}.line_id`,
        message: `is ${id}, which line ${first + 1} of the request has; line ids are unique in an entry`,
      });
  }
  const lines = requests.map((line, position) => {
    const prefix = `lines.${position}`;
    faults.push(...sideFaults(line, prefix), ...dimensionFaults(line, prefix));
    const taxed = line.taxForLine == null ? undefined : positions.get(line.taxForLine);
    faults.push(
      ...taxFaults(line, {
        position,
        prefix,
        taxed: taxed === undefined ? undefined : { position: taxed, line: requests[taxed]! },
      }),
    );
    const foreign = completeCurrency(line, accountingCurrency, prefix);
    if (isFaulty(foreign)) faults.push(...foreign);
    const amounts = isFaulty(foreign) ? placeholder(line, accountingCurrency) : foreign;
    faults.push(...taxSizeFaults(line, amounts.exchangeRate, prefix));
    return newLine(line, position, ids[position]!, amounts);
  });
  return { lines: lines.sort((a, b) => a.lineId - b.lineId), faults };
}

const isFaulty = (found: ForeignAmounts | readonly FieldFault[]): found is readonly FieldFault[] =>
  Array.isArray(found);

/** What stands in for amounts that cannot be had, when the books are asked about the rest of a line. */
const placeholder = (line: LineRequest, accountingCurrency: string): ForeignAmounts => ({
  currencyCode: line.currencyCode ?? accountingCurrency,
  debitFc: '0.00',
  creditFc: '0.00',
  exchangeRate: '1.000000',
});

function sideFaults(line: LineRequest, prefix: string): FieldFault[] {
  const [debit, credit] = [isAboveZero(line.debit), isAboveZero(line.credit)];
  if (debit !== credit) return [];
  const found = debit
    ? `debit ${line.debit} and credit ${line.credit} are both above zero`
    : 'debit and credit are both 0';
  return [{ field: `${prefix}.debit`, message: `${found}; exactly one of them must be above zero` }];
}

/** At most one value per type except tags, and no tag twice. */
function dimensionFaults(line: LineRequest, prefix: string): FieldFault[] {
  const seen = new Map<string, number>();
  return (line.dimensions ?? []).flatMap(({ relationType, relationId }, index) => {
    const key = relationType === 'tag' ? `tag ${relationId}` : relationType;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      return [];
    }
    const message =
      relationType === 'tag'
        ? `repeats tag ${relationId}`
        : `is a second ${relationType}; a line has at most one of each type except tags`;
    return [{ field: `${prefix}.dimensions.${index}`, message }];
  });
}

const newLine = (line: LineRequest, position: number, lineId: number, foreign: ForeignAmounts): NewLine => ({
  ...completeFields(line),
  ...foreign,
  position,
  lineId,
  dimensions: line.dimensions ?? [],
});
