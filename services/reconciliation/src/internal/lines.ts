import { decimal } from '@app/money';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Line } from './reconciliation.ts';

export type Lines = Pick<ClientOf<typeof Ledger>, 'DescribeLines'>;
export type DescribedLine = Awaited<ReturnType<Lines['DescribeLines']>>['lines'][number];

/** As many as the ledger describes at once. */
const AT_ONCE = 5_000;

/** Lines by id as the ledger has them, in one call; unknown ones and those of others are left out. @throws Failure 503 */
export async function describedLines(
  ledger: Lines,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DescribedLine>> {
  const distinct = [...new Set(ids)];
  const found = new Map<number, DescribedLine>();
  for (let from = 0; from < distinct.length; from += AT_ONCE) {
    const { lines } = await ledger.DescribeLines({
      clientAccountId,
      journalLineIds: distinct.slice(from, from + AT_ONCE),
    });
    for (const line of lines) found.set(line.id, line);
  }
  return found;
}

export const lineOf = (line: DescribedLine): Line => ({
  id: line.id,
  journalEntryId: line.journalEntryId,
  accountCode: line.accountCode,
  currencyCode: line.currencyCode,
  accountingCurrency: line.accountingCurrency,
  exchangeRate: line.exchangeRate,
  amount: decimal(line.debit).minus(decimal(line.credit)),
  amountFc: decimal(line.debitFc).minus(decimal(line.creditFc)),
  open: decimal(line.internalRemainingAmount),
  openFc: decimal(line.internalRemainingAmountFc),
  state: line.isDraft ? 'draft' : line.isCancelled ? 'cancelled' : line.isReversal ? 'reversal' : 'standing',
  dimensions: line.dimensions,
});
