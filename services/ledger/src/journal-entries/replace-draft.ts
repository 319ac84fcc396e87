import { Failure, notFound } from '@app/contract/failure';
import type { Books } from './books.ts';
import { assembleEntries } from './create.ts';
import type { EntryHeader, JournalEntry, LineRequest } from './journal-entry.ts';
import { writeEntries } from './write.ts';

/** What a draft shall become: the header fields that were sent, and all its lines. */
export interface DraftChanges {
  readonly header: Partial<EntryHeader> & Pick<EntryHeader, 'isDraft'>;
  readonly lines: readonly LineRequest[];
}

/**
 * Replaces the lines of a draft and the fields that were sent; posts it when it shall be no draft any more (JE-R27,
 * JEX-R01). What it gives is the version that it wrote, whatever is written after it (JEX-R50).
 * @throws Failure 404 when it is gone, 400 `accounting.journal_entry_not_draft` when it is posted
 */
export async function replaceDraft(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  draft: JournalEntry,
  { header, lines }: DraftChanges,
): Promise<JournalEntry> {
  const entryId = draft.id;
  const { description, voucherId, relationType, relationId, relationNumber, externalId, metadata } = draft;
  const request = {
    header: { description, voucherId, relationType, relationId, relationNumber, externalId, metadata, ...header },
    lines,
  };
  const outcome = await writeEntries(books, account, [request], {
    save: (writing, [entry]) => books.posting.replaceDraft(writing, entryId, { header, entry: entry! }),
    replacing: entryId,
  });
  if (outcome === 'missing' || outcome === 'changed') throw entryNotFound(entryId);
  if (outcome === 'posted') throw notDraft(entryId);
  return assembleEntries(account, outcome)[0]!;
}

export const entryNotFound = (id: number): Failure =>
  notFound(`There is no journal entry ${id}`, 'accounting.journal_entry_not_found');

export const notDraft = (id: number): Failure =>
  new Failure(
    'accounting.journal_entry_not_draft',
    400,
    `Journal entry ${id} is posted: it cannot be changed or deleted, only cancelled`,
  );
