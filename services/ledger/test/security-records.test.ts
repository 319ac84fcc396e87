import { kindsByService } from '@app/audit';
import { Ledger as LedgerContract } from '@app/rpc';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// What changes what may be booked leaves a record; what is booked leaves none, since the books themselves say who
// booked it.

const address = '198.51.100.20';
let ledger: Ledger;
let books: Books;
let serial = 0;

beforeAll(async () => {
  ledger = await startLedger();
});
beforeEach(async () => {
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

/** What a request leaves, and its answer. */
async function recordsOf(method: string, path: string, body: object, dryRun = false) {
  const requestId = `records-${++serial}`;
  const headers = { 'x-request-id': requestId };
  const answer = await ledger.call(method, `/api/v2${path}`, { token: books.token, body, address, dryRun, headers });
  const records = (await ledger.records()).filter(({ request_id }) => request_id === requestId);
  for (const record of records) expect(record.address).toBe(address);
  return { answer, records };
}
const here = (kind: string, details: object) => ({
  kind,
  result: 'done',
  user_id: books.userId,
  client_account_id: books.clientAccountId,
  details,
});
const lock = (locked_until_date: string, more: { readonly dryRun?: boolean; readonly headers?: object } = {}) =>
  recordsOf(
    'POST',
    '/period-locks',
    { client_account_id: books.clientAccountId, locked_until_date, locking_comment: 'Kari Nordmann filed VAT' },
    more.dryRun,
  );

describe('period locks', () => {
  it('leave who closed the books up to which day, and who opened them again', async () => {
    for (const day of ['2026-03-31', '2026-02-28']) {
      const { answer, records } = await lock(day);
      expect(answer.status).toBe(201);
      expect(records).toMatchObject([here('period_locked', { lock_id: answer.body.id, locked_until_date: day })]);
    }
  });

  it('that are refused, or tried without effect, leave none', async () => {
    expect((await lock('2999-01-01')).records).toEqual([]);
    const rehearsed = await lock('2026-03-31', { dryRun: true });
    expect([rehearsed.answer.status, rehearsed.records]).toEqual([201, []]);
  });

  it('are recorded in the transaction that locks: without the record there is no lock', async () => {
    await ledger.asOwner(
      (sql) => sql`alter table security_events add constraint no_more check (kind <> 'period_locked') not valid`,
    );
    try {
      expect((await lock('2026-03-31')).answer.status).toBe(500);
    } finally {
      await ledger.asOwner((sql) => sql`alter table security_events drop constraint no_more`);
    }
    const { body } = await books.call('GET', `/period-locks?client_account_id=${books.clientAccountId}`);
    expect(body.data).toEqual([]);
    expect((await books.post({ lines: [] })).status).toBe(400);
    expect((await books.posted()).sequence_number).toBe(1);
  });
});

describe('the chart of a company', () => {
  it('leaves who made and changed which account, and what of it', async () => {
    const path = '/general-ledger-accounts';
    const body = {
      client_account_id: books.clientAccountId,
      account_code: '1931',
      description_nob: 'Kari Nordmanns konto',
    };
    const made = await recordsOf('POST', path, body);
    const { id } = made.answer.body;
    expect(made.records).toMatchObject([here('chart_changed', { ledger_account_id: id, fields: [] })]);
    const change = async (wanted: object) => (await recordsOf('PUT', `${path}/${id}`, wanted)).records;
    expect(await change({ mandatory_dimensions: ['project'], description_nob: 'Ola Nordmanns' })).toMatchObject([
      here('chart_changed', { ledger_account_id: id, fields: expect.arrayContaining(['mandatoryDimensions', 'nob']) }),
    ]);
    expect(await change({ is_active: false })).toMatchObject([
      here('chart_changed', { ledger_account_id: id, fields: ['isActive'] }),
    ]);
    expect(await change({})).toEqual([]);
  });
});

describe('the currency of the books', () => {
  it('leaves who had it changed, once for each order', async () => {
    const organisation = ledger.connect(LedgerContract, 'organisation');
    const order = (currencyCode: string, commandKey: string) =>
      organisation.ChangeCurrency({
        clientAccountId: books.clientAccountId,
        commandKey,
        currencyCode,
        accountVersion: 1,
      });
    const left = async () =>
      (await ledger.records('currency_changed')).filter(
        ({ client_account_id }) => client_account_id === books.clientAccountId,
      );
    expect([await order('EUR', 'first'), await order('EUR', 'first')]).toEqual([
      { isChanged: true },
      { isChanged: true },
    ]);
    expect(await left()).toMatchObject([{ kind: 'currency_changed', result: 'done', details: { currency: 'EUR' } }]);
    await books.posted();
    expect(await order('USD', 'second')).toEqual({ isChanged: false });
    expect(await left()).toHaveLength(1);
  });
});

it('what is posted, cancelled and read leaves no record', async () => {
  const before = (await ledger.records()).length;
  const { id } = await books.posted();
  await books.call('PATCH', `/journal-entries/${id}`, { cancelled: 'Y', cancellation_reason: 'Wrong' });
  await books.call('GET', `/journal-entries?client_account_id=${books.clientAccountId}`);
  expect(await ledger.records()).toHaveLength(before);
});

it('every kind of record that the ledger keeps was tried above, and none holds what somebody wrote', async () => {
  const records = await ledger.records();
  expect([...new Set(records.map(({ kind }) => kind))].sort()).toEqual(Object.keys(kindsByService.ledger).sort());
  const text = JSON.stringify(records);
  expect(['Kari', 'Nordmann', 'VAT', 'konto'].filter((secret) => text.includes(secret))).toEqual([]);
});
