import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Books, codeOf, type Ledger, rent, startLedger } from './ledger.ts';

// Postings that come together share a statement and its commit; each has its own outcome.

let ledger: Ledger;
// Crowds on a machine that may be busy.
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

const companies = (count: number): Promise<Books[]> => Promise.all(Array.from({ length: count }, () => ledger.books()));
/** The transactions that the newest entries of companies were written by. */
const transactionsOf = async (all: readonly Books[]): Promise<number> => {
  const ids = all.map(({ clientAccountId }) => clientAccountId);
  const [row] = await ledger.db.raw`
    select count(distinct xmin::text)::int as n from journal_entries where client_account_id = any (${ids}) and sequence_number = 2`;
  return row!.n;
};

it('postings of many companies that come together share commits', async () => {
  const all = await companies(12);
  for (const own of all) await own.posted();
  const answers = await Promise.all(all.map((own) => own.post(rent())));
  expect(answers.map(({ status, body }) => [status, body.sequence_number])).toEqual(all.map(() => [201, 2]));
  expect(await transactionsOf(all)).toBeLessThan(12);
  for (const own of all) await ledger.expectSound(own.clientAccountId);
});

it('postings with keys share commits too, and every key gets the answer of its own again', async () => {
  const all = await companies(10);
  for (const own of all) await own.posted();
  const keyed = (own: Books, index: number) =>
    own.call(
      'POST',
      '/journal-entries/',
      { client_account_id: own.clientAccountId, ...rent(`${index + 1}.00`) },
      { 'idempotency-key': 'shared' },
    );
  const answers = await Promise.all(all.map(keyed));
  expect(answers.map(({ status, body }) => [status, body.sequence_number])).toEqual(all.map(() => [201, 2]));
  expect(await transactionsOf(all)).toBeLessThan(10);
  const again = await Promise.all(all.map(keyed));
  expect(again.map(({ headers, body }) => [headers.get('idempotent-replayed'), body])).toEqual(
    answers.map(({ body }) => ['true', body]),
  );
  for (const own of all) await ledger.expectSound(own.clientAccountId);
});

it('a key is refused, found used or in use beside others that are written', async () => {
  const own = await ledger.books();
  const body = { client_account_id: own.clientAccountId, ...rent() };
  const keyed = (key: string, entry: object = body) =>
    own.call('POST', '/journal-entries/', entry, { 'idempotency-key': key });
  const first = await keyed('used');
  const answers = await Promise.all([
    keyed('used'),
    keyed('used', { ...body, description: 'Other' }),
    keyed('twice'),
    keyed('twice'),
    keyed('faulty', { ...body, ...rent('1.00', { account_code: '9999' }) }),
    keyed('new'),
    own.post(rent()),
  ]);
  const [replayed, mismatch, one, other, faulty, fresh, unkeyed] = answers;
  expect([replayed!.status, replayed!.body]).toEqual([201, first.body]);
  expect([mismatch!.status, codeOf(mismatch!)]).toEqual([422, 'common.idempotency_mismatch']);
  const twice = [one!, other!].filter(({ status }) => status === 201);
  expect(new Set(twice.map(({ body: entry }) => entry.id)).size).toBe(1);
  for (const answer of [one!, other!])
    if (answer.status !== 201) expect([answer.status, codeOf(answer)]).toEqual([409, 'common.idempotency_in_progress']);
  expect([faulty!.status, fresh!.status, unkeyed!.status]).toEqual([400, 201, 201]);
  const faultyAgain = await keyed('faulty', { ...body, ...rent('1.00', { account_code: '9999' }) });
  expect([faultyAgain.status, faultyAgain.headers.get('idempotent-replayed')]).toEqual([400, 'true']);
  const [row] = await ledger.db
    .raw`select count(*)::int as n from journal_entries where client_account_id = ${own.clientAccountId}`;
  expect(row!.n).toBe(4);
  await ledger.expectSound(own.clientAccountId);
});

