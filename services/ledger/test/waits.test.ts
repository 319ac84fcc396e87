import type { TestAnswer } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Books, codeOf, type Ledger, rent, startLedger } from './ledger.ts';

// A wait in the database is bounded, is reported as one, and is nobody else's.

let ledger: Ledger;
/** The same, but statements wait as long as a test needs. */
let patient: Ledger;
beforeAll(async () => {
  [ledger, patient] = await Promise.all([
    startLedger({ connection: { statement_timeout: '500' } }),
    startLedger({ connection: { statement_timeout: '60000' } }),
  ]);
});
afterAll(() => Promise.all([ledger?.stop(), patient?.stop()]));

/**
 * Sends until it is no wait that decides: on a busy machine half a second may be too short for a statement that waits for
 * nobody, and what was answered 503 stored nothing.
 */
const unhurried = (send: () => Promise<TestAnswer>): Promise<TestAnswer> =>
  vi.waitFor(
    async () => {
      const answer = await send();
      expect(answer.status).not.toBe(503);
      return answer;
    },
    { timeout: 60_000, interval: 100 },
  );

interface Holder {
  /** How many wait in the database. */
  waiting(): Promise<number>;
}

/** What a batch, a reset or another replica does: holds the books of an account for as long as `work` takes. */
async function holding<T>({ env }: Ledger, own: Books, work: (holder: Holder) => Promise<T>): Promise<T> {
  const holder = postgres(env.DATABASE_URL!, { max: 1, onnotice: () => undefined });
  try {
    await holder`select pg_advisory_lock(hashtextextended('ledger.books', ${own.clientAccountId}))`;
    const waiting = async () => {
      const [row] = await holder<{ n: number }[]>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      return row!.n;
    };
    return await work({ waiting });
  } finally {
    await holder.end();
  }
}

const expectBusy = (answer: TestAnswer): void =>
  expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([
    503,
    'common.service_unavailable',
    '1',
  ]);

it('two hundred writers of one company that wait hold up no posting of another [JEX-R52]', async () => {
  const [crowded, other] = [await patient.books(), await patient.books()];
  for (const own of [crowded, other]) await own.posted();
  const statuses: number[] = [];
  const write = async (n: number): Promise<TestAnswer> => {
    const body = { client_account_id: crowded.clientAccountId, ...rent() };
    const key: Record<string, string> = n % 2 === 0 ? { 'idempotency-key': `crowd-${n}` } : {};
    const answer = await crowded.call('POST', '/journal-entries/', body, key);
    statuses.push(answer.status);
    return answer;
  };
  const writers = await holding(patient, crowded, async ({ waiting }) => {
    const sent = Array.from({ length: 200 }, (_, n) => write(n));
    // One group, on one of eight connections; everybody else of the company waits in the service.
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000, interval: 10 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.post(rent())));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect([await waiting(), statuses.filter((status) => status === 201)]).toEqual([1, []]);
    return sent;
  });
  // On a slow machine some have waited too long: they were refused, and are in nobody's books.
  const answers = await Promise.all(writers);
  for (const answer of answers) if (answer.status !== 201) expectBusy(answer);
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.sequence_number);
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, n) => n + 2));
  expect(numbers.length).toBeGreaterThanOrEqual(4);
  await patient.expectSound(crowded.clientAccountId);
});

it('a stranger takes no place among the writers of a company', async () => {
  const [own, stranger] = [await patient.books(), await patient.books()];
  await holding(patient, own, async ({ waiting }) => {
    const body = { client_account_id: own.clientAccountId, ...rent() };
    const send = (n: number) =>
      stranger.call('POST', '/journal-entries/', body, { 'idempotency-key': `stranger-${n}` });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await waiting()).toBe(0);
  });
  await own.posted();
});

it('whoever waits longer than a statement may take is answered 503 with Retry-After, and nothing is stored [JEX-R51]', async () => {
  const own = await ledger.books();
  const { body: draft } = await unhurried(() => own.post({ ...rent(), is_draft: true }));
  const lock = { client_account_id: own.clientAccountId, locked_until_date: '2026-01-31', locking_comment: 'x' };
  await holding(ledger, own, async () => {
    const answers = await Promise.all([
      own.post(rent()),
      own.call(
        'POST',
        '/journal-entries/',
        { client_account_id: own.clientAccountId, ...rent() },
        { 'idempotency-key': 'waits' },
      ),
      own.call('PUT', `/journal-entries/${draft.id}`, rent()),
      own.call('POST', '/period-locks', lock),
    ]);
    for (const answer of answers) expectBusy(answer);
  });
  const list = `/journal-entries?client_account_id=${own.clientAccountId}&include_drafts=true`;
  expect((await unhurried(() => own.call('GET', list))).body.meta.records).toBe(1);
  // The key was not spent on it.
  const keyed = { client_account_id: own.clientAccountId, ...rent() };
  const again = await unhurried(() => own.call('POST', '/journal-entries/', keyed, { 'idempotency-key': 'waits' }));
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

it.each(['55P03', '57014', '25P03', '40001', '40P01'])(
  'a wait that ends with %s is 503, never 500 [JEX-R51]',
  async (state) => {
    const own = await ledger.books();
    await ledger.asOwner((sql) =>
      sql.unsafe(`
      create or replace function refuse() returns trigger language plpgsql as $$ begin
        if new.client_account_id = ${own.clientAccountId} then raise exception 'waited' using errcode = '${state}'; end if; return new; end $$;
      create or replace trigger refuse before insert on journal_entries for each row execute function refuse()`),
    );
    try {
      expectBusy(await own.post(rent()));
      const keyed = { client_account_id: own.clientAccountId, ...rent() };
      expectBusy(await own.call('POST', '/journal-entries/', keyed, { 'idempotency-key': state }));
    } finally {
      await ledger.asOwner((sql) => sql.unsafe('drop trigger refuse on journal_entries'));
    }
    expect((await unhurried(() => own.post(rent()))).status).toBe(201);
  },
);
