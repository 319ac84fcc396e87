import type { ItemOut } from '@app/api/documents/index';
import type { Database } from '@app/db';
import { recordWire } from '@app/records';
import type { Language } from '@app/runtime';
import type { z } from 'zod';
import type { Currencies } from '../outside/currencies.ts';
import { type TaxCodes, taxCodeWire } from '../outside/tax-codes.ts';
import { unitsById } from '../units/unit.ts';
import { type Item, mainPrice } from './item.ts';

export type WireItem = z.input<typeof ItemOut>;
export type ItemRelation = 'sales_unit' | 'stock_unit' | 'tax_code' | 'prices';

export interface ItemPresenting {
  readonly db: Database;
  readonly currencies: Currencies;
  readonly taxCodes: TaxCodes;
}

/** Items of one client account as callers see them, with the relations they ask for. */
export async function presentItems(
  { db, currencies, taxCodes }: ItemPresenting,
  clientAccountId: number,
  items: readonly Item[],
  { relations, language }: { readonly relations: ReadonlySet<ItemRelation>; readonly language: Language },
): Promise<readonly WireItem[]> {
  if (items.length === 0) return [];
  const wanted = {
    sales: relations.has('sales_unit'),
    stock: relations.has('stock_unit'),
    codes: relations.has('tax_code'),
    prices: relations.has('prices'),
  };
  const unitIds = items.flatMap(({ salesUnitId, stockUnitId }) => [salesUnitId, stockUnitId ?? salesUnitId]);
  const [currency, units, codes] = await Promise.all([
    currencies.of(clientAccountId),
    wanted.sales || wanted.stock ? unitsById(db.executor, unitIds, language) : undefined,
    wanted.codes ? taxCodes.find(items.map(({ taxCodeId }) => taxCodeId)) : undefined,
  ]);
  return items.map((item) => {
    const code = codes?.get(item.taxCodeId);
    return {
      ...itemWire(item, currency),
      ...(wanted.sales ? { sales_unit: units!.get(item.salesUnitId)! } : {}),
      ...(wanted.stock ? { stock_unit: units!.get(item.stockUnitId ?? 0) ?? null } : {}),
      ...(codes ? { tax_code: code ? taxCodeWire(code, language) : null } : {}),
      ...(wanted.prices
        ? { prices: item.prices.map(({ id, price, currencyCode }) => ({ id, price, currency_code: currencyCode })) }
        : {}),
    };
  });
}

/** An item without relations. */
export const itemWire = (item: Item, accountingCurrency: string): WireItem => ({
  ...recordWire(item),
  item_no: item.itemNo,
  name: item.name,
  item_type: item.itemType,
  sales_unit_id: item.salesUnitId,
  stock_unit_id: item.stockUnitId,
  tax_code_id: item.taxCodeId,
  price: mainPrice(item.prices, accountingCurrency),
  metadata: item.metadata,
  is_active: item.isActive,
  autonomy_level: item.autonomyLevel,
});
