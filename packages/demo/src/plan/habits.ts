import type { Ore } from '../book.ts';
import type { Trade } from '../setting.ts';

/** Something that is bought again and again from one supplier. */
export interface Habit {
  readonly trade: Trade;
  readonly what: string;
  readonly account: string;
  readonly vat: string;
  /**
   * A day of each month, or with `weekday` that one of each week (1 is Monday); the next business day where nobody
   * delivers on it.
   */
  readonly day?: number;
  readonly weekday?: number;
  /** Months in which it is bought; all when left out. */
  readonly months?: readonly number[];
  readonly low: Ore;
  readonly high: Ore;
  /** Days until it is paid. */
  readonly terms: number;
  /** 0 the shop, 1 the roastery, 2 the office. */
  readonly department: 0 | 1 | 2;
  /** Prefix of the numbers of bills that come with their files. */
  readonly paper?: string;
  /** The first year in which a bill is a document with its file; never when left out. */
  readonly paperSince?: number;
  /** The first month in which it is bought, as `2024-04`; the first of all when left out. */
  readonly since?: string;
  /** Which of the projects it is for. */
  readonly project?: 0 | 1 | 2;
  /** Percent of it from January on. */
  readonly season?: readonly number[];
}

/** The month in which the bar opens. */
const BAR_OPENS = '2024-05';
const winter = [150, 145, 130, 105, 85, 70, 65, 70, 85, 105, 125, 145];

/** What the company buys at home. Food has 15 % VAT, travel 12 %, insurance none. */
export const habits: readonly Habit[] = [
  {
    ...{ trade: 'rent', what: 'Husleie', account: '6300', vat: '1', day: 2, low: 2_300_000, high: 2_300_000 },
    ...{ terms: 10, department: 0 },
  },
  {
    ...{ trade: 'grocery', what: 'Melk, sukker og matvarer', account: '4310', vat: '11', weekday: 2 },
    ...{ low: 300_000, high: 520_000, terms: 14, department: 0, since: BAR_OPENS },
  },
  {
    ...{ trade: 'bakery', what: 'Bakervarer', account: '4310', vat: '11', weekday: 5, low: 220_000, high: 410_000 },
    ...{ terms: 14, department: 0, since: BAR_OPENS },
  },
  {
    ...{ trade: 'coffee', what: 'Råkaffe', account: '4010', vat: '11', day: 6, low: 1_800_000, high: 3_400_000 },
    ...{ terms: 30, department: 1, paper: 'NK-', paperSince: 2025 },
  },
  {
    ...{ trade: 'packaging', what: 'Kaffeposer og kopper', account: '4000', vat: '1', day: 9 },
    ...{ low: 520_000, high: 1_080_000, terms: 30, department: 1, paper: 'EØ-', paperSince: 2026 },
  },
  {
    ...{ trade: 'carrier', what: 'Frakt til kunder', account: '6100', vat: '1', day: 19, low: 210_000, high: 460_000 },
    ...{ terms: 30, department: 1, paper: 'NF-', paperSince: 2026 },
  },
  {
    ...{ trade: 'power', what: 'Strøm', account: '6340', vat: '1', day: 12, low: 700_000, high: 900_000, terms: 14 },
    ...{ department: 1, season: winter },
  },
  {
    ...{ trade: 'telephone', what: 'Telefon og bredbånd', account: '6900', vat: '1', day: 12 },
    ...{ low: 95_000, high: 145_000, terms: 14, department: 2 },
  },
  {
    ...{ trade: 'accounting', what: 'Regnskap', account: '6705', vat: '1', day: 15, low: 620_000, high: 780_000 },
    ...{ terms: 14, department: 2 },
  },
  {
    ...{ trade: 'cleaning', what: 'Renhold', account: '6360', vat: '1', day: 18, low: 260_000, high: 310_000 },
    ...{ terms: 14, department: 0, since: BAR_OPENS },
  },
  {
    ...{ trade: 'fuel', what: 'Drivstoff', account: '7000', vat: '1', day: 28, low: 110_000, high: 240_000 },
    ...{ terms: 14, department: 1 },
  },
  {
    ...{ trade: 'office', what: 'Kontorrekvisita', account: '6800', vat: '1', day: 21, low: 40_000, high: 190_000 },
    ...{ terms: 14, department: 2 },
  },
  {
    ...{ trade: 'machines', what: 'Service på brenneri og maskiner', account: '6620', vat: '1', day: 20 },
    ...{ months: [2, 5, 8, 11], low: 420_000, high: 980_000, terms: 20, department: 1 },
  },
  {
    ...{ trade: 'cars', what: 'Service på varebil', account: '7020', vat: '1', day: 23, months: [4, 10] },
    ...{ low: 380_000, high: 720_000, terms: 14, department: 1 },
  },
  {
    ...{ trade: 'marketing', what: 'Annonser', account: '7320', vat: '1', day: 7, months: [3, 5, 9, 11] },
    ...{ low: 600_000, high: 1_500_000, terms: 20, department: 2, project: 2 },
  },
  {
    ...{ trade: 'travel', what: 'Reise til messe', account: '7140', vat: '13', day: 10, months: [2, 6, 10] },
    ...{ low: 260_000, high: 720_000, terms: 14, department: 2 },
  },
  {
    ...{ trade: 'insurance', what: 'Forsikring av varebil', account: '7040', vat: '0', day: 16, months: [9] },
    ...{ low: 940_000, high: 980_000, terms: 20, department: 1 },
  },
  {
    ...{ trade: 'audit', what: 'Revisjon av årsregnskapet', account: '6700', vat: '1', day: 24, months: [4] },
    ...{ since: '2025-01', low: 2_450_000, high: 2_650_000, terms: 20, department: 2 },
  },
];

/** What is bought abroad; the company works out the VAT itself. Amounts in hundredths of the currency. */
export const foreignHabits = [
  {
    ...{ trade: 'farm', what: 'Råkaffe fra Guatemala', account: '4010', vat: '83', currency: 'USD', day: 15 },
    ...{ months: [2, 5, 8, 11], low: 480_000, high: 720_000, terms: 30, department: 1 },
  },
  {
    ...{ trade: 'union', what: 'Råkaffe fra Etiopia', account: '4010', vat: '83', currency: 'USD', day: 16 },
    ...{ months: [1, 4, 7, 10], low: 450_000, high: 690_000, terms: 30, department: 1, project: 1 },
  },
  {
    ...{
      trade: 'roasters',
      what: 'Reservedeler til kaffebrenner',
      account: '6620',
      vat: '81',
      currency: 'EUR',
      day: 15,
    },
    ...{ months: [3, 6, 9, 12], low: 35_000, high: 160_000, terms: 29, department: 1 },
  },
  {
    ...{ trade: 'cloud', what: 'Nettbutikk og kassesystem', account: '6421', vat: '86', currency: 'USD', day: 3 },
    ...{ low: 9_500, high: 13_500, terms: 7, department: 2 },
  },
] as const satisfies readonly (Habit & { readonly currency: string })[];

/** Kroner per unit in millionths, near what they were; each month moves them a little. */
export const rates: Readonly<Record<string, number>> = { EUR: 11_650_000, USD: 10_750_000 };
