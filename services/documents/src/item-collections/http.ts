import {
  createItemCollection,
  deleteItemCollection,
  getItemCollection,
  type ItemCollectionOut,
  listItemCollections,
  updateItemCollection,
} from '@app/api/documents/index';
import { type Api, empty, sentFields } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import { listingOf, recordWire } from '@app/records';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import { type CollectionDependencies, changeCollection, createCollection, removeCollection } from './change.ts';
import { collectionNotFound, type ItemCollection } from './collection.ts';
import { type EntryPresenting, type EntryRelation, presentEntries } from './entries/present.ts';
import { entriesOf } from './entries/store.ts';
import * as store from './store.ts';

type WireCollection = z.input<typeof ItemCollectionOut>;

interface How {
  readonly relations: ReadonlySet<'entries' | `entries.${EntryRelation}`>;
  readonly language: Language;
}

const entryRelations: readonly EntryRelation[] = [
  'item',
  'unit',
  'tax_code_details',
  'business_partner',
  'document_lines',
];

/** Item collections over HTTP (docs/contract/item-collections.md). */
export function serveItemCollections(api: Api, deps: CollectionDependencies & EntryPresenting): void {
  const { db } = deps;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<ItemCollection> => {
      const collection = await store.findCollection(db.executor, params.id);
      if (!collection) throw collectionNotFound(params.id);
      return collection;
    },
    accountOf: ({ clientAccountId }: ItemCollection) => clientAccountId,
  };
  const present = async (
    clientAccountId: number,
    collections: readonly ItemCollection[],
    { relations, language }: How,
  ): Promise<WireCollection[]> => {
    if (!relations.has('entries')) return collections.map(collectionWire);
    const ids = collections.map(({ id }) => id);
    const nested = new Set(entryRelations.filter((name) => relations.has(`entries.${name}`)));
    const entries = await entriesOf(db.executor, clientAccountId, ids);
    const shown = await presentEntries(deps, clientAccountId, entries, { relations: nested, language });
    const byCollection = Map.groupBy(shown, ({ item_collection_id }) => item_collection_id);
    return collections.map((collection) => ({
      ...collectionWire(collection),
      entries: byCollection.get(collection.id) ?? [],
    }));
  };

  api.serve(listItemCollections, async ({ query, account, following, language }) => {
    const { clientAccountId } = account;
    const listing = listingOf([account], query, following);
    const filter = { types: query.collection_type, name: query.name };
    const { rows, meta } = await store.listCollections(db.executor, listing, filter);
    return { data: await present(clientAccountId, rows, { relations: query.with, language }), meta };
  });

  api.serve(getItemCollection, {
    ...guarded,
    handle: async ({ resource, query, language }) =>
      (await present(resource.clientAccountId, [resource], { relations: query.with, language }))[0]!,
  });

  api.serve(createItemCollection, async ({ body, account, principal }) => {
    const fields = {
      clientAccountId: account.clientAccountId,
      name: body.name || null,
      collectionType: body.collection_type,
    };
    return collectionWire(await createCollection(deps, principal.userId, fields));
  });

  api.serve(updateItemCollection, {
    ...guarded,
    handle: async ({ resource, body, principal }) => {
      if (body.client_account_id !== undefined && body.client_account_id !== resource.clientAccountId)
        throw invalidField('client_account_id', 'cannot change');
      const change = sentFields({
        name: body.name === '' ? null : body.name,
        collectionType: body.collection_type,
      });
      return collectionWire(await changeCollection(deps, principal.userId, resource, change));
    },
  });

  api.serve(deleteItemCollection, {
    ...guarded,
    handle: async ({ resource, principal }) => {
      await removeCollection(deps, principal.userId, resource);
      return empty();
    },
  });
}

const collectionWire = (collection: ItemCollection): WireCollection => ({
  ...recordWire(collection),
  name: collection.name,
  collection_type: collection.collectionType,
});
