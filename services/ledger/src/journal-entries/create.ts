import type { DimensionType } from '@app/api/ledger/dimensions';
import { timestamp } from '@app/runtime';
import type { Books } from './books.ts';
import type { Dimension, JournalEntry, JournalLine, NewLine } from './journal-entry.ts';
import type { NewEntry, Written, WrittenLine } from './posting-store.ts';
import { type Completed, type EntryRequest, writeEntries } from './write.ts';

/**
 * Stores entries of one client account, all or none: posted at once, or as drafts. Sequence numbers are given in the order of the requests.
 * The answer is made of the request and what the books added; nothing is read back.
 */
export async function createJournalEntries(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  requests: readonly EntryRequest[],
): Promise<readonly JournalEntry[]> {
  const { save, check } = books.posting;
  const completed = await writeEntries(books, account, requests, { save, check });
  if (typeof completed === 'string') throw new Error('New entries cannot be missing');
  return assembleEntries(books, account, completed);
}

/** The entries that were written, made of what was asked for and what the books added. */
export async function assembleEntries(
  books: Books,
  account: { readonly clientAccountId: number; readonly actorId: number },
  { written, entries }: Completed,
): Promise<readonly JournalEntry[]> {
  const accounts = await books.accounts.describe(
    written.lines.map(({ accountId }) => accountId),
    { remembered: true },
  );
  const codeOf = (accountId: number): string => accounts.get(accountId)!.accountCode;
  const added = Map.groupBy(written.lines, ({ entry }) => entry);
  return entries.map((entry, index) => assemble(account, entry, written, { ...written.entries[index]!, lines: added.get(index)! }, codeOf));
}

function assemble(
  account: { readonly clientAccountId: number; readonly actorId: number },
  { header, lines }: NewEntry,
  written: Written,
  stored: { readonly id: number; readonly sequenceNumber: number | null; readonly lines: readonly WrittenLine[] },
  codeOf: (accountId: number) => string,
): JournalEntry {
  const { id, sequenceNumber } = stored;
  const added = new Map(stored.lines.map((line) => [line.position, line]));
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
    lines: lines.map((line) => assembleLine(id, line, added.get(line.position)!, codeOf)),
  };
}

const secondsOf = (moment: string): string => timestamp(Temporal.Instant.from(moment));

const NOTHING = '0.00';

function assembleLine(journalEntryId: number, line: NewLine, added: WrittenLine, codeOf: (accountId: number) => string): JournalLine {
  const { position: _, dimensions: _asked, accountCode: _code, accountId: _id, ...asked } = line;
  const { entry: _entry, position: _position, dimensions, ...found } = added;
  return {
    ...asked,
    ...found,
    journalEntryId,
    accountCode: codeOf(found.accountId),
    reconciledAmount: NOTHING,
    reconciledAmountFc: NOTHING,
    externalReconciledAmount: NOTHING,
    dimensions: (dimensions ?? []).map(
      (d): Dimension => ({ id: d.id, relationType: d.relation_type as DimensionType, relationId: d.relation_id, name: d.name }),
    ),
  };
}
