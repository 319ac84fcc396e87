import { expect } from 'vitest';
import type { Bookkeeping } from './bookkeeping.ts';
import type { LastMonth } from './last-month.ts';

/** A record of an external reconciliation, as far as journeys look at it. */
export interface ExternalRecord {
  readonly id: number;
  readonly is_draft: boolean;
  readonly reconciliation_method: string | null;
  readonly ledger_amount: string;
  readonly difference: string;
}
export interface Scope {
  readonly key: string;
  readonly reconciler: string;
  readonly label: string;
  readonly dimension: object | null;
  readonly is_overdue: boolean;
  readonly readiness_reason: string | null;
  readonly external_reconciliation: ExternalRecord | null;
}
export interface Period {
  readonly id: number;
  readonly status: string;
  readonly period_end: string;
  readonly scopes: readonly Scope[];
}
type Month = Pick<LastMonth, 'last'>;

/** Prepares the periods of a company and reads the one of a month. */
export async function preparePeriods(books: Bookkeeping, month: Month): Promise<Period> {
  await books.done('POST', '/reconciliation-periods', books.own);
  return periodOf(books, month);
}

/** The period that ends with a month, with its scopes. */
export async function periodOf({ own, done }: Bookkeeping, { last }: Month): Promise<Period> {
  const { data } = await done('GET', `/reconciliation-periods?client_account_id=${own.client_account_id}`);
  const found = (data as Period[]).filter(({ period_end }) => period_end === last);
  expect(found, JSON.stringify(data)).toHaveLength(1);
  return done('GET', `/reconciliation-periods/${found[0]!.id}`);
}

/** Explains the whole difference of a draft of the periods, which reconciles it. */
export const explainDraft = ({ done }: Bookkeeping, { id, difference }: ExternalRecord): Promise<ExternalRecord> =>
  done('PATCH', `/external-reconciliations/${id}`, {
    items: [{ description: 'Avstemt mot grunnlaget', amount: difference }],
    is_draft: false,
  });

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
