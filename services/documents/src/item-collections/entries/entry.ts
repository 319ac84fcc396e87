import { type Failure, invalidField, notFound } from '@app/contract/failure';
import type { itemCollectionEntries } from '../../schema/item-collections.ts';

/** What is in an item collection (docs/contract/item-collections.md, "Entries"). */
export type CollectionEntry = typeof itemCollectionEntries.$inferSelect;

/** What callers decide about an entry. */
export type EntryFields = Omit<
  CollectionEntry,
  'id' | 'clientAccountId' | 'itemCollectionId' | 'version' | 'createdAt' | 'createdById' | 'updatedAt' | 'updatedById'
>;

export const entryNotFound = (id: number): Failure =>
  notFound(`There is no entry ${id} in this item collection`, 'item_collection.entry_not_found');

/** @throws Failure 400 for a period that ends before it begins */
export function assertPeriod({
  recurringStartDate: start,
  recurringEndDate: end,
}: Pick<EntryFields, 'recurringStartDate' | 'recurringEndDate'>): void {
  if (start !== null && end !== null && end < start)
    throw invalidField('recurring_end_date', `is before recurring_start_date, ${start}`);
}
