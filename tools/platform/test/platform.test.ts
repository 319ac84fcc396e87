import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type EmbeddedPostgres, findFreePort, isPortFree, startPostgres } from '@app/embedded';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { demonstrate } from '../src/demonstration.ts';
import { type Platform, StartFailure, startPlatform } from '../src/platform.ts';
import { makeTestDataDir, type TemporaryDataDir } from '../src/temporary-data.ts';
import { FIXTURES } from './fixtures/services.ts';

type Answer = Readonly<Record<string, string>>;

const ask = async (origin: string, path = '/'): Promise<Answer> =>
  (await fetch(`${origin}${path}`)).json() as Promise<Answer>;

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

describe('a platform that runs', () => {
  const data = makeTestDataDir();
  const said: string[] = [];
  const start = (environment: Answer = {}) =>
    startPlatform({
      environment: { DATA_DIR: data.dataDir, BOOTSTRAP_ADMIN_EMAIL: 'boss@example.com', ...environment },
      hasFreePorts: true,
      isFast: true,
      services: FIXTURES,
      say: (text) => said.push(text),
    });
  let platform: Platform;

  beforeAll(async () => {
    platform = await start();
  });

  afterAll(async () => {
    await platform.stop();
    data.remove();
  });

  it('hands each process its own settings and no others', async () => {
    const [gateway, alpha, beta, sandbox] = await Promise.all(FIXTURES.map(({ name }) => ask(platform.originOf(name))));
    expect(alpha).toMatchObject({
      SERVICE_NAME: 'alpha',
      BIND_HOST: '127.0.0.1',
      PUBLIC_BASE_URL: platform.gatewayUrl,
      TZ: 'UTC',
      LOG_LEVEL: 'info',
    });
    expect(alpha!.DATABASE_URL).toContain('//alpha:');
    expect(alpha!.DATABASE_OWNER_URL).toContain('//alpha_owner:');
    expect(alpha!.DATABASE_ERASER_URL).toContain('//alpha_eraser:');
    expect(beta!.DATABASE_ERASER_URL).toBeUndefined();
    expect(beta!.ALPHA_GRPC_ADDRESS).toBe(`127.0.0.1:${alpha!.GRPC_PORT}`);
    expect(gateway!.ALPHA_HTTP_URL).toBe(platform.originOf('alpha'));
    expect(gateway).toMatchObject({ RATE_LIMIT_SCALE: '1', OPS_PORT: platform.settings.get('GATEWAY_OPS_PORT') });
    expect(gateway!.DATA_ENCRYPTION_KEY).toBeUndefined();
    expect(Buffer.from(alpha!.DATA_ENCRYPTION_KEY!, 'base64')).toHaveLength(32);
    expect(alpha!.DATA_ENCRYPTION_KEY).not.toBe(beta!.DATA_ENCRYPTION_KEY);
    expect(alpha!.DATA_ENCRYPTION_KEYS_PREVIOUS).toBeUndefined();
    expect(sandbox!.DATABASE_URL).toBeUndefined();
    expect(JSON.parse(alpha!.INTERNAL_PRIVATE_KEY!)).toMatchObject({ service: 'alpha', crv: 'Ed25519' });
    expect(JSON.parse(beta!.INTERNAL_PRIVATE_KEY!).d).not.toBe(JSON.parse(alpha!.INTERNAL_PRIVATE_KEY!).d);
    expect(beta!.INTERNAL_PUBLIC_KEYS).toBe(alpha!.INTERNAL_PUBLIC_KEYS);
    expect(alpha!.INTERNAL_PUBLIC_KEYS).not.toContain('"d"');
    expect(sandbox!.INTERNAL_PRIVATE_KEY).toBeUndefined();
    expect(sandbox!.DATA_DIR).toBe(join(data.dataDir, 'sandbox'));
  });

  it('says where the outside systems are: in the sandbox', async () => {
    const alpha = await ask(platform.originOf('alpha'));
    expect(alpha.BUSINESS_REGISTRY_URL).toBe(`${platform.sandboxUrl}/registry`);
    expect(alpha.SMTP_URL).toBe(`smtp://127.0.0.1:${platform.settings.get('SANDBOX_SMTP_PORT')}`);
  });

  it('gives each service a schema that only its own roles may use', async () => {
    const [alpha, beta] = await Promise.all([ask(platform.originOf('alpha')), ask(platform.originOf('beta'))]);
    const owner = postgres(alpha.DATABASE_OWNER_URL!, { max: 1 });
    const other = postgres(beta.DATABASE_URL!, { max: 1 });
    try {
      await owner`create table own (id int)`;
      await expect(other`select * from alpha.own`).rejects.toMatchObject({ code: '42501' });
    } finally {
      await Promise.all([owner.end(), other.end()]);
    }
  });

  it('keeps what the servers say, PostgreSQL without the values of a row that it refuses', async () => {
    const { DATABASE_OWNER_URL } = await ask(platform.originOf('alpha'));
    const owner = postgres(DATABASE_OWNER_URL!, { max: 1 });
    await owner`create table refusing (word text constraint shortness check (length(word) < 3))`;
    await expect(owner`insert into refusing values (${'secretive'})`).rejects.toMatchObject({ code: '23514' });
    await owner.end();
    const log = (name: string) => readFileSync(join(platform.logDir, `${name}.log`), 'utf8');
    await vi.waitFor(() => expect(log('postgresql')).toContain('violates check constraint "shortness"'), 60_000);
    expect(log('postgresql')).not.toContain('secretive');
    expect(log('nats')).toContain('Server is ready');
  });

  it('keeps secrets from other users of the machine', () => {
    expect(statSync(join(data.dataDir, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('starts a process that was killed again', async () => {
    const beta = platform.processes.get('beta')!;
    const before = beta.pid;
    beta.kill('SIGKILL');
    await beta.whenReady();
    expect(beta.pid).not.toBe(before);
    expect(await ask(platform.originOf('beta'))).toMatchObject({ SERVICE_NAME: 'beta' });
    expect(said.some((line) => line.startsWith('beta ended by SIGKILL; starting it again'))).toBe(true);
  });

  it('starts a process that ended by itself again, with what it said last on the terminal', async () => {
    const alpha = platform.processes.get('alpha')!;
    await ask(platform.originOf('alpha'), '/warn');
    await ask(platform.originOf('alpha'), '/exit').catch(() => undefined);
    await vi.waitFor(
      () => expect(said.some((line) => line.startsWith('alpha ended with exit code 3'))).toBe(true),
      60_000,
    );
    await alpha.whenReady();
    await vi.waitFor(() => expect(said).toContain('alpha: warn the paper is nearly out'), 60_000);
    expect(readFileSync(join(platform.logDir, 'alpha.log'), 'utf8')).toContain('the paper is nearly out');
  });

  it('makes the demonstration data once, and not at all when it is not wanted', async () => {
    const asked: string[] = [];
    const seed = async ({ gatewayUrl }: { readonly gatewayUrl: string }) => {
      asked.push(gatewayUrl);
      if (asked.length === 1) throw new Error('no coffee');
      return { users: [{ email: 'a@example.com', password: 'secret', what: 'owner' }] };
    };
    const refused = await failureOf(demonstrate(platform, seed, () => undefined));
    expect(refused).toMatch(/^The demo company could not be made: no coffee\n.*goes on where this one stopped/);
    const made = await demonstrate(platform, seed, () => undefined);
    expect(await demonstrate(platform, seed, () => undefined)).toEqual(made);
    expect(asked).toEqual([platform.gatewayUrl, platform.gatewayUrl]);
    const unwanted = {
      ...platform,
      settings: {
        ...platform.settings,
        get: (name: string) => (name === 'DEMO_COMPANY' ? 'false' : platform.settings.get(name)),
      },
    };
    expect(await demonstrate(unwanted, seed, () => undefined)).toBeUndefined();
  });

  it('adds to the demonstration data what has happened since, and leaves it where that cannot be done', async () => {
    const file = join(platform.settings.folder('DATA_DIR'), 'demonstration.json');
    const users = [{ email: 'a@example.com', password: 'secret', what: 'owner' }];
    const yesterday = Temporal.Now.plainDateISO('Europe/Oslo').subtract({ days: 1 }).toString();
    writeFileSync(file, JSON.stringify({ users, until: '2026-01-31' }));
    const asked: string[] = [];
    const seed = async ({ until }: { readonly until: string }) => {
      asked.push(until);
      if (asked.length === 1) throw new Error('somebody has closed the books');
      return { users, until };
    };
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    expect(await demonstrate(platform, seed, say)).toEqual({ users, until: '2026-01-31' });
    expect(said.at(-1)).toBe('the demo company is left as it is: somebody has closed the books');
    expect(await demonstrate(platform, seed, say)).toEqual({ users, until: yesterday });
    expect(await demonstrate(platform, seed, say)).toEqual({ users, until: yesterday });
    expect(asked).toEqual([yesterday, yesterday]);
  });

  it('stops and starts a single process on request', async () => {
    const beta = platform.processes.get('beta')!;
    await beta.stop();
    await expect(ask(platform.originOf('beta'))).rejects.toThrow();
    await beta.start();
    expect(await ask(platform.originOf('beta'))).toMatchObject({ SERVICE_NAME: 'beta' });
  });

  it('starts PostgreSQL and NATS again on their ports when they were killed', async () => {
    const { postgres: database, nats } = platform;
    const before = [database.url, nats.url];
    database.kill('SIGKILL');
    nats.kill('SIGKILL');
    await Promise.all([database.whenReady(), nats.whenReady()]);
    expect([database.url, nats.url]).toEqual(before);
    await vi.waitFor(
      async () => expect((await fetch(`${platform.originOf('alpha')}/health/ready`)).status).toBe(200),
      60_000,
    );
  });

  it('refuses a second platform on the same data and says how to stop the first', async () => {
    const sentence = await failureOf(start());
    expect(sentence).toContain(`already runs at ${platform.gatewayUrl} (process ${process.pid})`);
    expect(sentence).toContain(`kill ${process.pid}`);
  });

  it('stops the gateway first, leaves nothing behind and goes on with the same data and secrets', async () => {
    const ports = [
      ...FIXTURES.map(({ name }) => Number(new URL(platform.originOf(name)).port)),
      platform.settings.port('POSTGRES_PORT'),
    ];
    const before = await ask(platform.originOf('alpha'));
    rmSync(join(data.dataDir, 'files', 'ended'), { force: true });
    const { length } = said;
    await platform.stop();
    // That processes which end together miss each other is for the log alone.
    expect(said.slice(length).filter((line) => line.includes('a neighbour has gone before'))).toEqual([]);
    expect(readFileSync(join(platform.logDir, 'alpha.log'), 'utf8')).toContain('a neighbour has gone before');
    const ended = readFileSync(join(data.dataDir, 'files', 'ended'), 'utf8')
      .trim()
      .split('\n');
    expect(ended[0]).toBe('gateway');
    expect(ended.at(-1)).toBe('sandbox');
    expect([...ended].sort()).toEqual(['alpha', 'beta', 'gateway', 'sandbox']);
    expect(await Promise.all(ports.map((port) => isPortFree(port)))).toEqual(ports.map(() => true));
    expect(existsSync(join(data.dataDir, 'run.json'))).toBe(false);

    // This time with outside systems of its own, so without a sandbox.
    const names = [
      'IDP_ISSUER',
      'AUTHORIZED_PARTIES',
      'MACHINE_TOKEN',
      'BUSINESS_REGISTRY',
      'FILING_PORTAL',
      'TAX_AUTHORITY',
    ];
    const outside = Object.fromEntries(names.map((name) => [`${name}_URL`, 'https://outside.example.com']));
    platform = await start({ ...outside, SMTP_URL: 'smtp://mail.example.com', DEMO_COMPANY: 'false' });
    expect([...platform.processes.keys()]).toEqual(['alpha', 'beta', 'gateway']);
    const after = await ask(platform.originOf('alpha'));
    expect(after.DATA_ENCRYPTION_KEY).toBe(before.DATA_ENCRYPTION_KEY);
    const owner = postgres(after.DATABASE_OWNER_URL!, { max: 1 });
    expect([...(await owner`select * from own`)]).toEqual([]);
    await owner.end();
  });
});

describe('a platform that cannot start', () => {
  // A server of its own: the platform gives the gateway's role a password, with which others are at work on theirs.
  let server: EmbeddedPostgres;
  let serverData: TemporaryDataDir;

  beforeAll(async () => {
    serverData = makeTestDataDir();
    server = await startPostgres({ dataDir: join(serverData.dataDir, 'postgres'), fast: true });
  });
  afterAll(async () => {
    await server.stop();
    serverData.remove();
  });

  const existing = () => ({
    POSTGRES_URL: server.url,
    NATS_URL: inject('natsUrl'),
    POSTGRES_DATABASE: 'platform_test',
  });
  let data: TemporaryDataDir;

  beforeEach(() => {
    data = makeTestDataDir();
  });

  afterEach(() => data.remove());

  const start = (options: Partial<Parameters<typeof startPlatform>[0]>) =>
    startPlatform({
      hasFreePorts: true,
      isFast: true,
      services: FIXTURES,
      ...options,
      environment: { DATA_DIR: data.dataDir, ...options.environment },
    });

  it('names every taken port, who holds it and the variable that chooses another', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    try {
      const sentence = await failureOf(start({ environment: { ALPHA_HTTP_PORT: `${port}` } }));
      expect(sentence).toMatch(
        new RegExp(`^Port ${port}, which alpha needs, is in use by process ${process.pid} .*ALPHA_HTTP_PORT\\.$`),
      );
      expect(existsSync(join(data.dataDir, 'run.json'))).toBe(false);
    } finally {
      blocker.close();
    }
  });

  it('says which process ended while starting and where its log is, and stops the others', async () => {
    const broken = { ...FIXTURES[2]!, folder: 'tools/platform/test/fixtures/broken' };
    const said: string[] = [];
    const port = await findFreePort();
    const environment = { ...existing(), ALPHA_HTTP_PORT: `${port}` };
    const sentence = await failureOf(
      start({ services: [FIXTURES[1]!, broken], say: (text) => said.push(text), environment }),
    );
    expect(await isPortFree(port)).toBe(true);
    expect(sentence).toContain(
      `beta ended with exit code 1 before it was ready. Its log is ${join(data.dataDir, 'logs', 'beta.log')}, and ends:\n`,
    );
    expect(sentence).toContain('the moon is in the wrong phase');
    expect(existsSync(join(data.dataDir, 'run.json'))).toBe(false);
  });

  it('names a service without an entry point', async () => {
    const sentence = await failureOf(
      start({ services: [{ ...FIXTURES[2]!, folder: 'tools/platform/test/fixtures/none' }], environment: existing() }),
    );
    expect(sentence).toBe('tools/platform/test/fixtures/none/src/main.ts does not exist, so none cannot be built.');
  });

  it('does not make new secrets for old data', async () => {
    const platform = await start({ services: [FIXTURES[1]!] });
    await platform.stop();
    rmSync(join(data.dataDir, 'secrets.json'));
    const sentence = await failureOf(start({ services: [FIXTURES[1]!] }));
    expect(sentence).toContain('secrets.json is missing');
    expect(sentence).toContain('npm run reset');
  });

  it('goes on from the data of a run that crashed, and says so', async () => {
    writeFileSync(
      join(data.dataDir, 'run.json'),
      JSON.stringify({ process: { pid: process.pid, startedAt: '1' }, url: 'http://old', startedAt: '2026-01-01' }),
    );
    const said: string[] = [];
    const platform = await start({ services: [FIXTURES[1]!], say: (text) => said.push(text), environment: existing() });
    await platform.stop();
    expect(said[0]).toBe(
      `the run before (process ${process.pid}, 2026-01-01) did not stop cleanly; carrying on from its data`,
    );
  });

  it('gives up at once when it is told to stop while starting', async () => {
    const abort = new AbortController();
    const starting = start({
      signal: abort.signal,
      environment: existing(),
      say: (text) => text.startsWith('PostgreSQL') && abort.abort(new Error('enough')),
    });
    await expect(starting).rejects.toThrow();
    expect(existsSync(join(data.dataDir, 'run.json'))).toBe(false);
  });
});
