import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { type Service, services } from '@app/registry';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { bundleServices } from '../../tools/platform/src/bundle-service.ts';
import { writeComposeSecrets } from '../../tools/platform/src/compose-secrets.ts';
import { ROOT } from '../../tools/platform/src/root.ts';
import { hasDatabase, SERVICES } from '../../tools/platform/src/services.ts';

// What a chart renders is all that a process gets: a setting that it needs besides would be missing in production alone.

const helm = process.env.HELM_BIN ?? 'helm';
const hasHelm = spawnSync(helm, ['version', '--short']).status === 0;

const clientKey = JSON.stringify(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
);

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly key: string } };
}

describe.skipIf(!hasHelm)(
  'each process starts with exactly what its chart renders (needs helm on PATH or HELM_BIN)',
  () => {
    let folder = '';
    let database: TestDatabase | undefined;
    let child: ChildProcess | undefined;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'accounting-rendered-'));
      cpSync(join(ROOT, 'deploy', 'charts'), join(folder, 'charts'), { recursive: true });
      await writeComposeSecrets(join(folder, 'secrets'), {});
    });
    afterEach(async () => {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await database?.drop();
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** The variables of the Deployment of a chart, with the least that it asks for. */
    function rendered(name: string): readonly Variable[] {
      const chart = join(folder, 'charts', name);
      const row: Service | undefined = services.find((service) => service.name === name);
      execFileSync(helm, ['dependency', 'build', chart], { stdio: 'ignore' });
      const values = [
        ...['publicBaseUrl=https://api.example.com', 'nats.existingSecret=own', 'database.existingSecret=own'],
        ...(row?.keepsFiles ? ['files.existingClaim=files'] : []),
        ...(row?.sendsMail ? ['config.SMTP_URL=smtp://mail:25', 'config.MAIL_FROM=books@example.com'] : []),
        ...(row?.asks ?? []).map((variable) => `config.${variable}=https://outside.example`),
      ];
      const text = execFileSync(
        helm,
        ['template', name, chart, '--kube-version', '1.30.0', ...values.flatMap((value) => ['--set', value])],
        { encoding: 'utf8' },
      );
      const manifests = parseAllDocuments(text).map((document) => document.toJS());
      return manifests.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0].env;
    }

    it.each(SERVICES.filter(hasDatabase))('$name', async ({ name, folder: source }) => {
      await bundleServices([join(ROOT, source)]);
      database = await createTestDatabase(name, join(ROOT, source, 'migrations'));
      const secrets = parseEnv(readFileSync(join(folder, 'secrets', `${name}.env`), 'utf8'));
      const here: Readonly<Record<string, string>> = {
        DATABASE_URL: database.url,
        DATABASE_ERASER_URL: database.eraserUrl,
        NATS_URL: inject('natsUrl'),
        // The identity provider's operator makes it with us.
        IDP_CLIENT_JWK: clientKey,
      };
      const environment = Object.fromEntries(
        rendered(name).map(({ name: variable, value }) => {
          const secret = here[variable] ?? secrets[variable];
          if (value === undefined && secret === undefined) throw new Error(`${variable} is a secret that nobody makes`);
          // A container has its ports and folders to itself; this machine has them for everybody.
          if (/(^|_)PORT$/.test(variable)) return [variable, '0'];
          if (/HOST$/.test(variable)) return [variable, '127.0.0.1'];
          return [variable, variable === 'FILES_DIR' ? join(folder, 'files') : (value ?? secret!)];
        }),
      );
      child = spawn(process.execPath, [join(ROOT, source, 'dist', 'main.mjs')], {
        // Of the image (deploy/Dockerfile).
        env: { ...environment, APP_ROOT: ROOT, NODE_ENV: 'production', TZ: 'UTC' },
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stderr!.on('data', (data) => (said += data));
      let hasStarted = false;
      for await (const line of createInterface({ input: child.stdout! })) {
        said += `${line}\n`;
        hasStarted = /"msg":"started"/.test(line);
        if (hasStarted) break;
      }
      expect(hasStarted, said).toBe(true);
    });
  },
);
