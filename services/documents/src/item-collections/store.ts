import type { Executor, FollowedPage, Tx } from '@app/db';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Listing, listRecords } from '../records/list.ts';
import { madeAt, type Stamp } from '../records/stamp.ts';
import { holdsWords } from '../records/words.ts';
import { itemCollections } from '../schema/item-collections.ts';
import type { CollectionFields, ItemCollection } from './collection.ts';

const c = itemCollections;

const selection = {
  id: c.id,
  clientAccountId: c.clientAccountId,
  version: c.version,
  createdAt: c.createdAt,
  createdById: c.createdById,
  updatedAt: c.updatedAt,
  updatedById: c.updatedById,
  name: c.name,
  collectionType: c.collectionType,
};

export interface CollectionFilter {
  readonly types?: readonly ItemCollection['collectionType'][] | undefined;
  readonly name?: string | undefined;
}

const orders = {
  id: c.id,
  name: sql`${c.name} collate "nb-x-icu"`,
  collection_type: c.collectionType,
  created_at: c.createdAt,
  updated_at: c.updatedAt,
};

/** A page of the item collections of an account. */
export const listCollections = (
  ex: Executor,
  listing: Listing,
  { types, name }: CollectionFilter,
): Promise<FollowedPage<ItemCollection>> =>
  listRecords(ex, listing, {
    table: c,
    selection,
    recordOf: (row) => row as unknown as ItemCollection,
    orders,
    where: and(types && inArray(c.collectionType, [...types]), holdsWords(name, [c.name])),
  });

/** By id alone: the caller decides who may see it. */
export async function findCollection(ex: Executor, id: number): Promise<ItemCollection | undefined> {
  const [collection] = await ex.select(selection).from(c).where(eq(c.id, id));
  return collection;
}

export async function insertCollection(
  tx: Tx,
  fields: CollectionFields & Pick<ItemCollection, 'clientAccountId'>,
  stamp: Stamp,
): Promise<ItemCollection> {
  const [row] = await tx
    .insert(c)
    .values({ ...fields, ...madeAt(stamp) })
    .returning(selection);
  return row!;
}

export async function updateCollection(
  tx: Tx,
  { clientAccountId, id }: Pick<ItemCollection, 'clientAccountId' | 'id'>,
  change: Partial<CollectionFields>,
  { moment, actorId }: Stamp,
): Promise<ItemCollection> {
  const [row] = await tx
    .update(c)
    .set({ ...change, version: sql`${c.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(c.clientAccountId, clientAccountId), eq(c.id, id)))
    .returning(selection);
  return row!;
}

/** Its entries go with it. @returns whether there was one */
export async function removeCollection(
  tx: Tx,
  { clientAccountId, id }: Pick<ItemCollection, 'clientAccountId' | 'id'>,
): Promise<boolean> {
  const gone = await tx
    .delete(c)
    .where(and(eq(c.clientAccountId, clientAccountId), eq(c.id, id)))
    .returning({ id: c.id });
  return gone.length > 0;
}
