import { invalid } from '@app/contract/failure';
import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { journalLines } from '../schema/journal-lines.ts';
import { lineClaimTotals } from '../schema/line-claims.ts';

/** How much of a line is reconciled internally; amounts are signed like debit minus credit. */
export interface LineStanding {
  readonly journalLineId: number;
  readonly amount: string;
  readonly amountFc: string;
  readonly reconciledAmount: string;
  readonly reconciledAmountFc: string;
}

const MAX_LINES = 1_000;

/** @throws Failure 400 for too many lines */
export async function lineStandings(
  db: Executor,
  { clientAccountId, journalLineIds }: { readonly clientAccountId: number; readonly journalLineIds: readonly number[] },
): Promise<readonly LineStanding[]> {
  if (journalLineIds.length > MAX_LINES)
    throw invalid(`At most ${MAX_LINES} lines can be asked about at once, and ${journalLineIds.length} were`);
  return db
    .select({
      journalLineId: journalLines.id,
      amount: sql<string>`(${journalLines.debit} - ${journalLines.credit})::text`,
      amountFc: sql<string>`(${journalLines.debitFc} - ${journalLines.creditFc})::text`,
      reconciledAmount: sql<string>`coalesce(${lineClaimTotals.internal}, 0)::numeric(19, 2)::text`,
      reconciledAmountFc: sql<string>`coalesce(${lineClaimTotals.internalFc}, 0)::numeric(19, 2)::text`,
    })
    .from(journalLines)
    .leftJoin(
      lineClaimTotals,
      and(
        eq(lineClaimTotals.clientAccountId, journalLines.clientAccountId),
        eq(lineClaimTotals.journalLineId, journalLines.id),
      ),
    )
    .where(and(eq(journalLines.clientAccountId, clientAccountId), anyOf(journalLines.id, journalLineIds)))
    .orderBy(asc(journalLines.id));
}
