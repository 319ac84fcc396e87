import type { Bench } from '../bench.ts';
import type { HttpLoad } from '../load/load.ts';
import { PERIOD } from './trial-balance.ts';
import { wireRequest } from './wire.ts';

/** Whole months, as a year is closed. */
const paths = {
  balanceSheet: `balance-sheet?report_date=${PERIOD.to}`,
  incomeStatement: `income-statement?date_from=${PERIOD.from}&date_to=${PERIOD.to}`,
} as const;

/** What an answer that has rows holds. */
const held = { balanceSheet: '"balance":', incomeStatement: '"period_debit_movements":' } as const;

export type Statement = keyof typeof paths;

/** One reader of a company's statement through the gateway. */
export async function statementLoad(bench: Bench, statement: Statement, company: number): Promise<HttpLoad> {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const headers = { authorization: `Bearer ${await token()}`, accept: 'application/json' };
  const path = `/api/v2/reports/${paths[statement]}&client_account_id=${company}`;
  return {
    origin,
    connections: 1,
    requests: [wireRequest(origin, { method: 'GET', path, headers })],
    status: 200,
    holds: held[statement],
  };
}
