import { type DemoEntry, line, type Ore, part, RunningBalances } from './book.ts';
import { createDice, type Dice } from './dice.ts';
import { payroll, purchase, reverseCharge, sale, settled } from './entries.ts';
import { vatAccounts } from './vat.ts';

/** Ids of the records that the lines point at, as the platform gave them. */
export interface Cast {
  readonly customers: readonly { readonly id: number; readonly name: string }[];
  readonly suppliers: readonly { readonly id: number; readonly name: string }[];
  readonly departments: readonly [shop: number, roastery: number, office: number];
  readonly projects: readonly number[];
  readonly tags: readonly number[];
}

const YEARS = [2024, 2025] as const;
const SALES_A_MONTH = 58;
const PURCHASES_A_MONTH = 24;

const day = (year: number, month: number, d: number): string =>
  Temporal.PlainDate.from({ year, month, day: d }, { overflow: 'constrain' }).toString();
const later = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** What the shop sells, with the account and VAT code of each; every output code is in use. */
const goods = [
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
const costs = [
  { what: 'Råkaffe og varer', account: '4300', vat: '1', low: 300_000, high: 2_500_000, weight: 6 },
  { what: 'Bakervarer', account: '4300', vat: '11', low: 60_000, high: 400_000, weight: 5 },
  { what: 'Fisk til lunsjservering', account: '4300', vat: '12', low: 50_000, high: 150_000, weight: 1 },
  { what: 'Reise og overnatting', account: '7140', vat: '13', low: 40_000, high: 250_000, weight: 2 },
  { what: 'Varer tollbehandlet av speditør', account: '4300', vat: '14', low: 200_000, high: 900_000, weight: 1 },
  { what: 'Matvarer tollbehandlet av speditør', account: '4300', vat: '15', low: 100_000, high: 500_000, weight: 1 },
  { what: 'Kontorrekvisita', account: '6800', vat: '1', low: 20_000, high: 180_000, weight: 3 },
  { what: 'Markedsføring', account: '7320', vat: '1', low: 100_000, high: 800_000, weight: 2 },
  { what: 'Forsikring', account: '7500', vat: '0', low: 80_000, high: 300_000, weight: 1 },
  { what: 'Toll og frakt ved innførsel', account: '4300', vat: '20', low: 20_000, high: 90_000, weight: 1 },
  { what: 'Innførsel av varer, kostnad', account: '4300', vat: '21', low: 200_000, high: 700_000, weight: 1 },
  { what: 'Innførsel av næringsmidler, kostnad', account: '4300', vat: '22', low: 100_000, high: 400_000, weight: 1 },
] as const;

/** What it buys abroad: the codes under which the buyer works out the VAT. */
const abroad = [
  { what: 'Innførsel av brenneriutstyr', account: '6540', vat: '81', currency: 'EUR' },
  { what: 'Innførsel uten fradrag', account: '6540', vat: '82', currency: 'EUR' },
  { what: 'Innførsel av råkaffe', account: '4300', vat: '83', currency: 'USD' },
  { what: 'Innførsel av matvarer uten fradrag', account: '4300', vat: '84', currency: 'USD' },
  { what: 'Innførsel av bøker', account: '6800', vat: '85', currency: 'GBP' },
  { what: 'Skytjenester', account: '6800', vat: '86', currency: 'USD' },
  { what: 'Rådgivning uten fradrag', account: '6720', vat: '87', currency: 'EUR' },
  { what: 'Kulturarrangement i utlandet', account: '6860', vat: '88', currency: 'SEK' },
  { what: 'Arrangement uten fradrag', account: '6860', vat: '89', currency: 'DKK' },
  { what: 'Klimakvoter', account: '4300', vat: '91', currency: 'EUR' },
  { what: 'Klimakvoter uten fradrag', account: '4300', vat: '92', currency: 'EUR' },
] as const;

/** Kroner per unit in millionths, near what they were; each month moves them a little. */
const rates: Readonly<Record<string, number>> = {
  EUR: 11_650_000,
  USD: 10_750_000,
  GBP: 13_620_000,
  SEK: 1_018_000,
  DKK: 1_562_000,
};

function weighted<T extends { readonly weight: number }>(dice: Dice, items: readonly T[]): T {
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

/**
 * Two years of a small coffee roastery, in posting order: the same entries for the same cast on every machine. Sales
 * and purchases with their payments, pay, rent, loans, depreciation and the VAT terms.
 */
export function tellStory(cast: Cast, seed = 20_240_101): readonly DemoEntry[] {
  const dice = createDice(seed);
  const balances = new RunningBalances();
  const entries: DemoEntry[] = [];
  const post = (entry: DemoEntry) => {
    entries.push(entry);
    balances.add(entry);
  };
  let invoice = 10_000;
  post(opening());
  for (const year of YEARS) {
    for (let month = 1; month <= 12; month++) {
      for (const entry of tradeOf(dice, cast, year, month, () => ++invoice)) post(entry);
      for (const entry of routineOf(dice, cast, year, month)) post(entry);
      if (month % 2 === 0) post(settleVat(balances, day(year, month, 31)));
      if (month % 2 === 0) post(payPayrollTaxes(balances, later(day(year, month, 31), 15)));
      if (month % 2 === 0 && balances.of('2740') !== 0) post(payVat(balances, later(day(year, month, 31), 10)));
    }
  }
  return entries;
}

function opening(): DemoEntry {
  const date = '2024-01-02';
  return {
    description: 'Stiftelse: aksjekapital, banklån og inventar',
    lines: [
      line(date, '1250', 54_000_000),
      line(date, '1920', 126_000_000),
      line(date, '2000', -60_000_000),
      line(date, '2220', -120_000_000),
    ],
  };
}

function tradeOf(dice: Dice, cast: Cast, year: number, month: number, nextInvoice: () => number): DemoEntry[] {
  const trade: { readonly date: string; readonly entry: DemoEntry }[] = [];
  const add = (date: string, entry: DemoEntry) => trade.push({ date, entry });
  for (let i = 0; i < SALES_A_MONTH; i++) {
    // The first sales of a year use each code once, so that every code is in use whatever the dice say.
    const kind = i < goods.length && month === 1 ? goods[i]! : weighted(dice, goods);
    const customer = dice.pick(cast.customers);
    const date = day(year, month, dice.between(1, 28));
    const net = dice.between(kind.low, kind.high);
    const number = nextInvoice();
    const entry = sale({
      date,
      number,
      customer: customer.id,
      customerName: customer.name,
      account: kind.account,
      vat: kind.vat,
      net,
      dimensions: dimensionsOf(dice, cast),
    });
    add(date, entry);
    if (dice.chance(94)) {
      const paid = later(date, dice.between(3, 20));
      add(paid, settled(paid, '1500', totalOf(entry, '1500'), customer.id, `Innbetaling faktura ${number}`));
    }
  }
  for (let i = 0; i < PURCHASES_A_MONTH; i++) {
    const kind = i < costs.length && month === 1 ? costs[i]! : weighted(dice, costs);
    const supplier = dice.pick(cast.suppliers);
    const date = day(year, month, dice.between(1, 28));
    const entry = purchase({
      ...kind,
      date,
      supplier: supplier.id,
      supplierName: supplier.name,
      net: dice.between(kind.low, kind.high),
      dimensions: dimensionsOf(dice, cast),
    });
    add(date, entry);
    if (dice.chance(92)) {
      const paid = later(date, dice.between(10, 30));
      add(paid, settled(paid, '2400', totalOf(entry, '2400'), supplier.id, `Betaling til ${supplier.name}`));
    }
  }
  add(day(year, month, 15), abroadOf(dice, cast, year, month, month - 1));
  if (month > 6) add(day(year, month, 18), abroadOf(dice, cast, year, month, 17 - month));
  return trade.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).map(({ entry }) => entry);
}

function abroadOf(dice: Dice, cast: Cast, year: number, month: number, turn: number): DemoEntry {
  const kind = abroad[turn % abroad.length]!;
  const supplier = dice.pick(cast.suppliers);
  const rate = rates[kind.currency]! + dice.between(-150, 150) * 1_000;
  const p = {
    ...kind,
    date: day(year, month, 15),
    supplier: supplier.id,
    supplierName: supplier.name,
    amount: dice.between(20_000, 400_000),
    rate,
    dimensions: dimensionsOf(dice, cast),
  };
  return kind.vat === '85' ? exempt(p) : reverseCharge(p);
}

/** Code 85: an import that no VAT is worked out on. */
function exempt(p: Parameters<typeof reverseCharge>[0]): DemoEntry {
  const entry = reverseCharge({ ...p, vat: '81' });
  const [cost, payable] = entry.lines;
  return { description: entry.description, lines: [{ ...cost!, tax_code: '85' }, payable!] };
}

function dimensionsOf(dice: Dice, cast: Cast) {
  const dimensions: { relation_type: string; relation_id: number }[] = [
    { relation_type: 'department', relation_id: dice.pick(cast.departments) },
  ];
  if (dice.chance(30)) dimensions.push({ relation_type: 'project', relation_id: dice.pick(cast.projects) });
  if (dice.chance(15)) dimensions.push({ relation_type: 'tag', relation_id: dice.pick(cast.tags) });
  return dimensions;
}

/** The amount that stands open on a control account: debit positive. */
function totalOf(entry: DemoEntry, account: string): Ore {
  const found = entry.lines.find((l) => l.account_code === account)!;
  return Number(found.debit.replace('.', '')) - Number(found.credit.replace('.', ''));
}

function routineOf(dice: Dice, cast: Cast, year: number, month: number): DemoEntry[] {
  const end = day(year, month, 31);
  const [shop, , office] = cast.departments;
  const landlord = cast.suppliers[0]!;
  const entries = [
    purchase({
      date: day(year, month, 1),
      supplier: landlord.id,
      supplierName: landlord.name,
      what: 'Husleie',
      account: '6300',
      vat: '1',
      net: 3_200_000,
      dimensions: [{ relation_type: 'department', relation_id: shop }],
    }),
    payroll(day(year, month, 25), 21_000_000 + dice.between(0, 30) * 50_000, office),
    { description: 'Kortgebyr', lines: [line(end, '7770', dice.between(20_000, 90_000)), line(end, '1920', 0)] },
    { description: 'Avskrivning inventar', lines: [line(end, '6010', 450_000), line(end, '1250', -450_000)] },
    {
      description: 'Rente på banklån',
      lines: [line(end, '8150', part(120_000_000, 45)), line(end, '1920', -part(120_000_000, 45))],
    },
  ];
  return entries.map(balanceOnBank);
}

/** Puts what is missing on the last line of an entry that was written with a zero there. */
function balanceOnBank(entry: DemoEntry): DemoEntry {
  const last = entry.lines.at(-1)!;
  if (last.debit !== '0.00' || last.credit !== '0.00') return entry;
  const rest = entry.lines
    .slice(0, -1)
    .reduce((sum, l) => sum + Number(l.debit.replace('.', '')) - Number(l.credit.replace('.', '')), 0);
  return { ...entry, lines: [...entry.lines.slice(0, -1), line(last.posting_date, last.account_code, -rest)] };
}

/** Empties the VAT accounts of a term onto the settlement account. */
function settleVat(balances: RunningBalances, date: string): DemoEntry {
  const lines = vatAccounts
    .filter((account) => balances.of(account) !== 0)
    .map((account) => line(date, account, -balances.of(account)));
  const owed = vatAccounts.reduce((sum, account) => sum + balances.of(account), 0);
  if (owed !== 0) lines.push(line(date, '2740', owed));
  return { description: `Mva-oppgjør termin ${Number(date.slice(5, 7)) / 2}, ${date.slice(0, 4)}`, lines };
}

function payVat(balances: RunningBalances, date: string): DemoEntry {
  const owed = balances.of('2740');
  return {
    description: owed < 0 ? 'Betalt merverdiavgift' : 'Tilbakebetalt merverdiavgift',
    lines: [line(date, '2740', -owed), line(date, '1920', owed)],
  };
}

/**
 * Tax withheld and employer tax of two months, due on the 15th of the month after (skattebetalingsloven section 10-10).
 */
function payPayrollTaxes(balances: RunningBalances, date: string): DemoEntry {
  const [withheld, employerTax] = [balances.of('2600'), balances.of('2770')];
  return {
    description: 'Betalt forskuddstrekk og arbeidsgiveravgift',
    lines: [
      line(date, '2600', -withheld),
      line(date, '2770', -employerTax),
      line(date, '1920', withheld + employerTax),
    ],
  };
}
