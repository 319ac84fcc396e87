import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, credit, debit, type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
let books: Books;
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.books();
});
afterAll(() => ledger?.stop());

const norwegian = { 'accept-language': 'nb-NO,nb;q=0.9,en;q=0.8' };
const create = (entry: object, headers: Readonly<Record<string, string>> = norwegian) =>
  books.call('POST', '/journal-entries/', { client_account_id: books.clientAccountId, ...entry }, headers);

const unbalanced = { lines: [debit('6300', '100.00'), credit('1920', '90.00')] };
const unknownAccount = { lines: [debit('6999', '100.00'), credit('1920', '100.00')] };

describe('a refusal of the books, in Norwegian', () => {
  it('says what is wrong with each field, and keeps code, fields and figures', async () => {
    const [asked, other] = [await create(unbalanced), await create(unbalanced, {})];
    expect([asked.status, asked.headers.get('content-language')]).toEqual([400, 'nb']);
    expect(asked.headers.get('vary')).toContain('Accept-Language');
    expect(asked.body.error.code).toBe(other.body.error.code);
    const message = 'er ikke i balanse: debet 100.00, kredit 90.00, differanse 10.00';
    expect(asked.body.error.message).toContain(message);
    expect(asked.body.error.details.fields).toEqual([{ field: 'lines', message: expect.stringContaining(message) }]);
    expect([other.headers.get('content-language'), other.body.error.message]).toEqual([
      'en',
      expect.stringContaining('are out of balance'),
    ]);
  });

  it('calls the chart of accounts, posting dates and period locks by their names', async () => {
    expect((await create(unknownAccount)).body.error.message).toContain(
      'lines.0.account_code er «6999», som ikke finnes i kontoplanen',
    );
    const locked = await ledger.books();
    await locked.call('POST', '/period-locks', {
      client_account_id: locked.clientAccountId,
      locked_until_date: '2024-12-31',
      locking_comment: 'Avlagt',
    });
    const entry = { client_account_id: locked.clientAccountId, ...rent('1.00', { posting_date: '2024-12-31' }) };
    const answer = await locked.call('POST', '/journal-entries/', entry, norwegian);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'Bokføringsdatoer til og med 2024-12-31 er låst; velg en senere dato eller flytt periodelåsen',
    ]);
  });

  it('is that of the schema too, of the token, of the role and of the address', async () => {
    const faults = await create({ lines: [], description: 7 });
    expect(faults.body.error.details.fields).toContainEqual({ field: 'description', message: 'må være tekst' });
    const call = (path: string, token?: string) =>
      ledger.call('GET', path, { headers: norwegian, ...(token === undefined ? {} : { token }) });
    expect((await call('/api/v2/journal-entries')).body.error.message).toMatch(/^Dette kallet må ha et gyldig/);
    expect((await call('/api/v2/nothing', books.token)).body.error.message).toBe(
      'Det finnes ingenting på denne adressen',
    );
    const stranger = await ledger.books();
    const refused = await call(`/api/v2/journal-entries?client_account_id=${books.clientAccountId}`, stranger.token);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      `Du har ikke tilgang til klientkonto ${books.clientAccountId}`,
    ]);
  });
});

it('a replay is in the language of the repeat, and the same refusal', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await create(unbalanced, key);
  const again = await create(unbalanced, { ...key, ...norwegian });
  const once = await create(unbalanced, { ...key, 'accept-language': 'en' });
  expect([first, again, once].map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
    [400, null],
    [400, 'true'],
    [400, 'true'],
  ]);
  expect(again.body.error).toMatchObject({ code: first.body.error.code, request_id: first.body.error.request_id });
  expect(again.body.error.message).toContain('er ikke i balanse');
  expect(once.bytes.equals(first.bytes)).toBe(true);
});

it('the refused entries of a batch are in Norwegian too, alone and together', async () => {
  const batch = (atomic: boolean) =>
    books.call(
      'POST',
      '/journal-entries/batch',
      { client_account_id: books.clientAccountId, atomic, entries: [rent('1.00'), unbalanced, unknownAccount] },
      norwegian,
    );
  const each = await batch(false);
  expect([each.status, each.body.created, each.body.refused]).toEqual([200, 1, 2]);
  expect(each.body.results[1].error.message).toContain('er ikke i balanse');
  expect(each.body.results[2].error.details.fields[0].message).toContain('som ikke finnes i kontoplanen');
  const all = await batch(true);
  expect(all.status).toBe(400);
  expect(all.body.error.message).toMatch(/^entries\.1\.lines er ikke i balanse.*\(og 1 bilag til har feil\)$/);
});

it('a report answers in its own envelope, in Norwegian', async () => {
  const answer = await books.call(
    'GET',
    `/reports/trial-balance?client_account_id=${books.clientAccountId}&date_from=x&date_to=2026-12-31&include_dimensions=false`,
    undefined,
    norwegian,
  );
  expect([answer.status, answer.body.error]).toEqual([400, 'Bad Request']);
  expect(answer.body.message).toContain('må være en dato som 2026-01-31');
});
