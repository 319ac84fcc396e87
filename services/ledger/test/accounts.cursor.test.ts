import { allEndpoints } from '@app/api/endpoints';
import { objectShapeOf } from '@app/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

type Row = { readonly id: number; readonly account_code: string; readonly updated_at: string };

/** The rows from a question to the end. */
async function walk(
  query: string,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (let page = 1; ; page++) {
    const answer = await books.call(
      'GET',
      `/general-ledger-accounts?client_account_id=${books.clientAccountId}${query}${cursor}`,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    rows.push(...answer.body.data);
    if (answer.body.meta.next_cursor === null) return rows;
    expect(page, 'pages of this walk').toBeLessThan(100);
    cursor = `&cursor=${answer.body.meta.next_cursor}`;
    await between(page);
  }
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
const add = (code: string) =>
  books.call('POST', '/general-ledger-accounts', {
    client_account_id: books.clientAccountId,
    account_code: code,
    description_nob: 'Egen',
  });

it('these are the lists with updated_from of the ledger; all but accounts have tests of their own [GENX-R59]', () => {
  const polled = allEndpoints.filter(
    ({ service, query }) => service === 'ledger' && 'updated_from' in (objectShapeOf(query) ?? {}),
  );
  expect(polled.map(({ name }) => name).sort()).toEqual([
    'ledger.listAccounts',
    'ledger.listAssets',
    'ledger.listEquityTransactions',
    'ledger.listJournalEntries',
  ]);
});

it('the chart by cursor is the chart by page, in every order [GENX-R59]', async () => {
  for (const order of [
    '',
    ...['account_code', 'id', 'description', 'is_active', 'created_at', 'updated_at'].map(
      (field) => `&order_by=-${field}`,
    ),
  ]) {
    const whole = await walk(`&is_active=null&per_page=5000${order}`);
    expect(whole.length).toBeGreaterThan(200);
    expect(idsOf(await walk(`&is_active=null&per_page=60${order}`)), order).toEqual(idsOf(whole));
  }
});

it('with updated_from reaches what changes meanwhile, in the order of the changes [GENX-R59]', async () => {
  const own = await Promise.all(
    ['1931', '1932', '1933', '1934'].map(async (code) => (await add(code)).body.id as number),
  );
  const rows = await walk('&updated_from=1970-01-01T00:00:00Z&per_page=80', async (page) => {
    if (page === 1) await books.call('PUT', `/general-ledger-accounts/${own[2]}`, { description_nob: 'Endret' });
  });
  expect(rows.at(-1)?.id).toBe(own[2]);
  expect(idsOf(rows)).toEqual(expect.arrayContaining(own));
  const moments = rows.map(({ updated_at }) => updated_at);
  expect(moments).toEqual([...moments].sort());
});

it('a cursor of the names in one language is none in the other', async () => {
  const path = `/general-ledger-accounts?client_account_id=${books.clientAccountId}&order_by=description`;
  const { next_cursor } = (await books.call('GET', `${path}&per_page=5`)).body.meta;
  const answer = await books.call('GET', `${path}&cursor=${next_cursor}`, undefined, { 'accept-language': 'en' });
  expect([answer.status, answer.body.error?.details.fields[0].field]).toEqual([400, 'cursor']);
});
