import { createRecordStore } from '@app/records';
import { sql } from 'drizzle-orm';
import { voucherCollections } from '../schema/voucher-collections.ts';
import { type CollectionFields, nameTaken, type VoucherCollection } from './collection.ts';

/** A name that another collection has is refused with 409 `voucher_collection.name_taken`. */
export const {
  list: listCollections,
  find: findCollection,
  findAmong: findCollections,
  insert: insertCollection,
  update: updateCollection,
} = createRecordStore<VoucherCollection, CollectionFields>({
  table: voucherCollections,
  orders: { name: sql`${voucherCollections.name} collate "nb-x-icu"` },
  refusals: { voucher_collections_name_key: ({ name }) => nameTaken(name ?? '') },
});
