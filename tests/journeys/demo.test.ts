import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSING_ENTRIES, closedYears, type DemoCompany, demoUsers, seedDemoCompany } from '@app/demo';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Ask,
  type BookedLine,
  bankLessBooks,
  countEntries,
  countOfDocuments,
  expectPeriods,
  expectSoundBooks,
  lengthsAtBank,
  ore,
} from '../src/demo-books.ts';
import { tracesOfAccount } from '../src/rows-of-account.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, newOwner } from '../src/system.ts';

let system: Addresses;
/** What becomes of a batch on its way: refused instead of passed on, or passed on and its answer lost. */
let fate: ('refused' | 'lost' | undefined)[] = [];
const batches: string[] = [];
/** The company whose batches are looked at: the first one whose settings are made. */
let booksOf: string | undefined;

/** Stands in front of the gateway and spoils the batches that `fate` says. */
const spoiler = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sender = /"client_account_id":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1];
  booksOf ??= /\/client-accounts\/(\d+)\/settings$/.exec(request.url!)?.[1];
  const isBatch = request.url!.endsWith('/journal-entries/batch') && sender === booksOf;
  const doom = isBatch ? fate.shift() : undefined;
  if (isBatch) batches.push(doom ?? 'passed');
  if (doom === 'refused') {
    response.writeHead(400).end('{"error":{"code":"accounting.period_locked","message":"The period is locked"}}');
    return;
  }
  const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers;
  const answer = await fetch(`${system.gateway}${request.url}`, {
    method: request.method!,
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  if (doom === 'lost') response.destroy();
  else
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(body);
});

