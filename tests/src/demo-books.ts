import { officialFaults } from '@app/testing/official-schema';
import { expect } from 'vitest';
import type { Answer } from './system.ts';

/** Asks the API as somebody who may read the demo company. */
export type Ask = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;
export interface BookedLine {
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
}
export const ore = (amount: string): number => Math.round(Number(amount) * 100);

const listsOfBank = [
  'bank-accounts',
  'bank-statements',
  'bank-transactions',
  'receivable-payments',
  'reconciliations',
  'external-reconciliations',
  'payments',
] as const;

/** How many journal entries a company has, of one origin when it is given. */
export async function countEntries(ask: Ask, account: number, type?: string): Promise<number> {
  const of = type === undefined ? '' : `&relation_type=${type}`;
  return (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}${of}`)).body.meta.records;
}

/** How many of its entries come from invoices, credit notes and bills. */
export async function countOfDocuments(ask: Ask, account: number): Promise<number> {
  const counts = await Promise.all(['ARINV', 'ARCRN', 'APINV'].map((type) => countEntries(ask, account, type)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How much stands in each list of the bank; proposals come by themselves and are left out. */
export async function lengthsAtBank(ask: Ask, account: number): Promise<readonly (readonly [string, number])[]> {
  return Promise.all(
    listsOfBank.map(async (list) => {
      const own = list === 'reconciliations' ? '&is_draft=false' : '';
      const path = `/api/v2/${list}?client_account_id=${account}&per_page=1${own}`;
      return [list, (await ask('GET', path)).body.meta.records as number] as const;
    }),
  );
}

/** The payments by the names of the demo company for them, and what has become of each. */
export async function paymentsOf(ask: Ask, account: number): Promise<readonly (readonly [string, string])[]> {
  const { data } = (await ask('GET', `/api/v2/payments?client_account_id=${account}`)).body;
  const payments = data as { external_id: string; status: string }[];
  return payments.map(({ external_id, status }) => [external_id, status] as const).sort();
}

/**
 * The statements of both accounts follow each other without a gap. Gives by how many øre the bank has more than the
 * books on the current account.
 * @param months as many statements there are at least of each account
 */
export async function bankLessBooks(ask: Ask, account: number, months: number): Promise<number> {
  const of = `client_account_id=${account}`;
  const { data: house } = (await ask('GET', `/api/v2/bank-accounts?${of}&per_page=1000`)).body;
  const idOf = (type: string) => house.find((one: { type: string; name: string }) => one.name === type).id;
  const statementsOf = async (name: string): Promise<{ opening_balance: string; closing_balance: string }[]> =>
    (await ask('GET', `/api/v2/bank-statements?${of}&bank_account_id=${idOf(name)}&per_page=1000`)).body.data;
  const statements = await statementsOf('Driftskonto');
  for (const list of [statements, await statementsOf('Skattetrekkskonto')]) {
    expect(list.length).toBeGreaterThanOrEqual(months);
    for (const [n, { opening_balance }] of list.entries())
      expect(opening_balance).toBe(n === 0 ? '0.00' : list[n - 1]!.closing_balance);
  }
  const rows = (await ask('GET', `/api/v2/reports/balance-sheet?${of}&report_date=2027-12-31`)).body as {
    account_code: string;
    balance: number;
  }[];
  const books = Math.round(rows.find(({ account_code }) => account_code === '1920')!.balance * 100);
  return ore(statements.at(-1)!.closing_balance) - books;
}

/** The first VAT term is reconciled, the second opened again by a late posting, and those after them are open. */
export async function expectPeriods(ask: Ask, account: number, atLeastOpen: number): Promise<void> {
  const path = `/api/v2/reconciliation-periods?client_account_id=${account}&per_page=1000`;
  const periods = (await ask('GET', path)).body.data as { status: string; period_end: string }[];
  const ending = (status: string) => periods.filter((one) => one.status === status).map(({ period_end }) => period_end);
  expect([ending('RECONCILED'), ending('REOPENED')]).toEqual([['2024-02-29'], ['2024-04-30']]);
  expect(ending('OPEN').length).toBeGreaterThanOrEqual(atLeastOpen);
}

/**
 * The bank and the books differ by what is meant to be found: a fee, a purchase without a voucher, and an invoice that
 * was paid twice.
 */
export async function expectAlmostMatchingBank(ask: Ask, account: number): Promise<void> {
  const of = `client_account_id=${account}`;
  for (const [list, length] of await lengthsAtBank(ask, account)) expect(length, list).toBeGreaterThan(0);
  const invoices = (await ask('GET', `/api/v2/documents?${of}&document_type=ARINV&per_page=1000`)).body.data as {
    order_reference: string;
    total_amount: string;
    payment_ref: string;
    payment_status: string;
    document_date: string;
  }[];
  const twice = invoices.find((one) => one.order_reference === 'B-2026-01-1')!;
  expect(await bankLessBooks(ask, account, 30)).toBe(-7_500 - 124_900 + ore(twice.total_amount));
  const unpaid = invoices.filter((one) => one.payment_status !== 'PAID' && one.document_date < '2026');
  expect(unpaid).toEqual([]);
  const { data: advices } = (await ask('GET', `/api/v2/receivable-payments?${of}&per_page=1000`)).body;
  const references = advices.map((one: { structured_reference: string }) => one.structured_reference);
  expect(references.filter((reference: string) => reference === twice.payment_ref)).toHaveLength(2);
  await expectPeriods(ask, account, 11);
  const sheet = await ask('GET', `/api/v2/journal-entries?${of}&date_from=2026-01-13&date_to=2026-01-13&with=lines`);
  const lines = (sheet.body.data as { lines: BookedLine[] }[]).flatMap((entry) => entry.lines);
  const exchange = lines.find(({ account_code }) => account_code === '8160');
  expect(ore(exchange?.debit ?? '0')).toBeGreaterThan(0);
}

/**
 * What an accountant looks at first: the closed year adds up to nothing left, its VAT and that of the last year is
 * settled, and the file of all years is valid.
 * @param lastYear the last one that is over
 */
export async function expectSoundBooks(ask: Ask, account: number, lastYear: number): Promise<void> {
  const sheetOf = async (year: number) =>
    (await ask('GET', `/api/v2/reports/balance-sheet?client_account_id=${account}&report_date=${year}-12-31`)).body as {
      account_code: string;
      balance: number;
    }[];
  const rows = await sheetOf(2024);
  expect(rows.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0)).toBe(0);
  const codes = rows.map(({ account_code }) => account_code);
  expect(codes).toEqual(expect.arrayContaining(['1209', '1250', '2000', '2050', '2500', '2800', '2940']));
  expect(codes).not.toContain('2099');
  // Only what the last term owes is left.
  const ofVat = (await sheetOf(lastYear)).filter(
    ({ account_code, balance }) => /^27[014]/.test(account_code) && balance !== 0,
  );
  expect(ofVat.map(({ account_code }) => account_code)).toEqual(['2740']);
  const { body } = await ask('GET', `/api/v2/equity/positions?client_account_id=${account}`);
  expect(body.map(({ quantity }: { quantity: string }) => quantity).sort()).toEqual(['150.000000', '450.000000']);
  const years = `client_account_id=${account}&date_from=2024-01-01&date_to=${lastYear}-12-31`;
  const file = await ask('GET', `/api/v2/reports/data-export?${years}`, undefined, { accept: 'text/xml' });
  expect(file.status).toBe(200);
  expect(file.body).toContain('Nordlys Kaffebrenneri AS');
  expect(await officialFaults(file.body)).toEqual([]);
}
