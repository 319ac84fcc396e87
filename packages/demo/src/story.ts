import { payPayrollTaxes, payVat, settleVat } from './authorities.ts';
import { type DemoEntry, line, type Ore, part, RunningBalances } from './book.ts';
import { createDice, type Dice } from './dice.ts';
import { holidayPay, payroll, purchase, reverseCharge, sale, settled } from './entries.ts';
import { type Equipment, type Trade, trades } from './setting.ts';
import { abroad, costs, goods, rates, weighted } from './wares.ts';

/** Ids of the records that the lines point at, as the platform gave them. */
export interface Cast {
  readonly customers: readonly { readonly id: number; readonly name: string }[];
  readonly suppliers: readonly { readonly id: number; readonly name: string }[];
  readonly departments: readonly [shop: number, roastery: number, office: number];
  readonly projects: readonly number[];
  readonly shareholders: readonly { readonly id: number; readonly name: string }[];
  readonly assets: Readonly<Record<Equipment, number>>;
  readonly tags: readonly number[];
}

const YEARS = [2024, 2025] as const;
const SALES_A_MONTH = 58;
const PURCHASES_A_MONTH = 24;

const day = (year: number, month: number, d: number): string =>
  Temporal.PlainDate.from({ year, month, day: d }, { overflow: 'constrain' }).toString();
const later = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

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
  // What was earned last year, which is paid in June.
  let holiday = { pay: 0, employerTax: 0 };
  post(opening(cast));
  for (const year of YEARS) {
    for (let month = 1; month <= 12; month++) {
      for (const entry of tradeOf(dice, cast, year, month, () => ++invoice)) post(entry);
      for (const entry of investmentsOf(cast, year, month)) post(entry);
      for (const entry of routineOf(dice, cast, year, month)) post(entry);
      const isHolidayMonth = month === 6 && holiday.pay > 0;
      post(isHolidayMonth ? holidayPay(day(year, month, 25), holiday) : wagesOf(dice, cast, year, month));
      if (month % 2 === 0) post(settleVat(balances, day(year, month, 31)));
      if (month % 2 === 0) post(payPayrollTaxes(balances, later(day(year, month, 31), 15)));
      if (month % 2 === 0 && balances.of('2740') !== 0) post(payVat(balances, later(day(year, month, 31), 10)));
    }
    holiday = { pay: -balances.of('2940'), employerTax: -balances.of('2780') };
  }
  return entries;
}

const wagesOf = (dice: Dice, cast: Cast, year: number, month: number): DemoEntry =>
  payroll(day(year, month, 25), 21_000_000 + dice.between(0, 30) * 50_000, cast.departments[2]);

/** What is bought to be kept: the lines name the asset, whose register writes it down. */
const investments = [
  { date: '2024-02-15', asset: 'roaster', trade: 'machines', what: 'Kaffebrenner', account: '1200', net: 38_500_000 },
  { date: '2024-03-04', asset: 'till', trade: 'office', what: 'Kassesystem', account: '1280', net: 4_800_000 },
  { date: '2024-08-19', asset: 'van', trade: 'cars', what: 'Varebil', account: '1235', net: 31_200_000 },
  { date: '2025-03-10', asset: 'espresso', trade: 'machines', what: 'Espressomaskin', account: '1200', net: 9_600_000 },
] as const;

function investmentsOf(cast: Cast, year: number, month: number): DemoEntry[] {
  const ofMonth = investments.filter(({ date }) => date.startsWith(day(year, month, 1).slice(0, 7)));
  return ofMonth.flatMap(({ date, asset, trade, what, account, net }) => {
    const supplier = supplierCalled(cast, trades[trade][0]);
    const dimensions = [{ relation_type: 'asset', relation_id: cast.assets[asset] }];
    const named = { supplier: supplier.id, supplierName: supplier.name };
    const bought = purchase({ ...named, date, what, account, vat: '1', net, dimensions });
    const paid = later(date, 14);
    return [bought, settled(paid, '2400', totalOf(bought, '2400'), supplier.id, `Betaling til ${supplier.name}`)];
  });
}

function opening(cast: Cast): DemoEntry {
  const date = '2024-01-02';
  return {
    description: 'Stiftelse: aksjekapital, banklån og inventar',
    lines: [
      line(date, '1250', 54_000_000, { dimensions: [{ relation_type: 'asset', relation_id: cast.assets.shop }] }),
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
    const supplier = supplierOf(dice, cast, kind.trade);
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
  const supplier = supplierOf(dice, cast, kind.trade);
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

const supplierOf = (dice: Dice, cast: Cast, trade: Trade) => supplierCalled(cast, dice.pick<string>(trades[trade]));

function supplierCalled(cast: Cast, name: string) {
  const found = cast.suppliers.find((supplier) => supplier.name === name);
  if (!found) throw new Error(`Nobody in the cast is called ${name}`);
  return found;
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
  const landlord = supplierCalled(cast, trades.rent[0]);
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
    ...['power', 'telephone'].map((trade) => {
      const supplier = supplierCalled(cast, trades[trade as 'power' | 'telephone'][0]);
      const [what, account, low, high] =
        trade === 'power'
          ? (['Strøm', '6340', 450_000, 1_400_000] as const)
          : (['Telefon', '6900', 90_000, 160_000] as const);
      return purchase({
        date: day(year, month, 12),
        supplier: supplier.id,
        supplierName: supplier.name,
        what,
        account,
        vat: '1',
        net: dice.between(low, high),
        dimensions: [{ relation_type: 'department', relation_id: office }],
      });
    }),
    { description: 'Kortgebyr', lines: [line(end, '7770', dice.between(20_000, 90_000)), line(end, '1920', 0)] },
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
