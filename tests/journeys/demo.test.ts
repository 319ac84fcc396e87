import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CLOSING_ENTRIES,
  closedYears,
  createCaller,
  type DemoCompany,
  demoPage,
  demoUsers,
  seedDemoCompany,
} from '@app/demo';
import { officialFaults } from '@app/testing/official-schema';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracesOfAccount } from '../src/rows-of-account.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, newOwner } from '../src/system.ts';

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

/** A day some weeks ago: what was on its way then is due by now. */
const UNTIL = Temporal.Now.plainDateISO('Europe/Oslo').subtract({ days: 40 }).toString();

const seed = (until?: string): Promise<DemoCompany> => {
  batches.length = 0;
  const gatewayUrl = `http://127.0.0.1:${(spoiler.address() as AddressInfo).port}`;
  return seedDemoCompany({ gatewayUrl, sandboxUrl: system.sandbox, say: () => undefined, ...(until ? { until } : {}) });
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
  const ask = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    call(system.gateway, method, path, { token, body, headers });
  const [{ id: account }] = (await ask('GET', '/api/v2/client-accounts')).body.data;
  const inAll = async (): Promise<number> =>
    (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}`)).body.meta.records;
  const recordsOf = async (type: string): Promise<number> =>
    (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=${type}`)).body.meta.records;
  const ofDocuments = async (): Promise<number> =>
    (await recordsOf('ARINV')) + (await recordsOf('ARCRN')) + (await recordsOf('APINV'));
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
    await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=DEMO-2&relation_id=250`)
  ).body.data[0];
  const copy = { ...own, relation_type: marked.relation_type, relation_id: marked.relation_id };
  expect((await ask('POST', '/api/v2/journal-entries/', copy)).status).toBe(201);
  const cancelled = { cancelled: 'Y', cancellation_reason: 'En prøve' };
  expect((await ask('PATCH', `/api/v2/journal-entries/${marked.id}`, cancelled)).status).toBe(200);
  const users = (await inAll()) - before;

  const company = await seed(UNTIL);
  // Nothing of the documents was made twice by the tries before.
  const documents = await ofDocuments();
  const years = closedYears(UNTIL).length;
  const story = company.entries - CLOSING_ENTRIES * years - documents;
  // The batches of the story, of which three were stored, one for each year that is closed, the payment in euro, and what
  // opens a period again.
  expect([company.clientAccountId, batches.length]).toEqual([account, Math.ceil((story - 750) / 250) + years + 2]);
  expect(await recordsOf('ASSET')).toBeGreaterThan(60);
  // The payment in euro and its exchange loss, the one that settles a bill, and two into a period that was reconciled.
  const more = async (): Promise<number> => (await inAll()) - (await recordsOf('ASSET')) - users - 3 - 2;
  expect(await more()).toBe(company.entries);

  const names = ['demo-approved', 'demo-cancelled', 'demo-paid', 'demo-pending', 'demo-rejected', 'demo-sent'];
  expect(await paymentsOf(ask, account)).toEqual(names.map((id) => [id, id.slice(5).toUpperCase()]));

  // A later day adds what has happened since, and nothing twice.
  const later = await seed();
  expect(later.entries).toBeGreaterThan(company.entries);
  expect(batches.length).toBe(1 + closedYears(later.until).length - years);
  expect(await more()).toBe(later.entries);
  // The engine follows what was posted in its own time: what it would do is done first.
  const atBank = async () => {
    expect((await ask('POST', '/api/v2/reconciliation-periods', { client_account_id: account })).status).toBe(200);
    return lengthsAtBank(ask, account);
  };
  const bank = await atBank();
  await seed();
  expect(batches).toEqual([]);
  await expect.poll(atBank).toEqual(bank);
  await expectSoundBooks(ask, account);
  const page = await demoPage(createCaller(system.gateway, token), account, [2024, 2025]);
  expect(shapeOf(readFileSync(new URL('../../docs/demo.md', import.meta.url), 'utf8'))).toBe(shapeOf(page));
  // Four of the user's own payments of 10.00, and the entry of the story that was cancelled.
  const withLines = (await ask('GET', `/api/v2/journal-entries/${marked.id}?with=lines`)).body.lines as BookedLine[];
  await expectAlmostMatchingBank(ask, account, -4_000 - onBank(withLines));
});

type Ask = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;
interface BookedLine {
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
}
/** A page without its figures, which a visitor's postings move: the same accounts, years and sums. */
const shapeOf = (page: string): string => page.replace(/(?<= )\**-?[\d ]+\**(?= \|)/g, '#');
const ore = (amount: string): number => Math.round(Number(amount) * 100);
const onBank = (lines: readonly BookedLine[]): number =>
  lines
    .filter(({ account_code }) => account_code === '1920')
    .reduce((sum, { debit, credit }) => sum + ore(debit) - ore(credit), 0);

const listsOfBank = [
  'bank-accounts',
  'bank-statements',
  'bank-transactions',
  'receivable-payments',
  'reconciliations',
  'external-reconciliations',
  'payments',
] as const;

/** How much stands in each list of the bank; proposals come by themselves and are left out. */
async function lengthsAtBank(ask: Ask, account: number): Promise<readonly (readonly [string, number])[]> {
  return Promise.all(
    listsOfBank.map(async (list) => {
      const own = list === 'reconciliations' ? '&is_draft=false' : '';
      const path = `/api/v2/${list}?client_account_id=${account}&per_page=1${own}`;
      return [list, (await ask('GET', path)).body.meta.records as number] as const;
    }),
  );
}

/** The payments by the names of the demo company for them, and what has become of each. */
async function paymentsOf(ask: Ask, account: number): Promise<readonly (readonly [string, string])[]> {
  const { data } = (await ask('GET', `/api/v2/payments?client_account_id=${account}`)).body;
  const payments = data as { external_id: string; status: string }[];
  return payments.map(({ external_id, status }) => [external_id, status] as const).sort();
}

/**
 * The bank and the books differ by what is meant to be found: a fee, a purchase without a voucher, and an invoice that
 * was paid twice.
 * @param users øre by which a user has moved the books meanwhile
 */
async function expectAlmostMatchingBank(ask: Ask, account: number, users: number): Promise<void> {
  const of = `client_account_id=${account}`;
  for (const [list, length] of await lengthsAtBank(ask, account)) expect(length, list).toBeGreaterThan(0);
  const { data: house } = (await ask('GET', `/api/v2/bank-accounts?${of}&per_page=1000`)).body;
  const idOf = (type: string) => house.find((one: { type: string; name: string }) => one.name === type).id;
  const statementsOf = async (name: string): Promise<{ opening_balance: string; closing_balance: string }[]> =>
    (await ask('GET', `/api/v2/bank-statements?${of}&bank_account_id=${idOf(name)}&per_page=1000`)).body.data;
  const statements = await statementsOf('Driftskonto');
  for (const list of [statements, await statementsOf('Skattetrekkskonto')]) {
    expect(list.length).toBeGreaterThan(30);
    for (const [n, { opening_balance }] of list.entries())
      expect(opening_balance).toBe(n === 0 ? '0.00' : list[n - 1]!.closing_balance);
  }
  const rows = (await ask('GET', `/api/v2/reports/balance-sheet?${of}&report_date=2027-12-31`)).body as {
    account_code: string;
    balance: number;
  }[];
  const books = Math.round(rows.find(({ account_code }) => account_code === '1920')!.balance * 100);
  const invoices = (await ask('GET', `/api/v2/documents?${of}&document_type=ARINV&per_page=1000`)).body.data as {
    order_reference: string;
    total_amount: string;
    payment_ref: string;
    payment_status: string;
    document_date: string;
  }[];
  const twice = invoices.find((one) => one.order_reference === 'B-2026-01-1')!;
  const items = -7_500 - 124_900 + ore(twice.total_amount);
  expect(ore(statements.at(-1)!.closing_balance) - (books - users)).toBe(items);
  const unpaid = invoices.filter((one) => one.payment_status !== 'PAID' && one.document_date < '2026');
  expect(unpaid).toEqual([]);
  const { data: advices } = (await ask('GET', `/api/v2/receivable-payments?${of}&per_page=1000`)).body;
  const references = advices.map((one: { structured_reference: string }) => one.structured_reference);
  expect(references.filter((reference: string) => reference === twice.payment_ref)).toHaveLength(2);
  const periods = (await ask('GET', `/api/v2/reconciliation-periods?${of}&per_page=1000`)).body.data as {
    status: string;
    period_end: string;
  }[];
  const ending = (status: string) => periods.filter((one) => one.status === status).map(({ period_end }) => period_end);
  expect([ending('RECONCILED'), ending('REOPENED')]).toEqual([['2024-02-29'], ['2024-04-30']]);
  expect(ending('OPEN').length).toBeGreaterThan(10);
  // What was on its way has been paid otherwise meanwhile.
  expect((await paymentsOf(ask, account)).map(([, status]) => status)).toEqual([
    'CANCELLED',
    'CANCELLED',
    'PAID',
    'CANCELLED',
    'REJECTED',
    'REJECTED',
  ]);
  const sheet = await ask('GET', `/api/v2/journal-entries?${of}&date_from=2026-01-13&date_to=2026-01-13&with=lines`);
  const lines = (sheet.body.data as { lines: BookedLine[] }[]).flatMap((entry) => entry.lines);
  const exchange = lines.find(({ account_code }) => account_code === '8160');
  expect(ore(exchange?.debit ?? '0')).toBeGreaterThan(0);
}

/** What an accountant looks at first: the closed year adds up to nothing left, and the file of both years is valid. */
async function expectSoundBooks(
  ask: (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>,
  account: number,
) {
  const rows = (await ask('GET', `/api/v2/reports/balance-sheet?client_account_id=${account}&report_date=2024-12-31`))
    .body as { account_code: string; balance: number }[];
  expect(rows.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0)).toBe(0);
  const codes = rows.map(({ account_code }) => account_code);
  expect(codes).toEqual(expect.arrayContaining(['1209', '1250', '2000', '2050', '2500', '2800', '2940']));
  expect(codes).not.toContain('2099');
  // The VAT of the second year is settled, and only what its last term owes is left.
  const second = (await ask('GET', `/api/v2/reports/balance-sheet?client_account_id=${account}&report_date=2025-12-31`))
    .body as { account_code: string; balance: number }[];
  const ofVat = second.filter(({ account_code, balance }) => /^27[014]/.test(account_code) && balance !== 0);
  expect(ofVat.map(({ account_code }) => account_code)).toEqual(['2740']);
  const { body } = await ask('GET', `/api/v2/equity/positions?client_account_id=${account}`);
  expect(body.map(({ quantity }: { quantity: string }) => quantity).sort()).toEqual(['150.000000', '450.000000']);
  const years = `client_account_id=${account}&date_from=2024-01-01&date_to=2025-12-31`;
  const file = await ask('GET', `/api/v2/reports/data-export?${years}`, undefined, { accept: 'text/xml' });
  expect(file.status).toBe(200);
  expect(file.body).toContain('Nordlys Kaffebrenneri AS');
  expect(await officialFaults(file.body)).toEqual([]);
}

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
