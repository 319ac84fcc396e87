import { parseExact } from '@app/contract/json';
import { anyOf, type Executor, type FollowedPage, type Tx } from '@app/db';
import { amongAccounts, createRecordStore, holdsWords, type Listing, type RecordKey, type Stamp } from '@app/records';
import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import { itemPrices, items } from '../schema/items.ts';
import { type Item, type ItemFields, numberTaken, type Price } from './item.ts';

type Bare = Omit<Item, 'prices'>;

const store = createRecordStore<Bare, ItemFields>({
  table: items,
  // As text, so that no digit of a caller's number is lost.
  selection: { metadata: sql<string>`${items.metadata}::text` },
  recordOf: (row) => ({ ...row, metadata: parseExact(row.metadata as string) }) as unknown as Bare,
  orders: {
    item_no: sql`${items.itemNo} collate "nb-x-icu"`,
    name: sql`${items.name} collate "nb-x-icu"`,
    item_type: items.itemType,
    is_active: items.isActive,
  },
  refusals: { items_number_key: ({ itemNo = '' }) => numberTaken(itemNo) },
});

export interface ItemFilter {
  readonly itemType?: Item['itemType'] | undefined;
  /** Null: active ones and others. */
  readonly isActive: boolean | null;
  readonly freeText?: string | undefined;
}

/** A page of the items of an account. */
export async function listItems(
  ex: Executor,
  listing: Listing,
  { itemType, isActive, freeText }: ItemFilter,
): Promise<FollowedPage<Item>> {
  const where = and(
    itemType && eq(items.itemType, itemType),
    isActive === null ? undefined : eq(items.isActive, isActive),
    holdsWords(freeText, [items.itemNo, items.name]),
  );
  const { rows, meta } = await store.list(ex, listing, where);
  return { rows: await withPrices(ex, rows), meta };
}

/** By id alone: the caller decides who may see it. */
export async function findItem(ex: Executor, id: number): Promise<Item | undefined> {
  const row = await store.find(ex, id);
  return row && (await withPrices(ex, [row]))[0];
}

/** Items of the account by their ids. */
export const findItems = async (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Item[]> => withPrices(ex, await store.findAmong(ex, clientAccountId, ids));

async function withPrices(ex: Executor, rows: readonly Bare[]): Promise<readonly Item[]> {
  if (rows.length === 0) return [];
  const accounts = [...new Set(rows.map(({ clientAccountId }) => clientAccountId))];
  const ids = rows.map(({ id }) => id);
  const found = await ex
    .select({
      itemId: itemPrices.itemId,
      id: itemPrices.id,
      currencyCode: itemPrices.currencyCode,
      price: itemPrices.price,
    })
    .from(itemPrices)
    .where(and(amongAccounts(itemPrices.clientAccountId, accounts), anyOf(itemPrices.itemId, ids)))
    .orderBy(asc(itemPrices.itemId), asc(itemPrices.place));
  const byItem = Map.groupBy(found, ({ itemId }) => itemId);
  return rows.map((row) => ({
    ...row,
    prices: (byItem.get(row.id) ?? []).map(({ itemId: _, ...price }) => price),
  }));
}

/** @throws Failure 409 `item.item_no_taken` */
export async function insertItem(
  tx: Tx,
  { prices, ...fields }: ItemFields & Pick<Item, 'clientAccountId'> & { readonly prices: readonly Price[] },
  stamp: Stamp,
): Promise<Item> {
  const made = await store.insert(tx, fields, stamp);
  await savePrices(tx, made, prices);
  return (await withPrices(tx, [made]))[0]!;
}

/** Changes what is given, and raises the version. @throws Failure 409 `item.item_no_taken` */
export async function updateItem(
  tx: Tx,
  key: RecordKey,
  { prices, ...change }: Partial<ItemFields> & { readonly prices?: readonly Price[] },
  stamp: Stamp,
): Promise<Item> {
  const changed = await store.update(tx, key, change, stamp);
  if (prices) await savePrices(tx, key, prices);
  return (await withPrices(tx, [changed]))[0]!;
}

/** A price whose currency stays keeps its id. */
async function savePrices(tx: Tx, { clientAccountId, id: itemId }: RecordKey, prices: readonly Price[]): Promise<void> {
  const currencies = prices.map(({ currencyCode }) => currencyCode);
  const ofItem = and(eq(itemPrices.clientAccountId, clientAccountId), eq(itemPrices.itemId, itemId));
  await tx
    .delete(itemPrices)
    .where(and(ofItem, currencies.length > 0 ? notInArray(itemPrices.currencyCode, currencies) : undefined));
  if (prices.length === 0) return;
  await tx
    .insert(itemPrices)
    .values(prices.map((price, place) => ({ clientAccountId, itemId, place, ...price })))
    .onConflictDoUpdate({
      target: [itemPrices.clientAccountId, itemPrices.itemId, itemPrices.currencyCode],
      set: { price: sql`excluded.price`, place: sql`excluded.place` },
    });
}
