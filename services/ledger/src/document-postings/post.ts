import { type Database, defineCommand, finalRefusal } from '@app/db';
import { currentContext, runInContext } from '@app/runtime';
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
export const postDocumentEntry = (deps: Deps, entry: DocumentEntry): Promise<PostedEntry> =>
  post(deps, entry, { waits: true });

/** An entry, and the request that it is posted for. */
export interface SharedPosting {
  readonly entry: DocumentEntry;
  readonly requestId: string;
}

/**
 * Posts entries of documents that are there together, each by itself and once under its key. Nobody is waited for, so
 * that none holds up the others: neither who holds a company, nor another command with the same key, nor whoever is to
 * be asked about what looks wrong with an entry.
 * @returns what each came to, in their order; undefined of one that is to be posted by itself
 */
export async function postDocumentEntries(
  deps: Deps,
  all: readonly SharedPosting[],
): Promise<readonly (PostedEntry | undefined)[]> {
  const context = currentContext();
  const posted = await Promise.allSettled(
    all.map(({ entry, requestId }) =>
      runInContext({ ...context, requestId }, () => post(deps, entry, { waits: false })),
    ),
  );
  return posted.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

const post = (
  { db, books }: Deps,
  { clientAccountId, commandKey, userId, lines, accountingCurrency, ...header }: DocumentEntry,
  options: { readonly waits: boolean },
): Promise<PostedEntry> => {
  const key = `${clientAccountId}:${commandKey}`;
  const request = {
    header: { ...header, isDraft: false, externalId: null, metadata: null },
    lines,
    accountingCurrency,
  };
  const work = async () => {
    const [entry] = await createJournalEntries(books, { clientAccountId, actorId: userId }, [request], options);
    return {
      journalEntryId: entry!.id,
      sequenceNumber: entry!.sequenceNumber!,
      journalLineIds: entry!.lines.map(({ id }) => id),
    };
  };
  return postEntryCommand.shared(db, key, work, options);
};

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
