import type { Dice } from './dice.ts';

/** What the shop sells, with the account and VAT code of each; every output code is in use. */
export const goods = [
  { account: '3000', vat: '3', low: 120_000, high: 2_700_000, weight: 8 },
  { account: '3000', vat: '31', low: 60_000, high: 1_050_000, weight: 10 },
  { account: '3000', vat: '33', low: 90_000, high: 360_000, weight: 2 },
  { account: '3000', vat: '32', low: 300_000, high: 1_200_000, weight: 1 },
  { account: '3100', vat: '5', low: 60_000, high: 270_000, weight: 1 },
  { account: '3100', vat: '51', low: 1_500_000, high: 2_700_000, weight: 1 },
  { account: '3100', vat: '52', low: 600_000, high: 4_500_000, weight: 2 },
  { account: '3200', vat: '6', low: 90_000, high: 450_000, weight: 1 },
  { account: '3900', vat: '7', low: 30_000, high: 180_000, weight: 1 },
] as const;

/** What it buys at home and on import with VAT paid at the border. */
export const costs = [
  { what: 'Råkaffe og varer', trade: 'goods', account: '4300', vat: '1', low: 300_000, high: 2_500_000, weight: 6 },
  { what: 'Bakervarer', trade: 'bakery', account: '4300', vat: '11', low: 60_000, high: 400_000, weight: 5 },
  { what: 'Fisk til lunsjservering', trade: 'fish', account: '4300', vat: '12', low: 50_000, high: 150_000, weight: 1 },
  { what: 'Reise og overnatting', trade: 'travel', account: '7140', vat: '13', low: 40_000, high: 250_000, weight: 2 },
  {
    what: 'Varer tollbehandlet av speditør',
    trade: 'carrier',
    account: '4300',
    vat: '14',
    low: 200_000,
    high: 900_000,
    weight: 1,
  },
  {
    what: 'Matvarer tollbehandlet av speditør',
    trade: 'carrier',
    account: '4300',
    vat: '15',
    low: 100_000,
    high: 500_000,
    weight: 1,
  },
  { what: 'Kontorrekvisita', trade: 'office', account: '6800', vat: '1', low: 20_000, high: 180_000, weight: 3 },
  { what: 'Markedsføring', trade: 'marketing', account: '7320', vat: '1', low: 100_000, high: 800_000, weight: 2 },
  { what: 'Forsikring', trade: 'insurance', account: '7500', vat: '0', low: 80_000, high: 300_000, weight: 1 },
  {
    what: 'Toll og frakt ved innførsel',
    trade: 'customs',
    account: '4300',
    vat: '20',
    low: 20_000,
    high: 90_000,
    weight: 1,
  },
  {
    what: 'Innførsel av varer, kostnad',
    trade: 'customs',
    account: '4300',
    vat: '21',
    low: 200_000,
    high: 700_000,
    weight: 1,
  },
  {
    what: 'Innførsel av næringsmidler, kostnad',
    trade: 'customs',
    account: '4300',
    vat: '22',
    low: 100_000,
    high: 400_000,
    weight: 1,
  },
] as const;

/** What it buys abroad: the codes under which the buyer works out the VAT. */
export const abroad = [
  { what: 'Innførsel av brenneriutstyr', trade: 'roasters', account: '6540', vat: '81', currency: 'EUR' },
  { what: 'Innførsel uten fradrag', trade: 'roasters', account: '6540', vat: '82', currency: 'EUR' },
  { what: 'Innførsel av råkaffe', trade: 'farms', account: '4300', vat: '83', currency: 'USD' },
  { what: 'Innførsel av matvarer uten fradrag', trade: 'farms', account: '4300', vat: '84', currency: 'USD' },
  { what: 'Innførsel av bøker', trade: 'books', account: '6800', vat: '85', currency: 'GBP' },
  { what: 'Skytjenester', trade: 'cloud', account: '6800', vat: '86', currency: 'USD' },
  { what: 'Rådgivning uten fradrag', trade: 'advice', account: '6720', vat: '87', currency: 'EUR' },
  { what: 'Kulturarrangement i utlandet', trade: 'culture', account: '6860', vat: '88', currency: 'SEK' },
  { what: 'Arrangement uten fradrag', trade: 'culture', account: '6860', vat: '89', currency: 'DKK' },
  { what: 'Klimakvoter', trade: 'quotas', account: '4300', vat: '91', currency: 'EUR' },
  { what: 'Klimakvoter uten fradrag', trade: 'quotas', account: '4300', vat: '92', currency: 'EUR' },
] as const;

/** Kroner per unit in millionths, near what they were; each month moves them a little. */
export const rates: Readonly<Record<string, number>> = {
  EUR: 11_650_000,
  USD: 10_750_000,
  GBP: 13_620_000,
  SEK: 1_018_000,
  DKK: 1_562_000,
};

/** One of them, the heavier the oftener. */
export function weighted<T extends { readonly weight: number }>(dice: Dice, items: readonly T[]): T {
  let at = dice.between(
    1,
    items.reduce((total, item) => total + item.weight, 0),
  );
  for (const item of items) {
    at -= item.weight;
    if (at <= 0) return item;
  }
  return items[0]!;
}
