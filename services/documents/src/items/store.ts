import { parseExact } from '@app/contract/json';
import { anyOf, type Executor, type FollowedPage, type Tx, violatedConstraint } from '@app/db';
import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import { type Listing, listRecords } from '../records/list.ts';
import { madeAt, type Stamp } from '../records/stamp.ts';
import { holdsWords } from '../records/words.ts';
import { itemPrices, items } from '../schema/items.ts';
import { type Item, type ItemFields, numberTaken, type Price } from './item.ts';

const selection = {
  id: items.id,
  clientAccountId: items.clientAccountId,
  version: items.version,
  createdAt: items.createdAt,
  createdById: items.createdById,
  updatedAt: items.updatedAt,
  updatedById: items.updatedById,
  itemNo: items.itemNo,
  name: items.name,
  itemType: items.itemType,
  salesUnitId: items.salesUnitId,
  stockUnitId: items.stockUnitId,
  taxCodeId: items.taxCodeId,
  // As text, so that no digit of a caller's number is lost.
  metadata: sql<string>`${items.metadata}::text`,
  isActive: items.isActive,
  autonomyLevel: items.autonomyLevel,
};

type Bare = Omit<Item, 'prices'>;
const bareOf = (row: Record<string, unknown>): Bare =>
  ({ ...row, metadata: parseExact(row.metadata as string) }) as unknown as Bare;

export interface ItemFilter {
  readonly itemType?: Item['itemType'] | undefined;
  /** Null: active ones and others. */
  readonly isActive: boolean | null;
  readonly freeText?: string | undefined;
}

const orders = {
  id: items.id,
  item_no: sql`${items.itemNo} collate "nb-x-icu"`,
  name: sql`${items.name} collate "nb-x-icu"`,
  item_type: items.itemType,
  is_active: items.isActive,
  created_at: items.createdAt,
  updated_at: items.updatedAt,
};

/** A page of the items of an account. */
export async function listItems(
  ex: Executor,
  listing: Listing,
  { itemType, isActive, freeText }: ItemFilter,
): Promise<FollowedPage<Item>> {
  const { rows, meta } = await listRecords(ex, listing, {
    table: items,
    selection,
    recordOf: bareOf,
    orders,
    where: and(
      itemType && eq(items.itemType, itemType),
      isActive === null ? undefined : eq(items.isActive, isActive),
      holdsWords(freeText, [items.itemNo, items.name]),
    ),
  });
  return { rows: await withPrices(ex, listing.clientAccountId, rows), meta };
}

/** By id alone: the caller decides who may see it. */
export async function findItem(ex: Executor, id: number): Promise<Item | undefined> {
  const [row] = await ex.select(selection).from(items).where(eq(items.id, id));
  return row && (await withPrices(ex, row.clientAccountId, [bareOf(row)]))[0];
}

/** Items of the account by their ids. */
export async function findItems(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Item[]> {
  const rows = await ex
    .select(selection)
    .from(items)
    .where(and(eq(items.clientAccountId, clientAccountId), anyOf(items.id, ids)))
    .orderBy(asc(items.id));
  return withPrices(ex, clientAccountId, rows.map(bareOf));
}

async function withPrices(ex: Executor, clientAccountId: number, rows: readonly Bare[]): Promise<readonly Item[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await ex
    .select({
      itemId: itemPrices.itemId,
      id: itemPrices.id,
      currencyCode: itemPrices.currencyCode,
      price: itemPrices.price,
    })
    .from(itemPrices)
    .where(and(eq(itemPrices.clientAccountId, clientAccountId), anyOf(itemPrices.itemId, ids)))
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
  const [row] = await tx
    .insert(items)
    .values({ ...fields, ...madeAt(stamp) })
    .returning({ id: items.id })
    .catch(explain(fields.itemNo));
  const made = { clientAccountId: fields.clientAccountId, id: row!.id };
  await savePrices(tx, made, prices);
  return (await findItem(tx, made.id))!;
}

/** Changes what is given, and raises the version. @throws Failure 409 `item.item_no_taken` */
export async function updateItem(
  tx: Tx,
  { clientAccountId, id }: Pick<Item, 'clientAccountId' | 'id'>,
  { prices, ...change }: Partial<ItemFields> & { readonly prices?: readonly Price[] },
  { moment, actorId }: Stamp,
): Promise<Item> {
  await tx
    .update(items)
    .set({ ...change, version: sql`${items.version} + 1`, updatedAt: moment, updatedById: actorId })
    .where(and(eq(items.clientAccountId, clientAccountId), eq(items.id, id)))
    .catch(explain(change.itemNo ?? ''));
  if (prices) await savePrices(tx, { clientAccountId, id }, prices);
  return (await findItem(tx, id))!;
}

const explain =
  (itemNo: string) =>
  (error: unknown): never => {
    throw violatedConstraint(error) === 'items_number_key' ? numberTaken(itemNo) : error;
  };

/** A price whose currency stays keeps its id. */
async function savePrices(
  tx: Tx,
  { clientAccountId, id: itemId }: Pick<Item, 'clientAccountId' | 'id'>,
  prices: readonly Price[],
): Promise<void> {
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
