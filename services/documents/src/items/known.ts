import type { Database, Executor } from '@app/db';
import type { Finder } from '@app/records';
import type { Item } from './item.ts';
import { findItems } from './store.ts';

/** Items of an account by their ids; those that it does not have are left out. */
export const itemsById = async (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Item>> =>
  new Map((await findItems(ex, clientAccountId, [...new Set(ids)])).map((item) => [item.id, item]));

export const amongItems =
  (db: Pick<Database, 'executor'>): Finder =>
  async (clientAccountId, ids) =>
    new Set((await itemsById(db.executor, clientAccountId, ids)).keys());

/** Items of an account as others refer to them. */
export const itemReferences = async (ex: Executor, clientAccountId: number, ids: readonly number[]) =>
  (await findItems(ex, clientAccountId, ids)).map(({ id, name, itemNo, isActive }) => ({
    id,
    name: name ?? itemNo,
    isActive,
  }));
