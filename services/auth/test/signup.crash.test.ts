import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fromSources } from '@app/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  newEmail,
  newNumber,
  PASSWORD,
  type SignupService,
  type SignupSteps,
  startSignup,
  stepsAt,
} from './signup-harness.ts';

const DEADLINE = { timeout: 60_000, interval: 25 };
/** A process of its own loads everything anew, which takes its time where others are at work too. */
const STARTING = { timeout: 300_000, interval: 25 };
const HMAC_KEY = 'a key for identities that only this file uses';

let service: SignupService;
const children: ChildProcess[] = [];
beforeAll(async () => {
  service = await startSignup({ env: { IDENTITY_HMAC_KEY: HMAC_KEY, IDENTITY_HMAC_KEY_VERSION: '3' } });
});
afterEach(() => {
  service.organisation.before = undefined;
  service.organisation.after = undefined;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
});

interface OtherProcess extends SignupSteps {
  /** Everything it wrote. */
  output(): string;
  kill(): Promise<void>;
}

/** Another replica, on the same database, in a process that can be killed. It logs everything it can. */
async function startProcess(): Promise<OtherProcess> {
  const env = { ...process.env, ...service.env, LOG_LEVEL: 'trace', TEST_NATS_PREFIX: service.natsPrefix };
  const child = spawn(process.execPath, [...fromSources, join(import.meta.dirname, 'signup-process.ts')], { env });
  children.push(child);
  let output = '';
  const take = (chunk: Buffer): void => {
    output += chunk;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const port = await vi.waitFor(
    () => /^listening on (\d+)$/m.exec(output)?.[1] ?? Promise.reject(new Error(output)),
    STARTING,
  );
  return {
    ...stepsAt(Number(port)),
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const login = (email: string) => service.call('POST', '/v2/oauth/login', { body: { email, password: PASSWORD } });

describe('a process that is killed', () => {
  const never = () => new Promise<void>(() => {});

  /** Kills the process that completes a signup when organisation is asked; the request gets no answer. */
  async function dieCompleting(when: 'before' | 'after', headers: Readonly<Record<string, string>> = {}) {
    const replica = await startProcess();
    const number = newNumber();
    const { signup_token, organizations } = await replica.enter(await service.person([number]));
    const body = { signup_token, organization_id: organizations[0]!.id, email: newEmail(), password: PASSWORD };
    service.organisation[when] = never;
    const asked = service.organisation.asked.length;
    const lost = replica.complete(body, { headers }).catch(() => 'no answer');
    await vi.waitFor(() => expect(service.organisation.asked.length).toBeGreaterThan(asked), DEADLINE);
    await replica.kill();
    expect(await lost).toBe('no answer');
    service.organisation[when] = undefined;
    expect((await login(body.email)).status).toBe(401);
    expect(
      await service.db
        .raw`select state from use_cases where intent ->> 'organizationId' = ${String(body.organization_id)}`,
    ).toMatchObject([{ state: 'open' }]);
    return { body, number };
  }

  /** The lease of the dead process ends. */
  const endLease = () => service.db.raw`update use_cases set lease_until = clock_timestamp() where state = 'open'`;

  it.each(['before', 'after'] as const)(
    '%s organisation made the account: the recovery of another replica finishes it, once [SGN-R34]',
    async (when) => {
      const { body, number } = await dieCompleting(when);
      await endLease();
      await service.runJob('use-case-recovery');
      const account = service.organisation.accounts.get(number)!;
      const [user] = await service.db.raw`select id from users where email = ${body.email}`;
      expect(account.ownerId).toBe(Number(user!.id));
      expect((await login(body.email)).status).toBe(200);
      const asked = service.organisation.asked.filter(({ organizationId }) => organizationId === body.organization_id);
      expect(new Set(asked.map(({ commandKey }) => commandKey)).size).toBe(1);
      expect(
        await service.db.raw`select 1 from signup_sessions where expires_at > now() and identity_digest in
      (select digest from identity_links where user_id = ${user!.id})`,
      ).toHaveLength(0);
    },
  );

  it('leaves its lease to nobody before it ends', async () => {
    const { body } = await dieCompleting('after');
    await service.runJob('use-case-recovery');
    expect((await login(body.email)).status).toBe(401);
    await endLease();
    await service.runJob('use-case-recovery');
    expect((await login(body.email)).status).toBe(200);
  });

  it('and refused by then: no user and no link is left', async () => {
    const { body, number } = await dieCompleting('before');
    service.organisation.accounts.set(number, { id: 12, ownerId: 999_999, name: 'Raskere AS' });
    await endLease();
    await service.runJob('use-case-recovery');
    expect(await service.db.raw`select 1 from users where email = ${body.email}`).toHaveLength(0);
    expect(await service.db.raw`select 1 from use_cases where state = 'open'`).toHaveLength(0);
    expect(
      await service.db
        .raw`select 1 from identity_links l where not exists (select 1 from users u where u.id = l.user_id)`,
    ).toHaveLength(0);
  });

  it('the repeat with the same key finds the finished signup', async () => {
    const headers = { 'idempotency-key': 'a key that outlives its process' };
    const { body } = await dieCompleting('after', headers);
    const again = () => service.complete(body, { headers, address: '203.0.113.8' });
    expect((await again()).status).toBe(409);
    await service.db.raw`update idempotency_keys set lease_until = now() - interval '1 second' where status is null`;
    const answer = await again();
    expect(answer.status).toBe(201);
    expect(answer.body.user.email).toBe(body.email);
    expect((await again()).headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('the national identity number', () => {
  it('is stored as an HMAC-SHA256 under its own key only, and neither a row nor a log line shows it [SGN-R32]', async () => {
    const replica = await startProcess();
    const pid = await service.person();
    const { signup_token, organizations } = await replica.enter(pid);
    const email = newEmail();
    const key = { headers: { 'idempotency-key': 'complete' } };
    const done = await replica.complete(
      { signup_token, organization_id: organizations[0]!.id, email, password: PASSWORD },
      key,
    );
    expect(done.status).toBe(201);
    // Faults are logged with their causes: the ways in which such a line could show the number.
    await service.control('/faults/parties', { status: 500, count: 3 });
    const { body } = await replica.begin();
    await replica.callback(await replica.identify(body.authorization_url, pid));
    await service.control('/faults/idp', { status: 500, count: 1 });
    await replica.begin();
    await service.control('/faults/idp', { count: 0 });
    await vi.waitFor(() => expect(replica.output()).toContain('the pushed authorization request failed'), DEADLINE);
    await replica.kill();

    const digest = createHmac('sha256', HMAC_KEY).update(pid).digest();
    const [link] = await service.db.raw`select key_version, user_id from identity_links where digest = ${digest}`;
    expect(link).toEqual({ key_version: 3, user_id: String(done.body.user.id) });

    const [rows, log] = [await readWholeDatabase(), replica.output()];
    expect(rows).toContain(email);
    expect(rows).toContain(digest.toString('hex'));
    expect(log).toContain('the authorized parties could not be read');
    for (const form of [pid, Buffer.from(pid).toString('hex'), Buffer.from(pid).toString('base64').slice(0, 14)]) {
      expect(rows).not.toContain(form);
      expect(log).not.toContain(form);
    }
    expect(JSON.stringify(done.body)).not.toContain(pid);
  });
});

/** Every row of every table, as text. */
async function readWholeDatabase(): Promise<string> {
  const tables = await service.db.raw<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'security_events'`;
  // The service itself may not read those.
  const texts = [JSON.stringify(await service.records())];
  for (const { name } of tables) {
    const rows = await service.db.raw.unsafe<{ text: string }[]>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}
