import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeTestDataDir, ROOT } from '@app/platform';
import { verifyDatabase } from '@app/platform/verification';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import {
  type Addresses,
  call,
  createNumbers,
  eventually,
  type Installation,
  newOwner,
  type Owner,
  startSystem,
} from '../src/system.ts';

// The drill of docs/operate/backup.md: a backup under load, while one consumer stands still, is restored on a machine
// that has nothing yet, and the platform goes on there.

const run = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'drill-'));
/** After each write: enough are under way at any moment, and the cores are left to what is being tried. */
const WRITERS_REST_MILLIS = 50;
const PAPER = 'Kvittering fra Kaffebrenneriet, 42,00 kr';

let system: Installation;
let owner: Owner;
let sql: postgres.Sql;

beforeAll(async () => {
  system = sharedSystem();
  owner = await newOwner(system, createNumbers());
  sql = postgres(system.database, { max: 2, onnotice: () => undefined });
});
afterAll(async () => {
  await sql?.end();
  rmSync(place, { recursive: true, force: true });
});

const api = (method: string, path: string, body?: object, on: Addresses = system, token = owner.token) => {
  const own = body && { client_account_id: owner.clientAccountId, ...body };
  return call(on.gateway, method, `/api/v2${path}`, { token, ...(own ? { body: own } : {}) });
};

const TODAY = Temporal.Now.plainDateISO('Europe/Oslo').toString();

const post = (amount: number, on?: Addresses, token?: string) => {
  const line = { posting_date: TODAY, debit: '0', credit: '0' };
  const lines = [
    { ...line, account_code: '1920', debit: `${amount}.00` },
    { ...line, account_code: '3100', credit: `${amount}.00` },
  ];
  return api('POST', '/journal-entries', { description: 'Kontantsalg', lines }, on, token);
};

/** Runs a command of the operator's on a data folder, or with other settings. Gives what it prints. */
const command = async (
  name: string,
  settings: { readonly DATA_DIR: string; readonly NATS_URL?: string },
  ...more: string[]
): Promise<string> => {
  const file = join(ROOT, 'tools/platform/src', `${name}.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, TZ: 'UTC', ...settings };
  const { stdout } = await run(process.execPath, [file, ...more], { cwd: ROOT, env, timeout: 500_000 });
  return stdout.trim();
};

/** Keeps a consumer from noting what it has handled, until it is let go: nothing that it consumes takes effect. */
async function stallConsumer(): Promise<() => Promise<void>> {
  const held = await sql.reserve();
  await held`begin`;
  await held`lock table reconciliation.inbox in share row exclusive mode`;
  return async () => {
    await held`rollback`;
    held.release();
  };
}

async function signIn(on: Addresses): Promise<string> {
  const { email, password } = owner;
  const answer = await call(on.gateway, 'POST', '/v2/oauth/login', { body: { email, password } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.token;
}

it('brings back every acknowledged write on an empty machine, and goes on with the outside systems of its settings [EXT-R08] [EXT-R12]', async () => {
  const voucher = await api('POST', '/vouchers', {
    ...{ file_name: 'kvittering.txt', content_base64: Buffer.from(PAPER).toString('base64') },
    ...{ type: 'RECPT', processing_track: 'MANUAL', document_date: TODAY },
  });
  expect(voucher.status, JSON.stringify(voucher.body)).toBe(201);
  await eventually(
    () => post(1),
    ({ status }) => status === 201,
  );
  const letGo = await stallConsumer();
  const acknowledged: number[] = [];
  let isDone = false;
  const load = [1, 2, 3, 4].map(async (amount) => {
    while (!isDone) {
      const answer = await post(amount);
      if (answer.status === 201) acknowledged.push(answer.body.id);
      await pause(WRITERS_REST_MILLIS);
    }
  });
  await eventually(
    async () => acknowledged.length,
    (count) => count >= 20,
  );
  const before = [...acknowledged];
  const folder = await command('backup', { DATA_DIR: system.dataDir }, place, '--with-secrets').finally(() => {
    isDone = true;
  });
  await Promise.all(load);
  await letGo();
  // Otherwise nothing was written while it was taken.
  expect(acknowledged.length).toBeGreaterThan(before.length);

  const data = makeTestDataDir();
  const DATA_DIR = data.dataDir;
  // Beside the settings of the running platform it would take the stream from its services.
  await expect(command('restore', { DATA_DIR, NATS_URL: system.broker }, folder)).rejects.toThrow(
    /A platform runs on the NATS of NATS_URL: .*ledger-organisation-settings-changed.* Nothing was changed/,
  );
  await command('restore', { DATA_DIR }, folder);
  await using restored = await startSystem({ IDP_ISSUER_URL: `${system.sandbox}/nowhere` }, { data });
  const token = await signIn(restored);
  const books = postgres(restored.database, { max: 1, onnotice: () => undefined });
  const entries = await books<{ id: string }[]>`
    select id from ledger.journal_entries where client_account_id = ${owner.clientAccountId}`;
  await books.end();
  const there = new Set(entries.map(({ id }) => Number(id)));
  expect(before.filter((id) => !there.has(id))).toEqual([]);

  const last = await api('GET', `/journal-entries/${before.at(-1)}`, undefined, restored, token);
  expect(last.body).toMatchObject({ id: before.at(-1), description: 'Kontantsalg' });

  const { download_url } = (await api('GET', `/vouchers/${voucher.body.id}`, undefined, restored, token)).body;
  const { pathname, search } = new URL(download_url);
  expect(await (await fetch(new URL(pathname + search, restored.gateway))).text()).toBe(PAPER);
  expect((await post(5, restored, token)).status).toBe(201);
  const findings = await verifyDatabase({
    ...{ postgresUrl: restored.platform.postgres.url, database: restored.platform.settings.get('POSTGRES_DATABASE') },
    settleMillis: 300_000,
  });
  expect(
    findings.filter(({ broken }) => broken > 0).map(({ service, invariant }) => [service, invariant.name]),
  ).toEqual([]);
  // Its settings name an identity provider that is not there, and that one is asked.
  const refused = await call(restored.gateway, 'POST', '/api/v2/auth/signup/authorize');
  expect([refused.status, refused.body.error.code]).toEqual([502, 'idp.par_failed']);
});
