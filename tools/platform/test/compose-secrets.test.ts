import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { findNatsServer } from '@app/embedded';
import { type Service, services } from '@app/registry';
import { createSigner, createVerifier } from '@app/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeComposeSecrets } from '../src/compose-secrets.ts';
import { SERVICES } from '../src/services.ts';

describe('the secrets of docker compose', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounting-compose-'));
  const read = (name: string): Record<string, string> =>
    parseEnv(readFileSync(join(folder, `${name}.env`), 'utf8')) as Record<string, string>;
  const deployed = SERVICES.filter(({ kind }) => kind !== 'sandbox').map(({ name }) => name);
  beforeAll(() => writeComposeSecrets(folder, {}));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are for this user alone', () => {
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  });

  it('give every service its own roles, its own user of the broker and its own key, and all of them the public keys', () => {
    for (const name of deployed) {
      const own = read(name);
      expect(new URL(own.DATABASE_URL!).username).toBe(name);
      expect(new URL(own.DATABASE_OWNER_URL!).username).toBe(`${name}_owner`);
      expect(new URL(own.NATS_URL!).username).toBe(name);
      const token = createSigner(name, own.INTERNAL_PRIVATE_KEY!).sign('x', { aud: 'auth', exp: 1 });
      expect(createVerifier(read('auth').INTERNAL_PUBLIC_KEYS!).verify('x', 'auth', token, 0)?.iss).toBe(name);
    }
  });

  it("are nobody else's: no password or private key stands in two files, but for what both ends need", () => {
    const holders = new Map<string, string[]>();
    for (const name of [...deployed, 'sandbox', 'postgres'])
      for (const [variable, value] of Object.entries(read(name)))
        if (variable !== 'INTERNAL_PUBLIC_KEYS')
          holders.set(value, [...(holders.get(value) ?? []), `${name} ${variable.replace(/_.*/, '')}`]);
    const shared = [...holders.values()].filter(({ length }) => length > 1);
    // Who asks outside systems in our own name proves it by the same credential.
    expect(shared).toEqual([['auth IDP', 'ledger IDP', 'sandbox IDP']]);
    expect(read('sandbox').DATABASE_URL).toBeUndefined();
  });

  it('are the passwords that the roles are made with and that the broker asks for', () => {
    const { POSTGRES_URL: _url, ...passwords } = read('provision');
    const broker = readFileSync(join(folder, 'nats.conf'), 'utf8');
    for (const name of deployed) {
      expect(passwords[`ROLE_PASSWORD_${name.toUpperCase()}`]).toBe(new URL(read(name).DATABASE_URL!).password);
      expect(passwords[`ROLE_PASSWORD_${name.toUpperCase()}_OWNER`]).toBe(
        new URL(read(name).DATABASE_OWNER_URL!).password,
      );
      expect(broker).toContain(`user: "${name}", password: "${new URL(read(name).NATS_URL!).password}"`);
    }
    expect(spawnSync(findNatsServer(), ['-t', '-c', join(folder, 'nats.conf')]).status).toBe(0);
  });

  it('leave the health of the broker to be asked without one, from inside its container', async () => {
    const own = join(folder, 'own.conf');
    const text = readFileSync(join(folder, 'nats.conf'), 'utf8');
    expect(text).toContain('http: "127.0.0.1:8222"');
    const here = text
      .replace('"0.0.0.0:4222"', '"127.0.0.1:-1"')
      .replace('"127.0.0.1:8222"', '"127.0.0.1:-1"')
      .replace('"/data"', JSON.stringify(join(folder, 'streams')));
    writeFileSync(own, here);
    const server = spawn(findNatsServer(), ['-c', own], { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      let port: string | undefined;
      for await (const line of createInterface({ input: server.stderr })) {
        port ??= /Starting http monitor on 127.0.0.1:(\d+)/.exec(line)?.[1];
        if (line.includes('Server is ready')) break;
      }
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    } finally {
      const end = once(server, 'exit');
      server.kill('SIGKILL');
      await end;
      rmSync(own);
      rmSync(join(folder, 'streams'), { recursive: true, force: true });
    }
  });

  it('hold those of outside systems that are set, for the services that read them', async () => {
    await writeComposeSecrets(folder, { S3_ACCESS_KEY_ID: 'books', S3_SECRET_ACCESS_KEY: 'a secret of this test' });
    const keepers = services.filter((each: Service) => each.keepsFiles).map(({ name }) => String(name));
    expect(keepers).toEqual(['ledger', 'documents']);
    for (const name of keepers)
      expect(read(name)).toMatchObject({
        S3_ACCESS_KEY_ID: 'books',
        S3_SECRET_ACCESS_KEY: 'a secret of this test',
      });
    for (const name of deployed.filter((each) => !keepers.includes(each)))
      expect(read(name).S3_SECRET_ACCESS_KEY).toBeUndefined();
    await writeComposeSecrets(folder, {});
    for (const name of keepers) expect(read(name).S3_SECRET_ACCESS_KEY).toBeUndefined();
  });

  it('stay as they are when they are made again', async () => {
    const before = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    rmSync(join(folder, 'chat.env'));
    await writeComposeSecrets(folder, {});
    expect(readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(before);
  });
});
