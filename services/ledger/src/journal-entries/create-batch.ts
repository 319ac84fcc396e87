import { internalError } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { combineFailures, failuresOf, takenInBatch, type UniqueField } from './batch-refusal.ts';
import { ATTEMPTS, type Books, keepsChanging, openBooks } from './books.ts';
import { assembleEntries } from './create.ts';
import type { Refusal } from './fault.ts';
import type { JournalEntry, NewEntry } from './journal-entry.ts';
import { refreshRefused } from './refresh-refused.ts';
import { type CompletedEntry, completeEntry, type EntryRequest, mayStand } from './write.ts';
import type { Writing } from './writing.ts';
import type { Written } from './written.ts';

/** An entry of a batch that is in the books; the whole of it where that was asked for. */
export interface CreatedEntry {
  readonly id: number;
  readonly sequenceNumber: number | null;
  readonly entry?: JournalEntry;
}

/** A batch under way. */
interface Batch {
  readonly books: Books;
  readonly account: { readonly clientAccountId: number; readonly actorId: number };
  /** What was asked for, or the failure of what could not be read. */
  readonly items: readonly (EntryRequest | Failure)[];
  readonly results: Map<number, CreatedEntry | Failure>;
  /** What the owners of projections were asked about. */
  readonly asked: Set<string>;
  readonly isShown: boolean;
  /** How often it was judged. */
  rounds: number;
}

/** The entries that have no result yet, by their place in the batch. */
type Pending = ReadonlyMap<number, CompletedEntry>;

/**
 * Creates the entries that the books take, by one statement and in their order, and gives each of the others the
 * failure that it would get alone. Of two entries for one voucher or with one external id the second is refused when
 * the first was taken. Once some are in the books for good, a failure is that of the entries that have no result yet:
 * the caller is always answered what was stored.
 * @param items requests, or the failure of an entry that could not be read
 * @throws Failure when the client account takes no entries; nothing was written
 */
export async function createEach(
  books: Books,
  account: Batch['account'],
  items: Batch['items'],
  isShown: boolean,
): Promise<readonly (CreatedEntry | Failure)[]> {
  const batch = openBatch(books, account, items, isShown);
  while (batch.results.size < items.length) {
    try {
      await createSome(batch);
    } catch (error) {
      if (books.posting.isJoined || ![...batch.results.values()].some(isCreated)) throw error;
      const failure = error instanceof Failure ? error : internalError(error);
      books.logger.error({ err: error }, 'a batch broke off after some of its entries were stored');
      for (const index of items.keys()) if (!batch.results.has(index)) batch.results.set(index, failure);
    }
  }
  return items.map((_, index) => batch.results.get(index)!);
}

const isCreated = (result: CreatedEntry | Failure): boolean => !(result instanceof Failure);

/** A round: gives results to some of the entries, or finds that they are to be judged again. */
async function createSome(batch: Batch): Promise<void> {
  const { writing, pending } = await nextRound(batch);
  const { faulty, ready, later } = sortOut(pending, writing);
  if (faulty.length > 0) {
    await refuse(batch, pending, faulty, await check(batch, writing, pending, faulty));
    return;
  }
  const outcome = await save(batch, writing, pending, ready);
  if (outcome === 'stale') return;
  if (outcome === 'refused') {
    await refuse(batch, pending, ready, await check(batch, writing, pending, ready));
    return;
  }
  keepWritten(batch, pending, ready, outcome);
  const waiting = [...later.keys()];
  if (waiting.length > 0) await refuse(batch, pending, waiting, await check(batch, writing, pending, waiting));
}

/**
 * Creates all of the entries, or none.
 * @throws Failure with every fault of every entry, by `entries.<index>.<field>`; nothing was written
 */
export async function createAll(
  books: Books,
  account: Batch['account'],
  items: Batch['items'],
  isShown: boolean,
): Promise<readonly CreatedEntry[]> {
  const batch = openBatch(books, account, items, isShown);
  for (;;) {
    const { writing, pending } = await nextRound(batch);
    const { faulty, later } = sortOut(pending, writing);
    const all = [...pending.keys()];
    if (batch.results.size + faulty.length + later.size === 0) {
      const outcome = await save(batch, writing, pending, all);
      if (outcome === 'stale') continue;
      if (outcome !== 'refused') {
        keepWritten(batch, pending, all, outcome);
        return items.map((_, index) => batch.results.get(index) as CreatedEntry);
      }
      if (await refuse(batch, pending, all, await check(batch, writing, pending, all))) break;
    } else if (all.length === 0 || (await refuse(batch, pending, all, await check(batch, writing, pending, all)))) {
      for (const [index, field] of later)
        if (!batch.results.has(index)) batch.results.set(index, takenInBatch(pending.get(index)!.entry, field));
      break;
    }
  }
  throw combineFailures(batch.results as ReadonlyMap<number, Failure>);
}

