import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { voucherCollections } from '../schema/voucher-collections.ts';

/** Vouchers that belong together (docs/contract/voucher-collections.md). */
export type VoucherCollection = typeof voucherCollections.$inferSelect;

export type CollectionFields = Pick<VoucherCollection, 'name' | 'description'>;

export const collectionNotFound = (id: number): Failure =>
  notFound(`There is no voucher collection ${id}`, 'voucher_collection.not_found');

export const nameTaken = (name: string): Failure =>
  conflict(
    `A voucher collection of this client account is called "${name}" already; choose another name`,
    'voucher_collection.name_taken',
  );
