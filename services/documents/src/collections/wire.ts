import type { VoucherCollectionOut } from '@app/api/documents/index';
import type { Database, Executor } from '@app/db';
import { type Finder, recordWire } from '@app/records';
import type { z } from 'zod';
import type { VoucherCollection } from './collection.ts';
import { findCollections } from './store.ts';

export type WireCollection = z.input<typeof VoucherCollectionOut>;

export const collectionWire = (collection: VoucherCollection): WireCollection => ({
  ...recordWire(collection),
  name: collection.name,
  description: collection.description,
});

/** Voucher collections of an account as others show them, by id. */
export const collectionsById = async (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, WireCollection>> =>
  new Map((await findCollections(ex, clientAccountId, [...new Set(ids)])).map((one) => [one.id, collectionWire(one)]));

export const amongCollections =
  (db: Pick<Database, 'executor'>): Finder =>
  async (clientAccountId, ids) =>
    new Set((await findCollections(db.executor, clientAccountId, ids)).map(({ id }) => id));
