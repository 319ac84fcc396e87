import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeDataFolder } from '../src/data-folder.ts';
import { identifyProcess, makeThrownAwayFolder, StartFailure, startPostgres, waitForEnd } from '../src/index.ts';

let folder: string;
let template: string;
let dataDir: string;

beforeAll(async () => {
  folder = makeThrownAwayFolder('embedded-');
  template = join(folder, 'template');
  const server = await startPostgres({ dataDir: template, fast: true });
  await server.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = join(folder, 'postgres');
  execFileSync('cp', ['-a', template, dataDir]);
});

afterEach(() => removeDataFolder(dataDir));

async function query(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

describe('PostgreSQL', () => {
  it('keeps data and password over a stop and a start', async () => {
    const first = await startPostgres({ dataDir, fast: true });
    await query(first.url, 'create table kept (id int)');
    await first.stop();
    expect(await waitForEnd(identifyProcess(first.pid), 0)).toBe(true);

    const second = await startPostgres({ dataDir, fast: true });
    try {
      expect(new URL(second.url).password).toBe(new URL(first.url).password);
      expect(await query(second.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }]);
    } finally {
      await second.stop();
    }
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  });

  it('is durable unless it is asked to be fast', async () => {
    const server = await startPostgres({ dataDir });
    try {
      const settings = await query(
        server.url,
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name",
      );
      expect(settings).toEqual([
        { name: 'fsync', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'synchronous_commit', setting: 'on' },
      ]);
    } finally {
      await server.stop();
    }
  });

  it('refuses a wrong password and listens on the loopback address only', async () => {
    const server = await startPostgres({ dataDir, fast: true });
    try {
      const url = new URL(server.url);
      url.password = 'wrong';
      await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
      expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    } finally {
      await server.stop();
    }
  });

  it('says who holds a taken port and which variable chooses another', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    try {
      const sentence = await failureOf(startPostgres({ dataDir, port, fast: true, portVariable: 'POSTGRES_PORT' }));
      expect(sentence).toContain(`Port ${port}, which PostgreSQL needs, is in use by process ${process.pid}`);
      expect(sentence).toContain('setting POSTGRES_PORT');
    } finally {
      blocker.close();
    }
  });

  it('refuses a folder that another server of a living process uses', async () => {
    const server = await startPostgres({ dataDir, fast: true });
    try {
      expect(await failureOf(startPostgres({ dataDir, fast: true }))).toContain(`is in use by process ${server.pid}`);
      expect(() => removeDataFolder(dataDir)).toThrow(/is in use by process/);
      expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await server.stop();
    }
  });

  it('refuses data of another major version and leaves it alone', async () => {
    const version = join(dataDir, 'cluster', 'PG_VERSION');
    writeFileSync(version, '17\n');
    const sentence = await failureOf(startPostgres({ dataDir, fast: true }));
    expect(sentence).toContain('was made by PostgreSQL 17; this platform runs PostgreSQL 18.');
    expect(sentence).toContain('npm run reset');
    expect(readFileSync(version, 'utf8')).toBe('17\n');
  });

  it('starts again after it was killed, keeps what was committed and ignores that its old pid is taken', async () => {
    const server = await startPostgres({ dataDir });
    await query(server.url, 'create table kept as select 1 as id');
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    // As if this very process had got the pid: alive, but no PostgreSQL.
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, `${process.pid}`));

    const again = await startPostgres({ dataDir });
    try {
      expect(await query(again.url, 'select id from kept')).toEqual([{ id: 1 }]);
    } finally {
      await again.stop();
    }
  });

  it('does not trip over a first start that was cut off', async () => {
    rmSync(join(dataDir, 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.half'), 'not even a folder');
    const again = await startPostgres({ dataDir, fast: true });
    await again.stop();
    expect(existsSync(join(dataDir, 'cluster.half'))).toBe(false);
  });

  it('dies with the process that started it, also when that is killed, and can be started again at once', async () => {
    const program = `
      import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
      const server = await startPostgres({ dataDir: process.argv[1], fast: true });
      console.log(server.pid);
      setInterval(() => undefined, 1000);`;
    const supervisor = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => supervisor.stdout.once('data', resolve)));
    const server = identifyProcess(pid);
    supervisor.kill('SIGKILL');
    await once(supervisor, 'exit');
    const again = await startPostgres({ dataDir, fast: true });
    try {
      expect(await waitForEnd(server, 0)).toBe(true);
      expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await again.stop();
    }
  });
});

describe.runIf(process.getuid?.() === 0)('PostgreSQL as root', () => {
  it('runs as another user, from a folder that this user may not enter', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const inside = join(closed, 'postgres');
    const server = await startPostgres({ dataDir: inside });
    try {
      expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
      expect(lstatSync(inside).isSymbolicLink()).toBe(true);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
      await query(server.url, 'create table kept (id int)');
    } finally {
      await server.stop();
    }
    const again = await startPostgres({ dataDir: inside });
    try {
      expect(await query(again.url, 'select * from kept')).toEqual([]);
    } finally {
      await again.stop();
      removeDataFolder(inside);
      expect(existsSync(inside)).toBe(false);
      rmSync(closed, { recursive: true });
    }
  });

  it('keeps the data in a temporary folder, which it opens for passing through', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'closed-'));
    const inside = join(closed, 'postgres');
    const server = await startPostgres({ dataDir: inside, fast: true });
    await server.stop();
    expect(statSync(closed).mode & 0o777).toBe(0o711);
    expect(lstatSync(inside).isDirectory()).toBe(true);
    rmSync(closed, { recursive: true });
  });
});
