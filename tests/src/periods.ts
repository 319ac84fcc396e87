import type { Bookkeeping } from './bookkeeping.ts';

/** The calendar month before this one in Oslo: over, so that its periods can be reconciled. */
export function lastMonth(): { readonly first: string; readonly last: string; day(number: number): string } {
  const first = Temporal.Now.plainDateISO('Europe/Oslo').with({ day: 1 }).subtract({ months: 1 });
  return {
    first: first.toString(),
    last: first.with({ day: first.daysInMonth }).toString(),
    day: (day) => first.with({ day }).toString(),
  };
}

/** Balances at the end of a day by account code; of accounts that were posted to. */
export async function balancesOn(
  { own, done }: Bookkeeping,
  day: string,
): Promise<{ readonly [code: string]: string }> {
  const query = new URLSearchParams({ client_account_id: String(own.client_account_id), as_of_date: day });
  const rows = (await done('GET', `/general-ledger-accounts/balances?${query}`)) as {
    readonly account_code: string;
    readonly balance: string;
  }[];
  return Object.fromEntries(rows.map(({ account_code, balance }) => [account_code, balance]));
}
