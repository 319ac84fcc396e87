import { type FieldFault, invalid } from '@app/contract/failure';
import { formatMoney } from '@app/money';
import { z } from 'zod';
import { takeOf, type Wish } from './amounts.ts';
import { balanceOf } from './balance.ts';
import type { Line, Taken } from './reconciliation.ts';

/** What an exchange difference is booked as, on the account of the first entry. */
export const differenceSchema = z.object({
  /** Signed like debit minus credit, of the line that joins the reconciliation. */
  amount: z.string(),
  accountCode: z.string(),
  currencyCode: z.string(),
  exchangeRate: z.string(),
  dimensions: z.array(z.object({ relationType: z.string(), relationId: z.int() })),
});

export type Difference = z.output<typeof differenceSchema>;

/** What a reconciliation will take, and what it posts to balance that. */
export interface Plan {
  readonly taken: readonly Taken[];
  readonly difference: Difference | null;
}

/** @throws Failure 400 that names every entry at fault */
export function requireEachOnce(wishes: readonly Wish[]): void {
  const first = new Map<number, number>();
  const faults: FieldFault[] = [];
  for (const [index, { journalEntryLineId: id }] of wishes.entries()) {
    const before = first.get(id);
    if (before === undefined) first.set(id, index);
    else
      faults.push({
        field: `entry_lines.${index}.journal_entry_line_id`,
        message: `is ${id}, which entry_lines.${before} names already`,
      });
  }
  if (faults.length > 0) throw invalid('A line can be named once in a reconciliation', faults);
}

/** What wishes come to, by the lines as they stand. @throws Failure 400 that names every entry at fault */
export function planOf(wishes: readonly Wish[], lines: ReadonlyMap<number, Line>): Plan {
  const judged = wishes.map((wish, index) => takeOf(lines.get(wish.journalEntryLineId), wish, `entry_lines.${index}`));
  const faults = judged.flatMap((each) => ('journalEntryLineId' in each ? [] : each));
  if (faults.length > 0) throw invalid('The lines cannot be reconciled like this', faults);
  const taken = judged as readonly Taken[];
  const { difference } = balanceOf(taken, lines);
  if (difference === null) return { taken, difference: null };
  const { accountCode, currencyCode, exchangeRate, dimensions } = lines.get(taken[0]!.journalEntryLineId)!;
  return {
    taken,
    difference: {
      ...{ amount: formatMoney(difference), accountCode, currencyCode, exchangeRate },
      dimensions: dimensions.map((each) => ({ ...each })),
    },
  };
}
