import {
  createVoucherCollection,
  getVoucherCollection,
  listVoucherCollections,
  updateVoucherCollection,
} from '@app/api/documents/index';
import { type Api, sentFields } from '@app/contract';
import type { Database } from '@app/db';
import { differences, listingOf, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { type CollectionFields, collectionNotFound, type VoucherCollection } from './collection.ts';
import * as store from './store.ts';
import { vouchersOfCollections } from './vouchers.ts';
import { collectionWire } from './wire.ts';

/** Voucher collections over HTTP (docs/contract/voucher-collections.md). */
export function serveVoucherCollections(
  api: Api,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): void {
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<VoucherCollection> => {
      const collection = await store.findCollection(db.executor, params.id);
      if (!collection) throw collectionNotFound(params.id);
      return collection;
    },
    accountOf: ({ clientAccountId }: VoucherCollection) => clientAccountId,
  };

  const present = async (
    clientAccountId: number,
    collections: readonly VoucherCollection[],
    relations: ReadonlySet<'vouchers'>,
  ) => {
    if (!relations.has('vouchers')) return collections.map(collectionWire);
    const ids = collections.map(({ id }) => id);
    const vouchersOf = await vouchersOfCollections(db.executor, clientAccountId, ids);
    return collections.map((collection) => ({ ...collectionWire(collection), vouchers: vouchersOf(collection.id) }));
  };

  api.serve(listVoucherCollections, async ({ query, account, following }) => {
    const { clientAccountId } = account;
    const listing = listingOf([account], query, following);
    const { rows, meta } = await store.listCollections(db.executor, listing);
    return { data: await present(clientAccountId, rows, query.with), meta };
  });

  api.serve(getVoucherCollection, {
    ...guarded,
    handle: async ({ resource, query }) => (await present(resource.clientAccountId, [resource], query.with))[0]!,
  });

  api.serve(createVoucherCollection, async ({ body, account, principal }) => {
    const { clientAccountId } = account;
    const fields = { clientAccountId, name: body.name || null, description: body.description || null };
    return db.write(async (tx) => {
      const stamp = await takeStamp(tx, clock, clientAccountId, principal.userId);
      return collectionWire(await store.insertCollection(tx, fields, stamp));
    });
  });

  api.serve(updateVoucherCollection, {
    ...guarded,
    handle: async ({ resource, body, principal }) => {
      const change = sentFields({
        name: body.name === '' ? null : body.name,
        description: body.description === '' ? null : body.description,
      });
      return db.write(async (tx) => {
        const stamp = await takeStamp(tx, clock, resource.clientAccountId, principal.userId);
        const before = await store.findCollection(tx, resource.id);
        if (!before) throw collectionNotFound(resource.id);
        const differing = differences<Partial<CollectionFields>>(before, change);
        if (Object.keys(differing).length === 0) return collectionWire(before);
        return collectionWire(await store.updateCollection(tx, before, differing, stamp));
      });
    },
  });
}
