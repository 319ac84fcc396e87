import type { Bench } from '../bench.ts';
import type { HttpLoad } from '../load/load.ts';
import { wireRequest } from './wire.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Whole months over two years. */
export const PERIOD: Period = { from: '2025-01-01', to: '2025-12-31' };

const pathOf = (company: number, { from, to }: Period = PERIOD): string =>
  `/api/v2/reports/trial-balance?client_account_id=${company}&date_from=${from}&date_to=${to}`;

/** One reader of a company's report through the gateway. */
export async function trialBalanceLoad(bench: Bench, company: number, period?: Period): Promise<HttpLoad> {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const headers = { authorization: `Bearer ${await token()}`, accept: 'application/json' };
  return {
    origin,
    connections: 1,
    requests: [wireRequest(origin, { method: 'GET', path: pathOf(company, period), headers })],
    status: 200,
    holds: '"outgoing_balance":',
  };
}

/** The same figures from the lines themselves, for one company: what is before the period, in it, and both. */
export const RAW_SUMS = ({ from, to }: Period): string => `
  select a.account_code, s.* from (
    select account_id, coalesce(sum(debit - credit) filter (where posting_date < '${from}'), 0) as incoming,
      coalesce(sum(debit) filter (where posting_date >= '${from}'), 0) as debit, coalesce(sum(credit) filter (where posting_date >= '${from}'), 0) as credit
    from journal_lines where client_account_id = $1 and posting_date <= '${to}' group by account_id) s join accounts a on a.id = s.account_id`;

/** Debits and credits of every account must be those of the lines, to the last øre. */
export async function assertTrialBalance(bench: Bench, company: number): Promise<void> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const response = await fetch(new URL(pathOf(company), gatewayUrl), {
    headers: { authorization: `Bearer ${await token()}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The trial balance was answered with ${response.status}: ${text.slice(0, 300)}`);
  // Numbers as they are printed: a float would hide a difference.
  const shown = new Map(
    [...text.matchAll(/"account_code":"(\d+)".*?"debit":([-\d.]+),"credit":([-\d.]+)/g)].map(
      ([, code, debit, credit]) => [code!, `${debit} ${credit}`],
    ),
  );
  const sql = await bench.sql();
  const rows = await sql.unsafe<{ account_code: string; debit: string; credit: string }[]>(RAW_SUMS(PERIOD), [
    String(company),
  ]);
  const printed = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  for (const { account_code, debit, credit } of rows) {
    const wanted = `${printed(debit)} ${printed(credit)}`;
    if (shown.get(account_code) !== wanted)
      throw new Error(
        `Account ${account_code} of company ${company} shows ${shown.get(account_code)}, its lines say ${wanted}`,
      );
  }
  if (rows.length === 0) throw new Error(`Company ${company} has no lines to add up`);
}
