import { type DemoEntry, line, type Ore, part } from './book.ts';
import type { Caller } from './http.ts';

/** Rate of the tax on the income of companies, in hundredths of a percent. */
const TAX_RATE = 2200;
const KRONE = 100;
/** Entries of `closingOf`. */
export const CLOSING_ENTRIES = 5;

/**
 * What closes the first year when its result is known: tax, the appropriation of the result (aksjeloven section 8-1),
 * and in the year after the two payments of tax (skattebetalingsloven section 10-20) and the dividend.
 * @param profit before tax
 */
export function closingOf(profit: Ore): readonly DemoEntry[] {
  if (profit <= 0) throw new Error(`The demo company has made a loss of ${-profit} øre in its first year`);
  const end = '2024-12-31';
  const tax = Math.floor(part(profit, TAX_RATE) / KRONE) * KRONE;
  const dividend = Math.floor(part(profit - tax, 3000) / (1_000 * KRONE)) * 1_000 * KRONE;
  const half = Math.floor(tax / 2 / KRONE) * KRONE;
  const entry = (description: string, date: string, ...amounts: readonly (readonly [string, Ore])[]): DemoEntry => ({
    description,
    lines: amounts.map(([account, ore]) => line(date, account, ore)),
  });
  return [
    entry('Skattekostnad 2024', end, ['8300', tax], ['2500', -tax]),
    entry(
      'Disponering av årsresultatet 2024',
      end,
      ['8920', dividend],
      ['2800', -dividend],
      ['8960', profit - tax - dividend],
      ['2050', -(profit - tax - dividend)],
    ),
    entry('Forskuddsskatt, første termin', '2025-02-15', ['2500', half], ['1920', -half]),
    entry('Forskuddsskatt, andre termin', '2025-04-15', ['2500', tax - half], ['1920', half - tax]),
    entry('Utbetalt utbytte for 2024', '2025-06-12', ['2800', dividend], ['1920', -dividend]),
  ];
}

/** The result of the first year before tax, as the ledger has it. */
export async function profitOf(api: Caller, clientAccountId: number): Promise<Ore> {
  const rows = await api.get<{ account_code: string; balance: number }[]>(
    `/api/v2/reports/balance-sheet?client_account_id=${clientAccountId}&report_date=2024-12-31`,
  );
  const result = rows.find(({ account_code }) => account_code === '2099');
  return result === undefined ? 0 : -Math.round(result.balance * 100);
}

/** Writes down what the company owns, month by month to the end of its two years. */
export async function depreciate(api: Caller, clientAccountId: number): Promise<void> {
  for (const until of ['2024-12-31', '2025-12-31']) {
    try {
      await api.send('POST', '/api/v2/assets/depreciate', { client_account_id: clientAccountId, until });
    } catch (error) {
      // Who closed the year meanwhile has said that nothing more is to be booked in it.
      if ((error as { code?: string }).code !== 'accounting.period_locked') throw error;
    }
  }
}
