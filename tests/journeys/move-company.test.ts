import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeTemporaryDataDir, ROOT } from '@app/platform';
import { expect, it } from 'vitest';
import { runJob } from '../src/bookkeeping.ts';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, call, createNumbers, eventually, newOwner, type Owner, startSystem } from '../src/system.ts';

// docs/operate/scale.md: a company goes from one installation to another, with its ids, its people and its files.

const run = promisify(execFile);
const TODAY = Temporal.Now.plainDateISO('Europe/Oslo').toString();
const PAPER = 'Kvittering fra Kaffebrenneriet, 42,00 kr';

const api = (on: Addresses, { clientAccountId }: Owner, token: string, method: string, path: string, body?: object) =>
  call(on.gateway, method, `/api/v2${path}`, {
    token,
    ...(body ? { body: { client_account_id: clientAccountId, ...body } } : {}),
  });

const post = (on: Addresses, owner: Owner, token: string) => {
  const line = { posting_date: TODAY, debit: '0', credit: '0' };
  const lines = [
    { ...line, account_code: '1920', debit: '7.00' },
    { ...line, account_code: '3100', credit: '7.00' },
  ];
  return api(on, owner, token, 'POST', '/journal-entries', { description: 'Kontantsalg', lines });
};

/** Runs the command. Gives what it says in the end, also where it fails. */
const move = (dataDir: string, account: number, to: string): Promise<string> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return run(process.execPath, [join(ROOT, 'tools/platform/src/move-company.ts'), String(account), '--to', to], {
    ...{ cwd: ROOT, timeout: 500_000, env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, TZ: 'UTC' } },
  }).then(
    ({ stderr }) => stderr,
    (failure: { stderr: string }) => failure.stderr,
  );
};

it('moves a company to another installation, where it goes on with its numbers, and leaves it as it was here', async () => {
  const system = sharedSystem();
  const owner = await newOwner(system, createNumbers());
  const own = (on: Addresses, token: string) => (method: string, path: string, body?: object) =>
    api(on, owner, token, method, path, body);
  const here = own(system, owner.token);
  const voucher = await here('POST', '/vouchers', {
    ...{ file_name: 'kvittering.txt', content_base64: Buffer.from(PAPER).toString('base64') },
    ...{ type: 'RECPT', processing_track: 'MANUAL', document_date: TODAY },
  });
  expect(voucher.status, JSON.stringify(voucher.body)).toBe(201);
  const posted = await eventually(
    () => post(system, owner, owner.token),
    ({ status }) => status === 201,
  );

  const data = makeTemporaryDataDir();
  const { DATA_ENCRYPTION_KEY, IDENTITY_HMAC_KEY } = JSON.parse(
    readFileSync(join(system.dataDir, 'secrets.json'), 'utf8'),
  );
  const keys = { DATA_ENCRYPTION_KEY, IDENTITY_HMAC_KEY };
  await using other = await startSystem(keys, { data });
  const settings = join(data.dataDir, 'other.env');
  const written = Object.entries({ DATA_DIR: data.dataDir, ...keys }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(settings, written.join(''));

  expect(await move(system.dataDir, owner.clientAccountId, settings)).toContain('takes writes');
  const account = `/client-accounts/${owner.clientAccountId}`;
  expect(
    (await call(system.gateway, 'PATCH', `/api/v2${account}`, { token: owner.token, body: { is_active: false } }))
      .status,
  ).toBe(200);
  // Runs once a minute, and an entry is on its way until it is chained.
  await runJob(system, 'proof-chain');
  let said = await move(system.dataDir, owner.clientAccountId, settings);
  // Starting the command takes much more than asking: what is under way gets some seconds in between.
  while (said.includes('under way')) {
    await pause(3_000);
    said = await move(system.dataDir, owner.clientAccountId, settings);
  }
  expect(said).toContain('all ');
  expect(said).toContain('invariants hold');

  const { email, password } = owner;
  const session = await call(other.gateway, 'POST', '/v2/oauth/login', { body: { email, password } });
  expect(session.status, JSON.stringify(session.body)).toBe(200);
  const { token } = session.body;
  const opened = await call(other.gateway, 'PATCH', `/api/v2${account}`, { token, body: { is_active: true } });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const there = own(other, token);
  expect((await there('GET', `/journal-entries/${posted.body.id}`)).body).toEqual(
    (await here('GET', `/journal-entries/${posted.body.id}`)).body,
  );
  const next = await eventually(
    () => post(other, owner, token),
    ({ status }) => status === 201,
  );
  expect(next.body.sequence_number).toBe(posted.body.sequence_number + 1);
  const { download_url } = (await there('GET', `/vouchers/${voucher.body.id}`)).body;
  const { pathname, search } = new URL(download_url);
  expect(await (await fetch(new URL(pathname + search, other.gateway))).text()).toBe(PAPER);

  // The ids are taken there now, and here the company still is what it was.
  expect(await move(system.dataDir, owner.clientAccountId, settings)).toContain('Ids must not clash');
  expect((await here('GET', `/journal-entries/${posted.body.id}`)).status).toBe(200);
});
