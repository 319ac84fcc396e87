import { type DemoEntry, line, type Ore, part } from './book.ts';
import type { Caller } from './http.ts';
import { businessDay } from './plan/calendar.ts';

/** Rate of the tax on the income of companies, in hundredths of a percent. */
const TAX_RATE = 2200;
const KRONE = 100;
/** Entries of `closingOf`. */
export const CLOSING_ENTRIES = 5;

/** What a year's end pays over the bank in the year after it, and when. */
export const closingPayments = (year: number) =>
  [
    { date: businessDay(`${year + 1}-02-15`), text: 'Forskuddsskatt, første termin' },
    { date: businessDay(`${year + 1}-04-15`), text: 'Forskuddsskatt, andre termin' },
    { date: businessDay(`${year + 1}-06-12`), text: `Utbetalt utbytte for ${year}` },
  ] as const;

/** The years that are closed on a day: those whose annual accounts were due by then, on 30 June of the year after. */
export function closedYears(until: string): readonly number[] {
  const last = Number(until.slice(0, 4)) - (until.slice(5) >= '06-30' ? 1 : 2);
  return Array.from({ length: Math.max(0, last - 2023) }, (_, n) => 2024 + n);
}

/**
 * What closes a year when its result is known: tax, the appropriation of the result (aksjeloven section 8-1), and in
 * the year after the two payments of tax (skattebetalingsloven section 10-20) and the dividend.
 * @param profit before tax
 */
export function closingOf(year: number, profit: Ore): readonly DemoEntry[] {
  if (profit <= 0) throw new Error(`The demo company has made a loss of ${-profit} øre in ${year}`);
  const end = `${year}-12-31`;
  const tax = Math.floor(part(profit, TAX_RATE) / KRONE) * KRONE;
  const dividend = Math.floor(part(profit - tax, 3000) / (1_000 * KRONE)) * 1_000 * KRONE;
  const half = Math.floor(tax / 2 / KRONE) * KRONE;
  const [first, second, paidOut] = closingPayments(year);
  const entry = (description: string, date: string, ...amounts: readonly (readonly [string, Ore])[]): DemoEntry => ({
    description,
    lines: amounts.map(([account, ore]) => line(date, account, ore)),
  });
  return [
    entry(`Skattekostnad ${year}`, end, ['8300', tax], ['2500', -tax]),
    entry(
      `Disponering av årsresultatet ${year}`,
      end,
      ['8920', dividend],
      ['2800', -dividend],
      ['8960', profit - tax - dividend],
      ['2050', -(profit - tax - dividend)],
    ),
    entry(first.text, first.date, ['2500', half], ['1920', -half]),
    entry(second.text, second.date, ['2500', tax - half], ['1920', half - tax]),
    entry(paidOut.text, paidOut.date, ['2800', dividend], ['1920', -dividend]),
  ];
}

/** The result of a year before tax, as the ledger has it. */
export async function profitOf(api: Caller, clientAccountId: number, year: number): Promise<Ore> {
  const rows = await api.get<{ account_code: string; balance: number }[]>(
    `/api/v2/reports/balance-sheet?client_account_id=${clientAccountId}&report_date=${year}-12-31`,
  );
  const result = rows.find(({ account_code }) => account_code === '2099');
  return result === undefined ? 0 : -Math.round(result.balance * 100);
}

/** Writes down what the company owns, month by month to the end of the last one that is over. */
export async function depreciate(api: Caller, clientAccountId: number, until: string): Promise<void> {
  const over = Temporal.PlainDate.from(until).with({ day: 1 }).subtract({ days: 1 });
  const ends = Array.from({ length: over.year - 2024 }, (_, n) => `${2024 + n}-12-31`);
  for (const end of [...ends, over.toString()]) {
    try {
      await api.send('POST', '/api/v2/assets/depreciate', { client_account_id: clientAccountId, until: end });
    } catch (error) {
      // Who closed the year meanwhile has said that nothing more is to be booked in it.
      if ((error as { code?: string }).code !== 'accounting.period_locked') throw error;
    }
  }
}
