import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { createRecordStore, type Listing } from '@app/records';
import { and, asc, eq, getTableColumns, not, sql } from 'drizzle-orm';
import { itemCollectionEntries } from '../../schema/item-collections.ts';
import type { CollectionEntry, EntryFields } from './entry.ts';
import { isUsed } from './used.ts';

const e = itemCollectionEntries;

const store = createRecordStore<CollectionEntry, EntryFields & Pick<CollectionEntry, 'itemCollectionId'>>({
  table: e,
  orders: {
    description: sql`${e.description} collate "nb-x-icu"`,
    quantity: e.quantity,
    price: e.price,
    recurring_start_date: e.recurringStartDate,
  },
});

export const { insert: insertEntry, update: updateEntry } = store;

export interface EntryFilter {
  readonly itemCollectionId: number;
  readonly itemIds?: readonly number[] | undefined;
  readonly projectIds?: readonly number[] | undefined;
  /** Also those that lines of documents were made of. */
  readonly includesUsed: boolean;
}

/** A page of the entries of a collection. */
export const listEntries = (
  ex: Executor,
  listing: Listing,
  { itemCollectionId, itemIds, projectIds, includesUsed }: EntryFilter,
): Promise<FollowedPage<CollectionEntry>> =>
  store.list(
    ex,
    listing,
    and(
      eq(e.itemCollectionId, itemCollectionId),
      itemIds && anyOf(e.itemId, itemIds),
      projectIds && anyOf(e.projectId, projectIds),
      includesUsed ? undefined : not(isUsed(ex)),
    ),
  );

/** Entries of collections of the account, in their order. */
export const entriesOf = (
  ex: Executor,
  clientAccountId: number,
  collectionIds: readonly number[],
): Promise<readonly CollectionEntry[]> =>
  ex
    .select(getTableColumns(e))
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), anyOf(e.itemCollectionId, collectionIds)))
    .orderBy(asc(e.itemCollectionId), asc(e.id));

/** Entries of a collection that lines of documents were made of, or the one of an id. */
export const countUsed = (ex: Executor, { clientAccountId, itemCollectionId, id }: UsedKey): Promise<number> =>
  ex.$count(
    e,
    and(
      eq(e.clientAccountId, clientAccountId),
      eq(e.itemCollectionId, itemCollectionId),
      id === undefined ? undefined : eq(e.id, id),
      isUsed(ex),
    ),
  );

type UsedKey = Omit<EntryKey, 'id'> & { readonly id?: number };

/** An entry of a collection of the account. */
export interface EntryKey {
  readonly clientAccountId: number;
  readonly itemCollectionId: number;
  readonly id: number;
}

export async function findEntry(
  ex: Executor,
  { clientAccountId, itemCollectionId, id }: EntryKey,
): Promise<CollectionEntry | undefined> {
  const found = await store.findAmong(ex, clientAccountId, [id]);
  return found.find((entry) => entry.itemCollectionId === itemCollectionId);
}

/** @returns the entry as it was; nothing where there was none */
export async function removeEntry(tx: Tx, key: EntryKey): Promise<CollectionEntry | undefined> {
  const entry = await findEntry(tx, key);
  return entry && (await store.remove(tx, entry)) ? entry : undefined;
}
