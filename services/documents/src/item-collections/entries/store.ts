import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { and, asc, eq, not, sql } from 'drizzle-orm';
import { type Listing, listRecords } from '../../records/list.ts';
import { madeAt, type Stamp } from '../../records/stamp.ts';
import { itemCollectionEntries } from '../../schema/item-collections.ts';
import type { CollectionEntry, EntryFields } from './entry.ts';
import { isUsed } from './used.ts';

const e = itemCollectionEntries;

const selection = {
  id: e.id,
  clientAccountId: e.clientAccountId,
  version: e.version,
  createdAt: e.createdAt,
  createdById: e.createdById,
  updatedAt: e.updatedAt,
  updatedById: e.updatedById,
  itemCollectionId: e.itemCollectionId,
  itemId: e.itemId,
  description: e.description,
  quantity: e.quantity,
  price: e.price,
  currencyCode: e.currencyCode,
  unitId: e.unitId,
  taxCodeId: e.taxCodeId,
  businessPartnerId: e.businessPartnerId,
  projectId: e.projectId,
  recurringStartDate: e.recurringStartDate,
  recurringEndDate: e.recurringEndDate,
  recurringTerms: e.recurringTerms,
  recurringInterval: e.recurringInterval,
  refundPolicy: e.refundPolicy,
  trialEndDate: e.trialEndDate,
};

export interface EntryFilter {
  readonly itemCollectionId: number;
  readonly itemIds?: readonly number[] | undefined;
  readonly projectIds?: readonly number[] | undefined;
  /** Also those that lines of documents were made of. */
  readonly includesUsed: boolean;
}

const orders = {
  id: e.id,
  description: sql`${e.description} collate "nb-x-icu"`,
  quantity: e.quantity,
  price: e.price,
  recurring_start_date: e.recurringStartDate,
  created_at: e.createdAt,
  updated_at: e.updatedAt,
};

/** A page of the entries of a collection. */
export const listEntries = (
  ex: Executor,
  listing: Listing,
  { itemCollectionId, itemIds, projectIds, includesUsed }: EntryFilter,
): Promise<FollowedPage<CollectionEntry>> =>
  listRecords(ex, listing, {
    table: e,
    selection,
    recordOf: (row) => row as unknown as CollectionEntry,
    orders,
    where: and(
      eq(e.itemCollectionId, itemCollectionId),
      itemIds && anyOf(e.itemId, itemIds),
      projectIds && anyOf(e.projectId, projectIds),
      includesUsed ? undefined : not(isUsed(ex)),
    ),
  });

/** Entries of collections of the account, in their order. */
export const entriesOf = (
  ex: Executor,
  clientAccountId: number,
  collectionIds: readonly number[],
): Promise<readonly CollectionEntry[]> =>
  ex
    .select(selection)
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

const ofKey = ({ clientAccountId, itemCollectionId, id }: EntryKey) =>
  and(eq(e.clientAccountId, clientAccountId), eq(e.itemCollectionId, itemCollectionId), eq(e.id, id));

export async function findEntry(ex: Executor, key: EntryKey): Promise<CollectionEntry | undefined> {
  const [entry] = await ex.select(selection).from(e).where(ofKey(key));
  return entry;
}

export async function insertEntry(
  tx: Tx,
  entry: EntryFields & Pick<CollectionEntry, 'clientAccountId' | 'itemCollectionId'>,
  stamp: Stamp,
): Promise<CollectionEntry> {
  const [row] = await tx
    .insert(e)
    .values({ ...entry, ...madeAt(stamp) })
    .returning(selection);
  return row!;
}

export async function updateEntry(
  tx: Tx,
  key: EntryKey,
  change: Partial<EntryFields>,
  { moment, actorId }: Stamp,
): Promise<CollectionEntry> {
  const [row] = await tx
    .update(e)
    .set({ ...change, version: sql`${e.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(ofKey(key))
    .returning(selection);
  return row!;
}

/** @returns the entry as it was; nothing where there was none */
export async function removeEntry(tx: Tx, key: EntryKey): Promise<CollectionEntry | undefined> {
  const [row] = await tx.delete(e).where(ofKey(key)).returning(selection);
  return row;
}
