import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { itemCollections } from '../schema/item-collections.ts';

/** A template of recurring invoices, a draft selection or a confirmed order (docs/contract/item-collections.md). */
export type ItemCollection = typeof itemCollections.$inferSelect;

export type CollectionFields = Pick<ItemCollection, 'name' | 'collectionType'>;

export const entriesInUse = (): Failure =>
  conflict(
    'Lines of documents were made of what would be deleted; delete those lines first',
    'item_collection.has_document_lines',
  );

export const collectionNotFound = (id: number): Failure =>
  notFound(`There is no item collection ${id}`, 'item_collection.not_found');
