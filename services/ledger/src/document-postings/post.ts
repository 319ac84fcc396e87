import { type Database, defineCommand, finalRefusal } from '@app/db';
import { z } from 'zod';
import type { Books } from '../journal-entries/books.ts';
import { cancelJournalEntry } from '../journal-entries/cancel.ts';
import { createJournalEntries } from '../journal-entries/create.ts';
import type { LineRequest } from '../journal-entries/journal-entry.ts';

interface Deps {
  readonly db: Database;
  readonly books: Books;
}

interface Command {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  readonly userId: number;
}

/** The entry of a document. */
export interface DocumentEntry extends Command {
  readonly description: string;
  readonly voucherId: number | null;
  readonly relationType: string;
  readonly relationId: number;
  readonly relationNumber: string | null;
  /** That the amounts were worked out in. */
  readonly accountingCurrency: string | undefined;
  readonly lines: readonly LineRequest[];
}

export interface PostedEntry {
  readonly journalEntryId: number;
  readonly sequenceNumber: number;
  /** In the order of the lines that were sent. */
  readonly journalLineIds: readonly number[];
}

/** A final no is kept, so that a copy of the call that is late posts nothing that its sender was told is refused. */
const postEntryCommand = defineCommand<PostedEntry>({
  name: 'post_document_entry',
  result: z.object({ journalEntryId: z.int(), sequenceNumber: z.int(), journalLineIds: z.array(z.int()) }),
  refusalOf: finalRefusal,
});

const cancelEntryCommand = defineCommand<{ readonly journalEntryId: number }>({
  name: 'cancel_document_entry',
  result: z.object({ journalEntryId: z.int() }),
  refusalOf: finalRefusal,
});

/** Posts the entry of a document, once under its key. @throws Failure as an entry that a person posts */
export const postDocumentEntry = (
  { db, books }: Deps,
  { clientAccountId, commandKey, userId, lines, accountingCurrency, ...header }: DocumentEntry,
): Promise<PostedEntry> =>
  postEntryCommand.shared(db, `${clientAccountId}:${commandKey}`, async () => {
    const [entry] = await createJournalEntries(books, { clientAccountId, actorId: userId }, [
      { header: { ...header, isDraft: false, externalId: null, metadata: null }, lines, accountingCurrency },
    ]);
    return {
      journalEntryId: entry!.id,
      sequenceNumber: entry!.sequenceNumber!,
      journalLineIds: entry!.lines.map(({ id }) => id),
    };
  });

/** Cancels an entry, once under its key. @throws Failure as a cancellation by a person */
export const cancelDocumentEntry = (
  { db, books }: Deps,
  {
    clientAccountId,
    commandKey,
    userId,
    entryId,
    reason,
  }: Command & { readonly entryId: number; readonly reason: string },
): Promise<{ readonly journalEntryId: number }> =>
  cancelEntryCommand.once(db, `${clientAccountId}:${commandKey}`, (carryOut) =>
    carryOut(async () => {
      await cancelJournalEntry(books, { clientAccountId, actorId: userId }, entryId, reason);
      const cancelled = await books.entries.find(clientAccountId, entryId);
      return { journalEntryId: cancelled!.cancellationEntryId! };
    }),
  );
