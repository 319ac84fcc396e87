import {
  createCollectionEntry,
  deleteCollectionEntry,
  listCollectionEntries,
  updateCollectionEntry,
} from '@app/api/documents/index';
import { type Api, sentFields } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import { listingOf } from '@app/records';
import type { Language } from '@app/runtime';
import { collectionNotFound, type ItemCollection } from '../collection.ts';
import { findCollection } from '../store.ts';
import { changeEntry, createEntry, type EntryDependencies, rate, removeEntry } from './change.ts';
import { type CollectionEntry, entryNotFound } from './entry.ts';
import { type EntryPresenting, type EntryRelation, presentEntries, type WireEntry } from './present.ts';
import * as store from './store.ts';

/** Entries of item collections over HTTP (docs/contract/item-collections.md, "Entries"). */
export function serveCollectionEntries(api: Api, deps: EntryDependencies & EntryPresenting): void {
  const { db } = deps;
  const show = async (
    entry: CollectionEntry,
    how: { readonly relations: ReadonlySet<EntryRelation>; readonly language: Language },
  ): Promise<WireEntry> => (await presentEntries(deps, entry.clientAccountId, [entry], how))[0]!;
  const accountOf = ({ clientAccountId }: { readonly clientAccountId: number }) => clientAccountId;
  const collectionOfPath = async ({
    params,
  }: {
    readonly params: { readonly id: number };
  }): Promise<ItemCollection> => {
    const collection = await findCollection(db.executor, params.id);
    if (!collection) throw collectionNotFound(params.id);
    return collection;
  };
  const inCollection = { load: collectionOfPath, accountOf };
  const byId = {
    load: async (request: {
      readonly params: { readonly id: number; readonly entry_id: number };
    }): Promise<CollectionEntry> => {
      const { id: itemCollectionId, clientAccountId } = await collectionOfPath(request);
      const id = request.params.entry_id;
      const entry = await store.findEntry(db.executor, { clientAccountId, itemCollectionId, id });
      if (!entry) throw entryNotFound(id);
      return entry;
    },
    accountOf,
  };

  api.serve(listCollectionEntries, {
    ...inCollection,
    handle: async ({ resource, query, following, language }) => {
      const { clientAccountId, id: itemCollectionId } = resource;
      const listing = listingOf([resource], query, following);
      const filter = {
        itemCollectionId,
        itemIds: query.item_id,
        projectIds: query.project_id,
        includesUsed: query.include_used,
      };
      const { rows, meta } = await store.listEntries(db.executor, listing, filter);
      const how = { relations: query.with, language };
      return { data: [...(await presentEntries(deps, clientAccountId, rows, how))], meta };
    },
  });

  api.serve(createCollectionEntry, {
    ...inCollection,
    handle: async ({ resource, body, principal, query, language }) => {
      const of = { clientAccountId: resource.clientAccountId, itemCollectionId: resource.id };
      const entry = await createEntry(deps, principal.userId, of, {
        itemId: body.item_id ?? null,
        description: body.description || null,
        quantity: rate(body.quantity),
        price: rate(body.price),
        currencyCode: body.currency_code ?? null,
        unitId: body.unit_id,
        taxCodeId: body.tax_code_id,
        businessPartnerId: body.business_partner_id ?? null,
        projectId: body.project_id ?? null,
        recurringStartDate: body.recurring_start_date ?? null,
        recurringEndDate: body.recurring_end_date ?? null,
        recurringTerms: body.recurring_terms ?? null,
        recurringInterval: body.recurring_interval ?? null,
        refundPolicy: body.refund_policy ?? null,
        trialEndDate: body.trial_end_date ?? null,
      });
      return show(entry, { relations: query.with, language });
    },
  });

  api.serve(updateCollectionEntry, {
    ...byId,
    handle: async ({ resource, body, principal, query, language }) => {
      if (body.item_collection_id !== undefined && body.item_collection_id !== resource.itemCollectionId)
        throw invalidField('item_collection_id', 'cannot change');
      const change = sentFields({
        itemId: body.item_id,
        description: body.description === '' ? null : body.description,
        quantity: body.quantity === undefined ? undefined : rate(body.quantity),
        price: body.price === undefined ? undefined : rate(body.price),
        currencyCode: body.currency_code,
        unitId: body.unit_id,
        taxCodeId: body.tax_code_id,
        businessPartnerId: body.business_partner_id,
        projectId: body.project_id,
        recurringStartDate: body.recurring_start_date,
        recurringEndDate: body.recurring_end_date,
        recurringTerms: body.recurring_terms,
        recurringInterval: body.recurring_interval,
        refundPolicy: body.refund_policy,
        trialEndDate: body.trial_end_date,
      });
      return show(await changeEntry(deps, principal.userId, resource, change), { relations: query.with, language });
    },
  });

  api.serve(deleteCollectionEntry, {
    ...byId,
    handle: async ({ resource, principal, language }) =>
      show(await removeEntry(deps, principal.userId, resource), { relations: new Set(), language }),
  });
}