beforeAll(async () => {
  system = sharedSystem();
  await once(spoiler.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  spoiler.closeAllConnections();
  spoiler.close();
});

/**
 * The day that the tries go to, and a later one: in between the first year is closed, whose tax and dividend are paid
 * before and after. The company up to yesterday is looked at where `npm start` makes it
 * (`own-platform/readme.test.ts`).
 */
const [UNTIL, LATER] = ['2025-06-20', '2025-08-10'];

const seed = (until: string): Promise<DemoCompany> => {
  batches.length = 0;
  const gatewayUrl = `http://127.0.0.1:${(spoiler.address() as AddressInfo).port}`;
  return seedDemoCompany({ gatewayUrl, sandboxUrl: system.sandbox, say: () => undefined, until });
};

/** Milliseconds that the company may take on a machine that has much else to do. */
const timeout = 1_800_000;

it('goes on from what it has made, whatever a user posts, copies and cancels meanwhile, and fails loudly when it is refused', {
  timeout,
}, async () => {
  fate = [undefined, undefined, 'refused'];
  await expect(seed(UNTIL)).rejects.toThrow(
    /^POST \/api\/v2\/journal-entries\/batch was answered with 400: .*period_locked/,
  );
  // The third batch is stored, but nobody hears of it, however often it is sent again.
  fate = ['lost', 'lost', 'lost'];
  await expect(seed(UNTIL)).rejects.toThrow();
  expect(batches).toEqual(['lost', 'lost', 'lost']);

  const { email, password } = demoUsers.owner;
  const { token } = (await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password } })).body;
  const ask: Ask = (method, path, body, headers = {}) =>
    call(system.gateway, method, path, { token, body, headers: headers as Record<string, string> });
  const [{ id: account }] = (await ask('GET', '/api/v2/client-accounts')).body.data;
  const inAll = () => countEntries(ask, account);
  const recordsOf = (type: string) => countEntries(ask, account, type);
  const ofDocuments = () => countOfDocuments(ask, account);
  expect((await inAll()) - (await ofDocuments())).toBe(750);
  const own = {
    client_account_id: account,
    description: 'Mitt eget',
    lines: [
      { posting_date: '2025-02-01', account_code: '7140', debit: '10.00', credit: '0' },
      { posting_date: '2025-02-01', account_code: '1920', debit: '0', credit: '10.00' },
    ],
  };
  const before = await inAll();
  for (let n = 0; n < 3; n++) expect((await ask('POST', '/api/v2/journal-entries/', own)).status).toBe(201);
  // A copy of an entry of the story that carries what the seed knows its entries by, and a story's entry cancelled.
  const marked = (
    await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=DEMO-4&relation_id=250`)
  ).body.data[0];
  const copy = { ...own, relation_type: marked.relation_type, relation_id: marked.relation_id };
  expect((await ask('POST', '/api/v2/journal-entries/', copy)).status).toBe(201);
  const cancelled = { cancelled: 'Y', cancellation_reason: 'En prøve' };
  expect((await ask('PATCH', `/api/v2/journal-entries/${marked.id}`, cancelled)).status).toBe(200);
  const users = (await inAll()) - before;

  const company = await seed(UNTIL);
  // Nothing of the documents was made twice by the tries before.
  const documents = await ofDocuments();
  expect(documents).toBeGreaterThan(0);
  expect([closedYears(UNTIL), closedYears(LATER)]).toEqual([[], [2024]]);
  const story = company.entries - documents;
  // The batches of the story, of which three were stored, and what opens a period again.
  expect([company.clientAccountId, batches.length]).toEqual([account, Math.ceil((story - 750) / 250) + 1]);
  expect(await recordsOf('ASSET')).toBeGreaterThan(30);
  // The two into a period that was reconciled.
  const more = async (): Promise<number> => (await inAll()) - (await recordsOf('ASSET')) - users - 2;
  expect(await more()).toBe(company.entries);

  // A later day adds what has happened since, and nothing twice.
  const later = await seed(LATER);
  expect(later.entries).toBeGreaterThan(company.entries + CLOSING_ENTRIES);
  // One of the story, and the end of the first year.
  expect(batches.length).toBe(2);
  expect(await more()).toBe(later.entries);
  // The engine follows what was posted in its own time: what it would do is done first.
  const atBank = async () => {
    expect((await ask('POST', '/api/v2/reconciliation-periods', { client_account_id: account })).status).toBe(200);
    return lengthsAtBank(ask, account);
  };
  const bank = await atBank();
  await seed(LATER);
  expect(batches).toEqual([]);
  await expect.poll(atBank).toEqual(bank);
  await expectSoundBooks(ask, account, 2024);
  await expectPeriods(ask, account, 7);
  // Four of the user's own payments of 10.00, and the entry of the story that was cancelled.
  const withLines = (await ask('GET', `/api/v2/journal-entries/${marked.id}?with=lines`)).body.lines as BookedLine[];
  expect(await bankLessBooks(ask, account, 18)).toBe(4_000 + onBank(withLines));
});

const onBank = (lines: readonly BookedLine[]): number =>
  lines
    .filter(({ account_code }) => account_code === '1920')
    .reduce((sum, { debit, credit }) => sum + ore(debit) - ore(credit), 0);

it('a company to throw away is there by one call, with an owner of its own, and nobody else reaches it', async () => {
  const make = () => call(system.gateway, 'POST', '/testing/companies');
  const [one, other] = await Promise.all([make(), make()]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(one.body.client_account_id).not.toBe(other.body.client_account_id);
  const accounts = await call(system.gateway, 'GET', '/api/v2/client-accounts', { token: one.body.token });
  expect(accounts.body.data.map(({ id }: { id: number }) => id)).toEqual([one.body.client_account_id]);
  const foreign = await call(system.gateway, 'GET', `/api/v2/client-accounts/${other.body.client_account_id}`, {
    token: one.body.token,
  });
  expect(foreign.status).toBe(403);
  const { email, password } = one.body;
  const login = await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password } });
  expect(login.status).toBe(200);
  const lines = [
    { posting_date: '2026-01-15', account_code: '6800', debit: '10.00', credit: '0' },
    { posting_date: '2026-01-15', account_code: '2000', debit: '0', credit: '10.00' },
  ];
  const posted = await call(system.gateway, 'POST', '/api/v2/journal-entries/', {
    token: login.body.token,
    body: { client_account_id: one.body.client_account_id, lines },
  });
  expect([posted.status, posted.body.sequence_number]).toEqual([201, 1]);
});

it('a company to throw away leaves no row in any service once its day is over, and one that somebody signed up stays [JOB-R10]', async () => {
  const { body } = await call(system.gateway, 'POST', '/testing/companies');
  const { client_account_id: id, token } = body;
  const lines = [
    { posting_date: '2026-01-15', account_code: '6800', debit: '10.00', credit: '0' },
    { posting_date: '2026-01-15', account_code: '2000', debit: '0', credit: '10.00' },
  ];
  const posting = { token, body: { client_account_id: id, lines } };
  expect((await call(system.gateway, 'POST', '/api/v2/journal-entries/', posting)).status).toBe(201);
  const other = await newOwner(system, createNumbers());
  const ofOther = () => call(system.gateway, 'GET', '/api/v2/client-accounts', { token: other.token });
  const before = (await ofOther()).body;
  expect(before.data).toHaveLength(1);
  const sql = postgres(system.database, { max: 1, onnotice: () => undefined });
  try {
    expect(await tracesOfAccount(sql, id)).not.toEqual([]);
    const [due] =
      await sql`select extract(epoch from disposable_until) * 1000 as at from organisation.client_accounts where id = ${id}`;
    expect(Math.floor(due!.at / 1_000)).toBe(Date.parse(body.erased_after) / 1_000);
    await sql`update organisation.client_accounts set disposable_until = now() - interval '1 minute' where id = ${id}`;
    await call(system.gateway, 'POST', '/testing/jobs/disposable-removal/run');
    // A service that is busy is asked again, by the recovery of what was begun.
    await expect.poll(() => tracesOfAccount(sql, id), { timeout: 300_000 }).toEqual([]);
  } finally {
    await sql.end();
  }
  expect((await call(system.gateway, 'GET', `/api/v2/client-accounts/${id}`, { token })).status).toBe(404);
  expect((await ofOther()).body).toEqual(before);
});
