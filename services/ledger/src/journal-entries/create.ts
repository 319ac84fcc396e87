import { timestamp } from '@app/runtime';
import type { Books } from './books.ts';
import type { FoundLine, JournalEntry, JournalLine, NewEntry, NewLine } from './journal-entry.ts';
import { type Completed, type EntryRequest, writeEntries } from './write.ts';
import type { Written, WrittenEntry } from './written.ts';

/**
 * Stores entries of one client account, all or none: posted, or as drafts. Sequence numbers are given in the
 * order of the requests. The answer is made of the request and what the books added; nothing is read back.
 * @param options.waits false for entries beside which others wait. @throws LeftOut where they cannot be stored at once
 */
export async function createJournalEntries(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  requests: readonly EntryRequest[],
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<readonly JournalEntry[]> {
  const completed = await writeEntries(books, account, requests, {
    save: (writing, entries) => books.posting.save(writing, entries, { waits }),
    waits,
  });
  if (typeof completed === 'string') throw new Error('New entries cannot be missing');
  return assembleEntries(account, completed);
}

/** The entries that were written, made of what was asked for and what the books added. */
export const assembleEntries = (
  account: { readonly clientAccountId: number; readonly actorId: number },
  { written, entries }: Completed,
): readonly JournalEntry[] => entries.map((entry, index) => assemble(account, entry, written, written.entries[index]!));

function assemble(
  account: { readonly clientAccountId: number; readonly actorId: number },
  { header, lines, found }: NewEntry,
  written: Written,
  { id, sequenceNumber, lines: added }: WrittenEntry,
): JournalEntry {
  const { createdAt, replaced } = written;
  const { isDraft } = header;
  const postedAt = replaced ? replaced.postedAt : isDraft ? null : createdAt;
  return {
    id,
    clientAccountId: account.clientAccountId,
    sequenceNumber,
    ...(replaced?.header ?? header),
    cancelled: null,
    cancelledById: null,
    cancellationEntryId: null,
    cancellationReason: null,
    createdAt: secondsOf(createdAt),
    createdById: replaced?.createdById ?? account.actorId,
    updatedAt: secondsOf(written.updatedAt),
    updatedById: account.actorId,
    postedAt: postedAt === null ? null : secondsOf(postedAt),
    postedById: postedAt === null ? null : account.actorId,
    lines: lines.map((line, index) => assembleLine(id, line, found[index]!, added[index]!)),
  };
}

const secondsOf = (moment: string): string => timestamp(Temporal.Instant.from(moment));

const NOTHING = '0.00';

function assembleLine(
  journalEntryId: number,
  { position: _, ...asked }: NewLine,
  found: FoundLine,
  added: WrittenEntry['lines'][number],
): JournalLine {
  return {
    ...asked,
    ...found,
    ...added,
    journalEntryId,
    reconciledAmount: NOTHING,
    reconciledAmountFc: NOTHING,
    externalReconciledAmount: NOTHING,
  };
}
