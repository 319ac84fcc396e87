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
  // The batches of the story, of which three were stored, and one that closes the first year.
  const story = company.entries - CLOSING_ENTRIES;
  expect([company.clientAccountId, batches.length]).toEqual([account, Math.ceil(story / 250) - 3 + 1]);
  const ofAssets = await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=ASSET`);
  expect(ofAssets.body.meta.records).toBeGreaterThan(60);
  const recordsOf = async (type: string): Promise<number> =>
    (await ask('GET', `/api/v2/journal-entries?client_account_id=${account}&relation_type=${type}`)).body.meta.records;
  const sales = (await recordsOf('ARINV')) + (await recordsOf('ARCRN'));
  expect(sales).toBe(8);
  expect(await inAll()).toBe(company.entries + ofAssets.body.meta.records + sales + users);
  await seed();
  expect(batches).toEqual([]);
  await expectSoundBooks(ask, account);
}, 240_000);

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
