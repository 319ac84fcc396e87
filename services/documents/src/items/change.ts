import { appendToOutbox, type Database } from '@app/db';
import { differences, type NamedRecords, takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import type { Currencies } from '../outside/currencies.ts';
import { type Item, type ItemFields, itemChanged, itemNotFound, type PriceRequest, pricesAfter } from './item.ts';
import * as store from './store.ts';

export interface ItemDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly named: NamedRecords;
  readonly currencies: Currencies;
}

/** Creates an item. @throws Failure 400 for units and codes that there are not, 409 `item.item_no_taken`, 503 */
export async function createItem(
  { db, clock, named, currencies }: ItemDependencies,
  actorId: number,
  fields: ItemFields & Pick<Item, 'clientAccountId'>,
  request: PriceRequest,
): Promise<Item> {
  const { clientAccountId } = fields;
  await named.require(clientAccountId, namedBy(fields));
  const prices = pricesAfter([], request, await currencies.of(clientAccountId));
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const item = await store.insertItem(tx, { ...fields, prices }, stamp);
    await appendToOutbox(tx, itemChanged(item));
    return item;
  });
}

/** Changes what differs. @throws Failure 400, 404, 409 `item.item_no_taken`, 503 */
export async function changeItem(
  { db, clock, named, currencies }: ItemDependencies,
  actorId: number,
  { id, clientAccountId }: Pick<Item, 'id' | 'clientAccountId'>,
  change: Partial<ItemFields>,
  request: PriceRequest = {},
): Promise<Item> {
  await named.require(clientAccountId, namedBy(change));
  const accountingCurrency = await currencies.of(clientAccountId);
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const before = await store.findItem(tx, id);
    if (!before) throw itemNotFound(id);
    const present = before.prices.map(({ currencyCode, price }) => ({ currencyCode, price }));
    const prices = pricesAfter(present, request, accountingCurrency);
    const differing = differences({ ...before, prices: present }, { ...change, prices });
    if (Object.keys(differing).length === 0) return before;
    const after = await store.updateItem(tx, before, differing, stamp);
    if (after.name !== before.name || after.itemNo !== before.itemNo || after.isActive !== before.isActive)
      await appendToOutbox(tx, itemChanged(after));
    return after;
  });
}

const namedBy = ({ salesUnitId, stockUnitId, taxCodeId }: Partial<ItemFields>) =>
  [
    { field: 'sales_unit_id', kind: 'unit', id: salesUnitId },
    { field: 'stock_unit_id', kind: 'unit', id: stockUnitId },
    { field: 'tax_code_id', kind: 'taxcode', id: taxCodeId },
  ] as const;
