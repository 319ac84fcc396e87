import type { Executor, FollowedPage } from '@app/db';
import { createRecordStore, holdsWords, type Listing } from '@app/records';
import { and, inArray, sql } from 'drizzle-orm';
import { itemCollections } from '../schema/item-collections.ts';
import type { CollectionFields, ItemCollection } from './collection.ts';

const c = itemCollections;

const store = createRecordStore<ItemCollection, CollectionFields>({
  table: c,
  orders: { name: sql`${c.name} collate "nb-x-icu"`, collection_type: c.collectionType },
});

/** The entries of a collection go with it. */
export const {
  find: findCollection,
  insert: insertCollection,
  update: updateCollection,
  remove: removeCollection,
} = store;

export interface CollectionFilter {
  readonly types?: readonly ItemCollection['collectionType'][] | undefined;
  readonly name?: string | undefined;
}

/** A page of the item collections of an account. */
export const listCollections = (
  ex: Executor,
  listing: Listing,
  { types, name }: CollectionFilter,
): Promise<FollowedPage<ItemCollection>> =>
  store.list(ex, listing, and(types && inArray(c.collectionType, [...types]), holdsWords(name, [c.name])));