it('what is refused, fails or waits is its own affair: everybody else is stored', async () => {
  const all = await companies(5);
  for (const own of all) {
    ledger.own(own.clientAccountId, 'voucher', { id: 1 });
    await own.posted({ ...rent(), voucher_id: 1, external_id: 'first' });
  }
  const [broken, ...others] = all;
  await ledger.asOwner((sql) =>
    sql.unsafe(`
      create or replace function break_entry() returns trigger language plpgsql as $$ begin
        if new.client_account_id = ${broken!.clientAccountId} and new.description = 'broken' then
          raise exception 'a constraint that nobody foresaw' using errcode = '23514', constraint = 'unforeseen'; end if; return new; end $$;
      create or replace trigger break_entry before insert on journal_entries for each row execute function break_entry()`),
  );
  try {
    const answers = await Promise.all([
      broken!.post({ ...rent(), description: 'broken' }),
      broken!.post(rent()),
      ...others.flatMap((own) => [
        own.post(rent()),
        own.post({ ...rent(), voucher_id: 1 }),
        own.post({ ...rent(), external_id: 'first' }),
        own.post(rent('1.00', { dimensions: [{ relation_type: 'project', relation_id: 404 }] })),
        own.post(rent('1.00', { account_code: '9999' })),
        own.post(rent('2.00')),
      ]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      500,
      201,
      ...others.flatMap(() => [201, 409, 409, 400, 400, 201]),
    ]);
  } finally {
    await ledger.asOwner((sql) => sql.unsafe('drop trigger break_entry on journal_entries'));
  }
  for (const own of all) await ledger.expectSound(own.clientAccountId);
});

it('of entries of one group for one voucher the first is stored, and its number follows those before it', async () => {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'voucher', { id: 7 });
  const answers = await Promise.all([
    own.post(rent()),
    own.post({ ...rent(), voucher_id: 7 }),
    own.post({ ...rent(), voucher_id: 7 }),
    own.post({ ...rent(), external_id: 'a' }),
    own.post({ ...rent(), external_id: 'a' }),
    own.post(rent()),
  ]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  for (const answer of answers)
    if (answer.status !== 201) expect([answer.status, codeOf(answer)]).toEqual([409, 'common.conflict']);
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.sequence_number);
  expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  await ledger.expectSound(own.clientAccountId);
});

it('a connection that is cut in the middle of a group leaves all of it or nothing', async () => {
  const all = await companies(6);
  for (const own of all) await own.posted();
  const holder = postgres(ledger.env.DATABASE_URL!, { max: 1, onnotice: () => undefined });
  try {
    const [held] = all;
    await holder`select pg_advisory_lock(hashtextextended('ledger.books', ${held!.clientAccountId}))`;
    const waiting = Promise.all(Array.from({ length: 10 }, () => held!.post(rent())));
    await ledger.waitForBlocked(1);
    await ledger.asOwner((sql) =>
      sql`reset role`.then(
        () => sql`
        select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      ),
    );
    await holder`select pg_advisory_unlock_all()`;
    const answers = await waiting;
    for (const { status } of answers) expect([201, 500, 503]).toContain(status);
    const [row] = await ledger.db
      .raw`select count(*)::int as n from journal_entries where client_account_id = ${held!.clientAccountId}`;
    expect(row!.n).toBe(1 + answers.filter(({ status }) => status === 201).length);
    expect((await held!.post(rent())).status).toBe(201);
  } finally {
    await holder.end();
  }
  for (const own of all) await ledger.expectSound(own.clientAccountId);
});

it('who leaves while a group waits takes nothing along: its entry is stored once, and its key finds it', async () => {
  const own = await ledger.books();
  await own.posted();
  const body = { client_account_id: own.clientAccountId, ...rent() };
  const request = { token: own.token, body, headers: { 'idempotency-key': 'left' } };
  const leaving = new AbortController();
  const holder = postgres(ledger.env.DATABASE_URL!, { max: 1, onnotice: () => undefined });
  try {
    await holder`select pg_advisory_lock(hashtextextended('ledger.books', ${own.clientAccountId}))`;
    const left = ledger.call('POST', '/api/v2/journal-entries/', { ...request, signal: leaving.signal });
    const others = Promise.all(Array.from({ length: 4 }, () => own.post(rent())));
    await ledger.waitForBlocked(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await holder`select pg_advisory_unlock_all()`;
    expect((await others).map(({ status }) => status)).toEqual(Array(4).fill(201));
  } finally {
    await holder.end();
  }
  const again = await vi.waitFor(
    async () => {
      const answer = await ledger.call('POST', '/api/v2/journal-entries/', request);
      expect(answer.status).toBe(201);
      return answer;
    },
    { timeout: 60_000 },
  );
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const [row] = await ledger.db
    .raw`select count(*)::int as n from journal_entries where client_account_id = ${own.clientAccountId}`;
  expect(row!.n).toBe(6);
  await ledger.expectSound(own.clientAccountId);
});
