import { type Database, finalRefusal } from '@app/db';
import type { Books } from '../journal-entries/books.ts';
import { cancelJournalEntry } from '../journal-entries/cancel.ts';
import { createJournalEntries } from '../journal-entries/create.ts';
import type { LineRequest } from '../journal-entries/journal-entry.ts';
import type { Claim } from './claim.ts';
import {
  type ClaimedLine,
  type ClaimOutcome,
  claimLines,
  type Reconciliation,
  refuseRelease,
  releaseLines,
} from './claim-lines.ts';

interface Deps {
  readonly db: Database;
  readonly books: Books;
}

/** The entry of an exchange difference: what joins the reconciliation, and the gain or loss. */
export interface ExchangeDifference {
  readonly userId: number;
  readonly description: string;
  readonly relationType: string;
  readonly relationId: number;
  readonly line: LineRequest;
  readonly resultLine: LineRequest;
  /** Entry of the reconciliation that claims the line, whole. */
  readonly reconciliationEntryId: number;
}

/**
 * Posts an exchange difference and claims it with the lines that it balances, in one transaction: of a claim that is
 * refused, nothing is posted, and of an entry that is refused, nothing is claimed. A command that comes again gets the
 * entry that it made.
 * @throws Failure as `claimLines`, and as an entry that a person posts
 */
export async function claimWithDifference(
  { db, books }: Deps,
  command: Reconciliation,
  claims: readonly Claim[],
  difference: ExchangeDifference,
): Promise<ClaimOutcome> {
  const { outcome } = await db.within(
    async () => {
      const { userId, description, relationType, relationId, line, resultLine } = difference;
      const account = { clientAccountId: command.clientAccountId, actorId: userId };
      const header = { description, relationType, relationId, relationNumber: null, voucherId: null };
      const [entry] = await createJournalEntries(books, account, [
        { header: { ...header, isDraft: false, externalId: null, metadata: null }, lines: [line, resultLine] },
      ]);
      const claimed = entry!.lines[0]!;
      const outcome = await claimLines(
        { db, clock: books.clock },
        command,
        [...claims, claimOf(difference.reconciliationEntryId, claimed)],
        { difference_entry_id: entry!.id, difference_line_id: claimed.id },
      );
      return { outcome, isOwn: outcome.difference_entry_id === entry!.id };
    },
    ({ isOwn }) => isOwn,
  );
  return outcome;
}

const claimOf = (
  reconciliationEntryId: number,
  { id, debit, credit }: { readonly id: number; readonly debit: string; readonly credit: string },
): Claim => ({
  reconciliationEntryId,
  journalLineId: id,
  amount: /[1-9]/.test(debit) ? debit : `-${credit}`,
  amountFc: '0',
});

/** Who cancels an exchange difference, and why. */
export interface CancelledDifference {
  readonly journalEntryId: number;
  readonly userId: number;
  readonly reason: string;
}

/**
 * Releases what a reconciliation has claimed and cancels the entry of its exchange difference, in one transaction: when
 * the entry cannot be cancelled, nothing is released, and never will be by this command. An entry that was cancelled
 * already stays as it is.
 * @throws Failure as `releaseLines`, and as a cancellation by a person
 */
export async function releaseWithDifference(
  { db, books }: Deps,
  command: Reconciliation,
  { journalEntryId, userId, reason }: CancelledDifference,
): Promise<{ readonly lines: readonly ClaimedLine[] }> {
  const deps = { db, clock: books.clock };
  try {
    return await db.write(async () => {
      const released = await releaseLines(deps, command);
      const entry = await books.entries.find(command.clientAccountId, journalEntryId);
      if (entry && entry.cancelled === null) {
        const account = { clientAccountId: command.clientAccountId, actorId: userId };
        await cancelJournalEntry(books, account, journalEntryId, reason);
      }
      return released;
    });
  } catch (error) {
    const refusal = finalRefusal(error);
    if (!refusal) throw error;
    return refuseRelease(deps, command, refusal);
  }
}
