import { createItem, deactivateItem, getItem, listItems, updateItem } from '@app/api/documents/index';
import { type Api, sentFields } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import { listingOf } from '@app/records';
import type { Language } from '@app/runtime';
import { changeItem, createItem as create, type ItemDependencies } from './change.ts';
import { type Item, itemNotFound, type PriceRequest } from './item.ts';
import { type ItemPresenting, type ItemRelation, presentItems, type WireItem } from './present.ts';
import * as store from './store.ts';

interface Wanted {
  readonly query: { readonly with: ReadonlySet<ItemRelation> };
  readonly language: Language;
}

/** Items over HTTP (docs/contract/items.md). */
export function serveItems(api: Api, deps: ItemDependencies & ItemPresenting): void {
  const { db } = deps;
  const show = async (item: Item, { query, language }: Wanted): Promise<WireItem> => {
    const how = { relations: query.with, language };
    return (await presentItems(deps, item.clientAccountId, [item], how))[0]!;
  };
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Item> => {
      const item = await store.findItem(db.executor, params.id);
      if (!item) throw itemNotFound(params.id);
      return item;
    },
    accountOf: ({ clientAccountId }: Item) => clientAccountId,
  };

  api.serve(listItems, async ({ query, account, following, language }) => {
    const { clientAccountId } = account;
    const listing = listingOf([account], query, following);
    const filter = { itemType: query.item_type, isActive: query.is_active, freeText: query.free_text };
    const { rows, meta } = await store.listItems(db.executor, listing, filter);
    const how = { relations: query.with, language };
    return { data: [...(await presentItems(deps, clientAccountId, rows, how))], meta };
  });

  api.serve(getItem, { ...guarded, handle: (call) => show(call.resource, call) });

  api.serve(createItem, async (call) => {
    const { body, account, principal } = call;
    const item = await create(
      deps,
      principal.userId,
      {
        clientAccountId: account.clientAccountId,
        itemNo: body.item_no,
        name: body.name || null,
        itemType: body.item_type ?? 'ITEM',
        salesUnitId: body.sales_unit_id,
        stockUnitId: body.stock_unit_id ?? null,
        taxCodeId: body.tax_code_id,
        metadata: body.metadata ?? {},
        isActive: true,
        autonomyLevel: body.autonomy_level ?? null,
      },
      pricesOf(body),
    );
    return show(item, call);
  });

  api.serve(updateItem, {
    ...guarded,
    handle: async (call) => {
      const { resource, body, principal } = call;
      if (body.client_account_id !== undefined && body.client_account_id !== resource.clientAccountId)
        throw invalidField('client_account_id', 'cannot change');
      const change = sentFields({
        itemNo: body.item_no,
        name: body.name === '' ? null : body.name,
        itemType: body.item_type === null ? ('ITEM' as const) : body.item_type,
        salesUnitId: body.sales_unit_id,
        stockUnitId: body.stock_unit_id,
        taxCodeId: body.tax_code_id,
        metadata: body.metadata === null ? {} : body.metadata,
        isActive: body.is_active,
        autonomyLevel: body.autonomy_level,
      });
      return show(await changeItem(deps, principal.userId, resource, change, pricesOf(body)), call);
    },
  });

  api.serve(deactivateItem, {
    ...guarded,
    handle: async (call) =>
      show(await changeItem(deps, call.principal.userId, call.resource, { isActive: false }), call),
  });
}

const pricesOf = ({
  price,
  prices,
}: {
  readonly price?: string | null | undefined;
  readonly prices?: readonly { readonly price: string; readonly currency_code: string }[] | null | undefined;
}): PriceRequest => ({
  price,
  prices:
    prices?.map((each) => ({ price: each.price, currencyCode: each.currency_code })) ??
    (prices === null ? null : undefined),
});
