import { anyOf, type Executor, type FollowedPage, type Tx, violatedConstraint } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { type Listing, listRecords } from '../records/list.ts';
import { madeAt, type Stamp } from '../records/stamp.ts';
import { voucherCollections } from '../schema/voucher-collections.ts';
import { type CollectionFields, nameTaken, type VoucherCollection } from './collection.ts';

const c = voucherCollections;

const selection = {
  id: c.id,
  clientAccountId: c.clientAccountId,
  version: c.version,
  createdAt: c.createdAt,
  createdById: c.createdById,
  updatedAt: c.updatedAt,
  updatedById: c.updatedById,
  name: c.name,
  description: c.description,
};

const orders = {
  id: c.id,
  name: sql`${c.name} collate "nb-x-icu"`,
  created_at: c.createdAt,
  updated_at: c.updatedAt,
};

/** A page of the voucher collections of an account. */
export const listCollections = (ex: Executor, listing: Listing): Promise<FollowedPage<VoucherCollection>> =>
  listRecords(ex, listing, { table: c, selection, recordOf: (row) => row as unknown as VoucherCollection, orders });

/** By id alone: the caller decides who may see it. */
export async function findCollection(ex: Executor, id: number): Promise<VoucherCollection | undefined> {
  const [collection] = await ex.select(selection).from(c).where(eq(c.id, id));
  return collection;
}

/** Collections of the account by their ids. */
export const findCollections = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly VoucherCollection[]> =>
  ex
    .select(selection)
    .from(c)
    .where(and(eq(c.clientAccountId, clientAccountId), anyOf(c.id, ids)));

/** @throws Failure 409 `voucher_collection.name_taken` */
export async function insertCollection(
  tx: Tx,
  fields: CollectionFields & Pick<VoucherCollection, 'clientAccountId'>,
  stamp: Stamp,
): Promise<VoucherCollection> {
  const [row] = await tx
    .insert(c)
    .values({ ...fields, ...madeAt(stamp) })
    .returning({ id: c.id })
    .catch(explain(fields.name));
  return (await findCollection(tx, row!.id))!;
}

/** @throws Failure 409 `voucher_collection.name_taken` */
export async function updateCollection(
  tx: Tx,
  { clientAccountId, id }: Pick<VoucherCollection, 'clientAccountId' | 'id'>,
  change: Partial<CollectionFields>,
  { moment, actorId }: Stamp,
): Promise<VoucherCollection> {
  await tx
    .update(c)
    .set({ ...change, version: sql`${c.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(c.clientAccountId, clientAccountId), eq(c.id, id)))
    .catch(explain(change.name));
  return (await findCollection(tx, id))!;
}

const explain =
  (name: string | null | undefined) =>
  (error: unknown): never => {
    throw violatedConstraint(error) === 'voucher_collections_name_key' ? nameTaken(name ?? '') : error;
  };
