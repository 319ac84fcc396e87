import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import { fillBooks, settleBooks } from './large-books.ts';

const LINES = 1_000_000;
const ACCOUNTS = 300;

interface Period {
  readonly id: number;
  readonly period_start: string;
  readonly period_end: string;
}

/** A company whose periods were not prepared yet, with a million lines on three hundred accounts. */
export async function companyToPrepare(bench: Bench): Promise<number> {
  const companies = await bench.companies();
  const company = await companies.add({ isPosted: false });
  const sql = await bench.sql();
  const shape = { userId: companies.userId, accounts: ACCOUNTS, lines: Math.round(LINES * bench.scale.lines) };
  await fillBooks(sql, company, shape, bench.say);
  await settleBooks(sql);
  await (await callerOf(bench)).send('PATCH', `/api/v2/client-accounts/${company.id}/settings`, {
    ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
  });
  return company.id;
}

/** Prepares all periods. @returns them, and how long it took */
export async function preparePeriods(
  bench: Bench,
  company: number,
): Promise<{ readonly millis: number; readonly periods: readonly Period[] }> {
  const api = await callerOf(bench);
  const started = performance.now();
  const { data } = await api.send<{ data: readonly Period[] }>('POST', '/api/v2/reconciliation-periods?per_page=1000', {
    client_account_id: company,
  });
  return { millis: performance.now() - started, periods: data };
}

/** Milliseconds that the trial balances of all periods take, one after the other. */
export async function trialBalancesOf(bench: Bench, company: number, periods: readonly Period[]): Promise<number> {
  const api = await callerOf(bench);
  const started = performance.now();
  for (const { period_start: from, period_end: to } of periods)
    await api.get(`/api/v2/reports/trial-balance?client_account_id=${company}&date_from=${from}&date_to=${to}`);
  return performance.now() - started;
}

/** How many records and drafts the periods have. @throws when one has none */
export async function countRecords(bench: Bench, periods: readonly Period[]): Promise<number> {
  const api = await callerOf(bench);
  let records = 0;
  for (const { id } of periods) {
    const { scopes } = await api.get<{ scopes: readonly { readonly external_reconciliation: unknown }[] }>(
      `/api/v2/reconciliation-periods/${id}`,
    );
    if (scopes.length === 0) throw new Error(`Nothing is reconciled in period ${id}`);
    records += scopes.filter((scope) => scope.external_reconciliation !== null).length;
  }
  return records;
}

async function callerOf(bench: Bench) {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  return createCaller(gatewayUrl, await token());
}
