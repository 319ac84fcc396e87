import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { NewEvent } from '@app/db';
import { referenceChangedBy } from '@app/events';
import { formatRate, decimal as parse } from '@app/money';
import type { items } from '../schema/items.ts';

type Row = typeof items.$inferSelect;

export interface Price {
  readonly currencyCode: string;
  /** Six decimals. */
  readonly price: string;
}

/** What a client account sells (docs/contract/items.md). */
export interface Item extends Omit<Row, 'metadata'> {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** At most one per currency, in the order in which they were given. */
  readonly prices: readonly (Price & { readonly id: number })[];
}

/** What callers decide about an item. */
export type ItemFields = Pick<
  Item,
  | 'itemNo'
  | 'name'
  | 'itemType'
  | 'salesUnitId'
  | 'stockUnitId'
  | 'taxCodeId'
  | 'metadata'
  | 'isActive'
  | 'autonomyLevel'
>;

/** What a caller says of prices: all of them, or the one in the accounting currency. */
export interface PriceRequest {
  /** Null: none of those there were. */
  readonly prices?: readonly Price[] | null | undefined;
  /** Looked at where no prices are given. Null: none in the accounting currency. */
  readonly price?: string | null | undefined;
}

/**
 * The prices that an item has after a request. A flat price is the one in the accounting currency; beside a list it
 * counts for nothing.
 */
export function pricesAfter(
  before: readonly Price[],
  { prices, price }: PriceRequest,
  accountingCurrency: string,
): readonly Price[] {
  if (prices) return prices.map(normal);
  const kept = prices === null ? [] : before;
  if (price === undefined) return kept;
  const others = kept.filter(({ currencyCode }) => currencyCode !== accountingCurrency);
  return price === null ? others : [normal({ currencyCode: accountingCurrency, price }), ...others];
}

const normal = ({ currencyCode, price }: Price): Price => ({ currencyCode, price: formatRate(parse(price)) });

/** The price that stands for all of them: the one in the accounting currency, else the first, else nothing. */
export const mainPrice = (prices: readonly Price[], accountingCurrency: string): string =>
  (prices.find(({ currencyCode }) => currencyCode === accountingCurrency) ?? prices[0])?.price ?? '0.000000';

export const itemNotFound = (id: number): Failure => notFound(`There is no item ${id}`, 'item.not_found');

export const numberTaken = (itemNo: string): Failure =>
  conflict(`An item of this client account has the number "${itemNo}"; choose another one`, 'item.item_no_taken');

const referenceChanged = referenceChangedBy('documents');

/** The fact that others may know the item by another name or state than before, or that it is new. */
export const itemChanged = (
  item: Pick<Item, 'clientAccountId' | 'id' | 'itemNo' | 'name' | 'isActive' | 'version'>,
): NewEvent =>
  referenceChanged.create(
    {
      client_account_id: item.clientAccountId,
      type: 'item',
      id: item.id,
      name: item.name ?? item.itemNo,
      is_active: item.isActive,
      version: item.version,
    },
    item.clientAccountId,
  );
