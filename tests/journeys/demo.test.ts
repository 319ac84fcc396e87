import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSING_ENTRIES, type DemoCompany, demoUsers, seedDemoCompany } from '@app/demo';
import { officialFaults } from '@app/testing/official-schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call } from '../src/system.ts';

let system: Addresses;
/** What becomes of a batch on its way: refused instead of passed on, or passed on and its answer lost. */
let fate: ('refused' | 'lost' | undefined)[] = [];
const batches: string[] = [];

/** Stands in front of the gateway and spoils the batches that `fate` says. */
const spoiler = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isBatch = request.url!.endsWith('/journal-entries/batch');
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

const seed = (): Promise<DemoCompany> => {
  batches.length = 0;
  const gatewayUrl = `http://127.0.0.1:${(spoiler.address() as AddressInfo).port}`;
  return seedDemoCompany({ gatewayUrl, sandboxUrl: system.sandbox, say: () => undefined });
};

it('goes on from what it has made, whatever a user posts, copies and cancels meanwhile, and fails loudly when it is refused', async () => {
  fate = [undefined, undefined, 'refused'];
  await expect(seed()).rejects.toThrow(
    /^POST \/api\/v2\/journal-entries\/batch was answered with 400: .*period_locked/,
  );
  // The third batch is stored, but nobody hears of it.
  fate = ['lost'];
  await expect(seed()).rejects.toThrow();
  expect(batches).toEqual(['lost']);

  const { email, password } = demoUsers.owner;
  const { token } = (await call(system.gateway, 'POST', '/v2/oauth/login', { body: { email, password } })).body;
  const ask = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    call(system.gateway, method, path, { token, body, headers });
  const [{ id: account }] = (await ask('GET', '/api/v2/client-accounts')).body.data;
  const inAll = async (): Promise<number> =>
    (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}`)).body.meta.records;
  expect(await inAll()).toBe(750);
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
    await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=DEMO&relation_id=250`)
  ).body.data[0];
  const copy = { ...own, relation_type: marked.relation_type, relation_id: marked.relation_id };
  expect((await ask('POST', '/api/v2/journal-entries/', copy)).status).toBe(201);
  const cancelled = { cancelled: 'Y', cancellation_reason: 'En prøve' };
  expect((await ask('PATCH', `/api/v2/journal-entries/${marked.id}`, cancelled)).status).toBe(200);
  const users = (await inAll()) - before;

  const company = await seed();
  // The batches of the story, of which three were stored, one that closes the first year, and the money of January.
  const story = company.entries - CLOSING_ENTRIES;
  expect([company.clientAccountId, batches.length]).toEqual([account, Math.ceil(story / 250) - 3 + 2]);
  const ofAssets = await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=ASSET`);
  expect(ofAssets.body.meta.records).toBeGreaterThan(60);
  const recordsOf = async (type: string): Promise<number> =>
    (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=${type}`)).body.meta.records;
  const sales = (await recordsOf('ARINV')) + (await recordsOf('ARCRN'));
  expect(sales).toBe(8);
  expect(await recordsOf('APINV')).toBe(6);
  // Six payments of January, one of a bill, and the exchange loss of the one in euro.
  const paid = 6 + 1 + 1;
  expect(await inAll()).toBe(company.entries + ofAssets.body.meta.records + sales + 6 + paid + users);
  const bank = await lengthsAtBank(ask, account);
  await seed();
  expect(batches).toEqual([]);
  expect(await lengthsAtBank(ask, account)).toEqual(bank);
  await expectSoundBooks(ask, account);
  // Four of the user's own payments of 10.00, and the entry of the story that was cancelled.
  const withLines = (await ask('GET', `/api/v2/journal-entries/${marked.id}?with=lines`)).body.lines as BookedLine[];
  await expectAlmostMatchingBank(ask, account, -4_000 - onBank(withLines));
}, 240_000);

type Ask = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;
interface BookedLine {
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
}
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

/**
 * The bank and the books differ by what is meant to be found: a fee, a purchase without a voucher, and an invoice that
 * was paid twice.
 * @param users øre by which a user has moved the books meanwhile
 */
async function expectAlmostMatchingBank(ask: Ask, account: number, users: number): Promise<void> {
  const of = `client_account_id=${account}`;
  for (const [list, length] of await lengthsAtBank(ask, account)) expect(length, list).toBeGreaterThan(0);
  const { data: statements } = (await ask('GET', `/api/v2/bank-statements?${of}&per_page=100`)).body;
  expect(statements).toHaveLength(25);
  for (const [n, { opening_balance }] of statements.entries())
    expect(opening_balance).toBe(n === 0 ? '0.00' : statements[n - 1].closing_balance);
  const rows = (await ask('GET', `/api/v2/reports/balance-sheet?${of}&report_date=2027-12-31`)).body as {
    account_code: string;
    balance: number;
  }[];
  const books = Math.round(rows.find(({ account_code }) => account_code === '1920')!.balance * 100);
  const { data: invoices } = (await ask('GET', `/api/v2/documents?${of}&document_type=ARINV&per_page=100`)).body;
  const twice = invoices.find((one: { order_reference: string }) => one.order_reference === 'Bestilling 1');
  const items = -7_500 - 124_900 + ore(twice.total_amount);
  expect(ore(statements.at(-1).closing_balance) - (books - users)).toBe(items);
  // The first month is compared to the last transaction; the money that came in twice was advised twice.
  const opened = `/api/v2/bank-transactions?${of}&include_externally_reconciled=false&to_date=2024-01-31`;
  expect((await ask('GET', opened)).body.meta.records).toBe(0);
  const { data: advices } = (await ask('GET', `/api/v2/receivable-payments?${of}`)).body;
  const references = advices.map((one: { structured_reference: string }) => one.structured_reference);
  expect(references.filter((reference: string) => reference === twice.payment_ref)).toHaveLength(2);
  const { data: payments } = (await ask('GET', `/api/v2/payments?${of}`)).body;
  expect(payments.map(({ status }: { status: string }) => status).sort()).toEqual([
    'APPROVED',
    'CANCELLED',
    'PAID',
    'PENDING',
    'REJECTED',
    'SENT',
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
  const { body } = await ask('GET', `/api/v2/equity/positions?client_account_id=${account}`);
  expect(body.map(({ quantity }: { quantity: string }) => quantity).sort()).toEqual(['150.000000', '450.000000']);
  const years = `client_account_id=${account}&date_from=2024-01-01&date_to=2025-12-31`;
  const file = await ask('GET', `/api/v2/reports/data-export?${years}`, undefined, { accept: 'text/xml' });
  expect(file.status).toBe(200);
  expect(file.body).toContain('Nordlys Kaffebrenneri AS');
  expect(await officialFaults(file.body)).toEqual([]);
}
