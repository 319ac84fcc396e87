import type { Caller } from './http.ts';

interface Account {
  readonly account_code: string;
  readonly account_name: string;
}
interface Moved extends Account {
  readonly period_debit_movements: Readonly<Record<string, number>>;
}
interface Balance extends Account {
  readonly balance: number;
}
/** An account in several years: øre, income and debt positive where its part of the page shows it so. */
interface Row {
  readonly code: string;
  readonly name: string;
  readonly ore: readonly number[];
}

const oreOf = (amount: number): number => Math.round(amount * 100);

/** Kroner with a space between thousands: the øre are rounded away. */
const kroner = (ore: number): string =>
  `${ore < 0 ? '-' : ''}${String(Math.round(Math.abs(ore) / 100)).replace(/\B(?=(\d{3})+$)/g, ' ')}`;

/** Accounts of some years side by side, in the order of their numbers. */
function sideBySide(years: readonly (readonly (Account & { readonly ore: number })[])[]): readonly Row[] {
  const accounts = new Map(years.flat().map(({ account_code, account_name }) => [account_code, account_name]));
  return [...accounts].sort().map(([code, name]) => ({
    ...{ code, name },
    ore: years.map((year) => year.find(({ account_code }) => account_code === code)?.ore ?? 0),
  }));
}

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A part of a statement: its accounts and their sum. */
function partOf(title: string, rows: readonly Row[], sign: 1 | -1): readonly string[] {
  const sums = rows[0]?.ore.map((_, n) => rows.reduce((sum, { ore }) => sum + ore[n]!, 0)) ?? [];
  return [
    ...rows.map(({ code, name, ore }) => tableLine([code, name, ...ore.map((one) => kroner(sign * one))])),
    tableLine(['', `**${title}**`, ...sums.map((sum) => `**${kroner(sign * sum)}**`)]),
  ];
}

const within = (rows: readonly Row[], from: string, to: string): readonly Row[] =>
  rows.filter(({ code }) => code >= from && code < to);

/**
 * A page of Markdown with the income statement and the balance sheet of the years that are closed, as the reports of a
 * running platform have them.
 */
export async function demoPage(api: Caller, clientAccountId: number, years: readonly number[]): Promise<string> {
  const of = `client_account_id=${clientAccountId}`;
  const moved = await Promise.all(
    years.map(async (year) => {
      const span = `date_from=${year}-01-01&date_to=${year}-12-31`;
      const rows = await api.get<readonly Moved[]>(`/api/v2/reports/income-statement?${of}&${span}`);
      return rows.map(({ period_debit_movements, ...account }) => ({
        ...account,
        ore: Object.values(period_debit_movements).reduce((sum, amount) => sum + oreOf(amount), 0),
      }));
    }),
  );
  const standing = await Promise.all(
    years.map(async (year) => {
      const rows = await api.get<readonly Balance[]>(`/api/v2/reports/balance-sheet?${of}&report_date=${year}-12-31`);
      return rows.map(({ balance, ...account }) => ({ ...account, ore: oreOf(balance) }));
    }),
  );
  const [result, sheet] = [sideBySide(moved), sideBySide(standing)];
  const head = [tableLine(['Account', 'Name', ...years.map(String)]), `|---|---|${years.map(() => '---:|').join('')}`];
  return [
    ...[...INTRODUCTION, '', '## Income statement', '', ...head],
    ...partOf('Operating income', within(result, '3', '4'), -1),
    ...partOf('Operating expenses', within(result, '4', '8'), 1),
    ...partOf('Operating profit', within(result, '3', '8'), -1).slice(-1),
    ...partOf('Financial items', within(result, '8', '83'), -1),
    ...partOf('Profit before tax', within(result, '3', '83'), -1).slice(-1),
    ...partOf('Tax', within(result, '83', '88'), 1),
    ...partOf('Profit of the year', within(result, '3', '88'), -1).slice(-1),
    ...['', '## Balance sheet at the end of the year', '', ...head],
    ...partOf('Assets', within(sheet, '1', '2'), 1),
    ...partOf('Equity', within(sheet, '20', '21'), -1),
    ...partOf('Debt', within(sheet, '21', '3'), -1),
    ...partOf('Equity and debt', within(sheet, '2', '3'), -1).slice(-1),
    '',
  ].join('\n');
}

const INTRODUCTION = [
  '# The books of the demo company',
  '',
  'Nordlys Kaffebrenneri AS roasts coffee in Bodø, sells it to cafés and hotels by invoice, and serves it in a bar of',
  'its own, which opened in May of the first year. It was founded on 2 January 2024, and `npm start` keeps its books',
  'up to yesterday: a later start adds what has happened since. Years whose annual accounts are due are locked.',
  '',
  '- Sales: the tills day by day, 25 % VAT on what is served and 15 % on what is taken away, each on its account;',
  '  invoices with KID, export among them, with a credit note for a part of one; documents since 2025, those of that',
  '  year as another program made them.',
  '- Purchases: food at 15 %, the rest at 25 %, travel at 12 %, coffee from abroad by reverse charge, paid at another',
  '  rate than billed; since 2025 electronic invoices with their files.',
  '- Wages with holiday pay that is accrued and paid in June, pension, employer tax of zone IVa, withheld tax on an',
  '  account of its own.',
  '- A loan with interest and instalments, insurance paid ahead, stock that is counted, accruals that are taken back,',
  '  a mistake put right.',
  '- VAT settled and paid term by term, tax and the appropriation of each closed year, depreciation by the register of',
  '  assets.',
  '- A bank whose statements follow the books but for a fee, a purchase without a voucher and an invoice that was paid',
  '  twice; payments in every state; the first VAT term reconciled, the second opened again by a late posting.',
  '',
  'A second company, Havnegata Frisør AS, was founded in 2025: a hairdresser with three employees, with rent, power,',
  'insurance, pension, VAT term by term, and the tax and the dividend of its closed year.',
  '',
  'Amounts are kroner. This page is made by `npm run demo-page` from the reports of a running platform.',
] as const;
