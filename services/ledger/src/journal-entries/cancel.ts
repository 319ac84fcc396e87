import { conflict, invalid, invalidField } from '@app/contract/failure';
import type { Books } from './books.ts';
import type { CancelOutcome } from './posting-store.ts';
import { entryNotFound, notDraft } from './replace-draft.ts';

/**
 * What a reversal's description begins with, followed by the number of the original (docs/contract/journal-entries.md).
 */
const reversalTitles = { nob: 'Reversering av bilag', eng: 'Reversal of entry' };

/**
 * Cancels a posted entry by a reversal dated today, or removes a draft. Of any number of calls at once one cancels; the
 * others find it done.
 * @throws Failure 400 without a reason, when it was cancelled before, for a reversal; 409 for a locked period or a
 * reconciled line
 */
export async function cancelJournalEntry(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  entryId: number,
  reason: string | null,
): Promise<'removed' | 'cancelled'> {
  const writing = { ...account, now: books.clock.now().toString(), today: books.clock.today() };
  const outcome = await books.posting.cancel(writing, entryId, reason || null, reversalTitles);
  if (outcome.state === 'removed' || outcome.state === 'cancelled') return outcome.state;
  throw refusalOf(entryId, outcome);
}

function refusalOf(id: number, outcome: CancelOutcome): Error {
  switch (outcome.state) {
    case 'reason_missing':
      return invalidField('cancellation_reason', 'is required to cancel a posted entry');
    case 'cancelled_before':
      return invalid(`Journal entry ${id} was cancelled before, by entry ${outcome.cancellation_entry_id}`, [
        { field: 'cancelled', message: 'the entry was cancelled before' },
      ]);
    case 'reversal':
      return invalid(
        `Journal entry ${id} is the reversal of entry ${outcome.reverses}: a reversal cannot be cancelled; post the original anew`,
        [{ field: 'cancelled', message: 'a reversal cannot be cancelled' }],
      );
    case 'locked':
      return conflict(
        `The period up to ${outcome.locked_until} is locked and cancelling touches ${outcome.posting_date}`,
        'accounting.period_locked',
        {
          locked_until_date: outcome.locked_until,
        },
      );
    case 'reconciled':
      return conflict(
        `A line of journal entry ${id} is reconciled; delete the reconciliation first`,
        'accounting.journal_entry_reconciled',
      );
    default:
      return entryNotFound(id);
  }
}

/** Deletes a draft. @throws Failure 404, 400 `accounting.journal_entry_not_draft` */
export async function removeDraft(books: Books, clientAccountId: number, entryId: number): Promise<void> {
  const state = await books.posting.removeDraft(clientAccountId, entryId, books.clock.now().toString());
  if (state === 'missing') throw entryNotFound(entryId);
  if (state === 'posted') throw notDraft(entryId);
}
