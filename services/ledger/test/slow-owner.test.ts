import { setTimeout as pause } from 'node:timers/promises';
import { Changes, Organisation } from '@app/rpc';
import { stub } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Books, type Ledger, startLedger } from './ledger.ts';

// Another service that takes its time holds up nobody who writes: who waits for its answer has no transaction open.

/** Longer than what is known counts, and than whoever asks what changed waits; less than the question about access may take. */
const SLOW_MILLIS = { access: 1_200, changes: 1_500 };
/** When it is looked who waits: before the first one gives up. */
const LOOK_MILLIS = 700;
const PARTNER = 7;

let ledger: Ledger;
let looking: postgres.Sql;
let isSlow = false;
/** Sessions that had a transaction open and did nothing in it while organisation was asked. */
const idle: { readonly asked: string; readonly statement: string }[] = [];

/** Answers late, and looks meanwhile who waits for that. */
async function takeTime(asked: 'access' | 'changes'): Promise<void> {
  if (!isSlow) return;
  const [before] = await looking<{ at: string }[]>`select clock_timestamp()::text as at`;
  await pause(LOOK_MILLIS);
  if (!isSlow) return;
  const waiting = await looking<{ statement: string }[]>`
    select left(query, 60) as statement from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and state_change < ${before!.at}::text::timestamptz`;
  idle.push(...waiting.map(({ statement }) => ({ asked, statement })));
  await pause(SLOW_MILLIS[asked] - LOOK_MILLIS);
}

beforeAll(async () => {
  ledger = await startLedger({
    organisation: [
      stub(Organisation, {
        CheckAccess: async ({ clientAccountId }) => {
          await takeTime('access');
          return { exists: true, clientAccountId, isActive: true, role: 'AA', directRole: 'AA' };
        },
      }),
      stub(Changes, {
        GetChanges: async () => {
          await takeTime('changes');
          return { now: 'm', isReset: false, changes: [], hasMore: false };
        },
      }),
    ],
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = new URL(ledger.env.DATABASE_URL!).pathname;
  looking = postgres(url.href, { max: 4, onnotice: () => undefined });
});
afterAll(async () => {
  await ledger?.stop();
  await looking?.end();
});

const issue = (own: Books, key: string) =>
  own.call(
    'POST',
    '/equity/transactions/issue',
    {
      ...{ client_account_id: own.clientAccountId, business_partner_id: PARTNER, share_class: 'ORDINARY' },
      ...{ quantity: '1', transaction_date: '2026-01-15' },
    },
    { 'idempotency-key': key },
  );

const makeAsset = (own: Books, headers: Readonly<Record<string, string>> = {}) =>
  own.call(
    'POST',
    '/assets',
    {
      ...{ client_account_id: own.clientAccountId, name: 'Press', asset_class: 'COMPUTER_EQUIPMENT' },
      acquisition_date: '2026-01-15',
    },
    headers,
  );

const depreciate = (own: Books, headers: Readonly<Record<string, string>> = {}) =>
  own.call('POST', '/assets/depreciate', { client_account_id: own.clientAccountId, until: '2026-02-28' }, headers);

/** Books with a shareholder, of which everything is known. */
async function prepared(): Promise<Books> {
  const own = await ledger.books();
  ledger.own(own.clientAccountId, 'businesspartner', { id: PARTNER });
  expect((await issue(own, 'first')).status).toBe(201);
  return own;
}

/** While organisation takes its time, and nothing that is known counts any more. */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  isSlow = true;
  idle.length = 0;
  try {
    await pause(1_100);
    return await work();
  } finally {
    isSlow = false;
  }
}

it.each([
  { title: 'shares are issued', write: (own: Books) => issue(own, 'second'), status: 201 },
  { title: 'an asset is made', write: (own: Books) => makeAsset(own, { 'idempotency-key': 'asset' }), status: 201 },
  { title: 'assets are written down', write: (own: Books) => depreciate(own), status: 200 },
  {
    title: 'assets are written down under a key',
    write: (own: Books) => depreciate(own, { 'idempotency-key': 'down' }),
    status: 200,
  },
])('nobody waits for organisation in a transaction while $title', async ({ write, status }) => {
  const own = await prepared();
  const answer = await slowly(() => write(own));
  expect([answer.status, idle]).toEqual([status, []]);
});

it('eight writers of one company all get their turn while organisation takes its time', async () => {
  const own = await prepared();
  const answers = await slowly(() =>
    Promise.all(Array.from({ length: 8 }, (_, index) => issue(own, `of many ${index}`))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(idle).toEqual([]);
});
