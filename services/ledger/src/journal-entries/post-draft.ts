import { ATTEMPTS, type Books, keepsChanging } from './books.ts';
import { assembleEntries } from './create.ts';
import { isAboveZero } from './currency.ts';
import type { JournalEntry, LineRequest } from './journal-entry.ts';
import { entryNotFound, notDraft } from './replace-draft.ts';
import { writeEntries } from './write.ts';

/**
 * Posts a draft as it stands, under the rules of a posting today. Of a draft that somebody changes meanwhile the
 * changed one is posted.
 * @throws Failure 400 with every fault, `accounting.journal_entry_not_draft` when it is posted, 404, 409, 503
 */
export async function postDraft(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  entryId: number,
): Promise<JournalEntry> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const seenAt = await books.entries.stampOf(account.clientAccountId, entryId);
    const draft = await books.entries.find(account.clientAccountId, entryId);
    if (!draft) throw entryNotFound(entryId);
    if (!draft.isDraft) throw notDraft(entryId);
    const header = { ...draft, isDraft: false };
    const outcome = await writeEntries(books, account, [{ header, lines: draft.lines.map(requestOf) }], {
      save: (writing, [entry]) =>
        books.posting.replaceDraft(writing, entryId, { header: { isDraft: false }, entry: entry!, seenAt }),
      replacing: entryId,
    });
    if (outcome === 'missing') throw entryNotFound(entryId);
    if (outcome === 'posted') throw notDraft(entryId);
    if (outcome !== 'changed') return assembleEntries(account, outcome)[0]!;
  }
  throw keepsChanging();
}

/** A stored line as it would be asked for: its account by id alone. */
const requestOf = ({ accountCode: _, ...line }: JournalEntry['lines'][number]): LineRequest => ({
  ...line,
  // Nothing is computed anew from a rate that the line has without an amount.
  isExchangeDifference: !isAboveZero(line.debitFc) && !isAboveZero(line.creditFc),
});