function openBatch(books: Books, account: Batch['account'], items: Batch['items'], isShown: boolean): Batch {
  const unread = items.flatMap((item, index) => (item instanceof Failure ? [[index, item] as const] : []));
  return { books, account, items, results: new Map(unread), asked: new Set(), isShown, rounds: 0 };
}

/**
 * The rules, under the ground of this moment. Every round but one that the ground changed under gives results, or asks
 * an owner.
 */
async function nextRound(batch: Batch): Promise<{ readonly writing: Writing; readonly pending: Pending }> {
  const { books, account, items, results } = batch;
  batch.rounds += 1;
  if (batch.rounds > ATTEMPTS) throw keepsChanging();
  const writing = await openBooks(books, account.clientAccountId, account.actorId);
  const pending = new Map<number, CompletedEntry>();
  for (const [index, item] of items.entries())
    if (!results.has(index)) pending.set(index, completeEntry(item as EntryRequest, writing.ground));
  return { writing, pending };
}

interface Sorted {
  readonly faulty: number[];
  readonly ready: number[];
  /** With what they share with an earlier one. */
  readonly later: Map<number, UniqueField>;
}

/**
 * Entries that break a rule, entries to write now, and those that wait for an earlier one with the same voucher or
 * external id.
 */
function sortOut(pending: Pending, { ground }: Writing): Sorted {
  const sorted: Sorted = { faulty: [], ready: [], later: new Map() };
  const seen = new Set<string>();
  for (const [index, { entry, faults }] of pending) {
    const own = uniqueOf(entry);
    const shared = own.find(({ key }) => seen.has(key));
    if (faults.length > 0 || !mayStand(ground, [entry])) sorted.faulty.push(index);
    else if (shared) sorted.later.set(index, shared.field);
    else {
      sorted.ready.push(index);
      for (const { key } of own) seen.add(key);
    }
  }
  return sorted;
}

function uniqueOf({ header }: NewEntry): readonly { readonly field: UniqueField; readonly key: string }[] {
  const values = [
    ['voucher_id', header.voucherId],
    ['external_id', header.externalId],
  ] as const;
  return values.flatMap(([field, value]) => (value === null ? [] : [{ field, key: `${field} ${value}` }]));
}

const entriesOf = (pending: Pending, indexes: readonly number[]): readonly NewEntry[] =>
  indexes.map((index) => pending.get(index)!.entry);

const check = (
  { books }: Batch,
  writing: Writing,
  pending: Pending,
  indexes: readonly number[],
): Promise<Refusal | undefined> => books.posting.check(writing, entriesOf(pending, indexes));

/**
 * `stale`: what they were judged by is another by now, or somebody stored an entry of the same voucher at this moment:
 * they are to be tried again.
 */
async function save(
  { books }: Batch,
  writing: Writing,
  pending: Pending,
  indexes: readonly number[],
): Promise<Written | 'stale' | 'refused'> {
  try {
    const outcome = await books.posting.save(writing, entriesOf(pending, indexes));
    if ('written' in outcome) return outcome.written;
    if (outcome.state === 'refused') return outcome.state;
    await books.grounds.isCurrent(writing.ground);
    return 'stale';
  } catch (error) {
    if (error instanceof Failure && error.status === 409) return 'stale';
    throw error;
  }
}

/**
 * Gives refused entries their failures, unless the refusal may stem from a projection that was behind: then its owner
 * was asked now. There is none where the ground changed meanwhile.
 * @returns whether the refusal stands
 */
async function refuse(
  batch: Batch,
  pending: Pending,
  indexes: readonly number[],
  refusal: Refusal | undefined,
): Promise<boolean> {
  const { books, account, asked, results } = batch;
  if (!refusal) return false;
  if (await refreshRefused(books, account.clientAccountId, refusal, entriesOf(pending, indexes), asked)) return false;
  for (const [index, failure] of failuresOf(refusal, indexes, pending)) results.set(index, failure);
  return true;
}

function keepWritten(
  { account, results, isShown }: Batch,
  pending: Pending,
  indexes: readonly number[],
  written: Written,
): void {
  const entries = isShown ? assembleEntries(account, { written, entries: entriesOf(pending, indexes) }) : [];
  for (const [place, index] of indexes.entries()) {
    const { id, sequenceNumber } = written.entries[place]!;
    results.set(index, { id, sequenceNumber, ...(isShown ? { entry: entries[place]! } : {}) });
  }
}
