import postgres from 'postgres';
import { beforeAll, expect, it } from 'vitest';
import { rowsOfAccount } from '../src/rows-of-account.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, newOwner, type Owner } from '../src/system.ts';

/** A company is cleared and removed over every service (docs/contract/client-accounts.md, "Deleting and resetting"). */

let system: Addresses;
const numbers = createNumbers();
beforeAll(() => {
  system = sharedSystem();
});

const as = (who: Owner, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
  call(system.gateway, method, `/api/v2${path}`, {
    token: who.token,
    headers,
    ...(body === undefined ? {} : { body }),
  });
const account = ({ clientAccountId }: Owner) => `/client-accounts/${clientAccountId}`;
/** One day for all that is posted and added up, also over midnight. */
const today = Temporal.Now.plainDateISO('Europe/Oslo').toString();
const post = (who: Owner, headers = {}) =>
  as(
    who,
    'POST',
    '/journal-entries/',
    {
      client_account_id: who.clientAccountId,
      lines: [
        { posting_date: today, account_code: '6300', debit: '10.00', credit: '0' },
        { posting_date: today, account_code: '1920', debit: '0', credit: '10.00' },
      ],
    },
    headers,
  );
const totalOf = async (who: Owner) =>
  (
    await as(
      who,
      'GET',
      `/reports/trial-balance?client_account_id=${who.clientAccountId}&date_from=${today}&date_to=${today}`,
    )
  ).body;

/** A company with books: entries, one of them under a key, a partner, a department. */
async function inUse(): Promise<Owner> {
  const owner = await newOwner(system, numbers);
  const own = { client_account_id: owner.clientAccountId };
  expect((await as(owner, 'POST', '/business-partners', { ...own, name: 'Kunde AS' })).status).toBe(201);
  expect((await as(owner, 'POST', '/departments', { ...own, name: 'Salg' })).status).toBe(201);
  for (const headers of [{}, {}, { 'idempotency-key': `entry-of-${owner.clientAccountId}` }])
    expect((await post(owner, headers)).status).toBe(201);
  return owner;
}

/** Rows of the company in every table of every schema. */
async function rowsOf({ clientAccountId }: Owner): Promise<readonly string[]> {
  const sql = postgres(system.database, { max: 1, onnotice: () => undefined });
  try {
    return await rowsOfAccount(sql, clientAccountId);
  } finally {
    await sql.end();
  }
}

/** How many sign-ups auth keeps that ended with the company. */
async function signUpsOf({ clientAccountId }: Owner): Promise<number> {
  const sql = postgres(system.database, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql`
      select count(*)::int as count from auth.use_cases where name = 'sign_up' and result ->> 'clientAccountId' = ${String(clientAccountId)}`;
    return row!.count;
  } finally {
    await sql.end();
  }
}

it('a company is cleared, kept on, and removed without a trace; another one keeps every øre [CAC-R19] [CAC-R38]', async () => {
  const [gone, stays] = [await inUse(), await inUse()];
  const before = await totalOf(stays);
  const { unique_name: confirm } = (await as(gone, 'GET', account(gone))).body;

  const reset = await as(gone, 'POST', `${account(gone)}/reset`, { categories: ['JOURNAL_ENTRIES'], confirm });
  expect([reset.status, reset.body.cleared]).toEqual([200, { JOURNAL_ENTRIES: 3, RECONCILIATIONS: 0 }]);
  const next = await post(gone);
  expect([next.status, next.body.sequence_number]).toEqual([201, 4]);

  expect((await rowsOf(gone)).length).toBeGreaterThan(10);
  const removed = await as(gone, 'DELETE', account(gone));
  expect(removed.status).toBe(204);
  expect((await as(gone, 'GET', account(gone))).status).toBe(404);
  expect((await as(gone, 'GET', `/journal-entries?client_account_id=${gone.clientAccountId}`)).status).toBe(403);
  expect((await post(gone)).status).toBe(403);
  // The number alone, records of security, and what is said to the other services until everybody has heard.
  const left = (await rowsOf(gone)).filter((name) => !/\.(security_events|outbox)$/.test(name));
  expect(left).toEqual(['organisation.removed_accounts']);

  expect(await signUpsOf(gone)).toBe(0);
  expect(await signUpsOf(stays)).toBe(1);

  expect(await totalOf(stays)).toEqual(before);
  expect((await post(stays)).status).toBe(201);
});
