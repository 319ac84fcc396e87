import { type DemoEntry, line, type Ore } from './book.ts';
import type { Caller } from './http.ts';
import type { Distribution } from './plan/annual.ts';
import { postOnce } from './posting.ts';

/** Entries of `closingOf`. */
export const CLOSING_ENTRIES = 2;

/**
 * What closes a year when its result is known: its tax, and the appropriation of the result (aksjeloven section 8-1).
 * Neither touches the bank, whose statements are there by then.
 * @param profit before tax as the ledger has it, where visitors may have booked as well
 */
export function closingOf(year: number, { tax, dividend }: Distribution, profit: Ore): readonly DemoEntry[] {
  const end = `${year}-12-31`;
  const entry = (description: string, ...amounts: readonly (readonly [string, Ore])[]): DemoEntry => ({
    description,
    lines: amounts.map(([account, ore]) => line(end, account, ore)),
  });
  const kept = profit - tax - dividend;
  return [
    entry(`Skattekostnad ${year}`, ['8300', tax], ['2500', -tax]),
    entry(
      `Disponering av årsresultatet ${year}`,
      ['8920', dividend],
      ['2800', -dividend],
      ['8960', kept],
      ['2050', -kept],
    ),
  ];
}

/** Books once what closes the years whose accounts are settled. */
export async function closeYears(
  api: Caller,
  clientAccountId: number,
  closed: readonly (Distribution & { readonly year: number })[],
): Promise<void> {
  for (const { year, ...distribution } of closed) {
    const closing = async () => closingOf(year, distribution, await profitOf(api, clientAccountId, year));
    await postOnce(api, clientAccountId, closing, Number(`${year}1231`));
  }
}

/** The result of a year before tax, as the ledger has it. */
async function profitOf(api: Caller, clientAccountId: number, year: number): Promise<Ore> {
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

/**
 * Locks the years that are closed, unless a lock closes as much.
 * @param last the last one of them
 */
export async function lockUntil(owner: Caller, clientAccountId: number, last: number | undefined): Promise<void> {
  if (last === undefined) return;
  const locks = await owner.get<{ data: { locked_until_date: string }[] }>(
    `/api/v2/period-locks?client_account_id=${clientAccountId}`,
  );
  if (locks.data.some((lock) => lock.locked_until_date >= `${last}-12-31`)) return;
  await owner.send('POST', '/api/v2/period-locks', {
    ...{ client_account_id: clientAccountId, locked_until_date: `${last}-12-31` },
    locking_comment: `Årsregnskapet for ${last} er avlagt`,
  });
}
