import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backendNames } from '@app/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { writeChartSecrets } from '../src/chart-secrets.ts';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';

const helm = process.env.HELM_BIN ?? 'helm';
const hasHelm = spawnSync(helm, ['version', '--short']).status === 0;
const servers = {
  POSTGRES_URL: 'postgres://postgres:a-password@postgres.example/postgres',
  NATS_URL: 'nats://nats.example',
};
const deployed = SERVICES.filter(({ kind }) => kind !== 'sandbox').map(({ name }) => name);

interface Secret {
  readonly metadata: { readonly name: string };
  readonly stringData: Readonly<Record<string, string>>;
}

interface Container {
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly ports?: readonly { readonly port: number }[];
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
      };
    };
  };
}

let folder = '';
let secrets: readonly Secret[] = [];
const readSecrets = (): readonly Secret[] =>
  parseAllDocuments(readFileSync(join(folder, 'secrets.yaml'), 'utf8')).map((each) => each.toJS() as Secret);
const secretOf = (name: string) => secrets.find(({ metadata }) => metadata.name === name)!.stringData;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accounting-trial-'));
  await writeChartSecrets(folder, servers);
  secrets = readSecrets();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run chart-secrets', () => {
  it('gives every service its own addresses of the servers that are named, and NATS its users', () => {
    for (const name of deployed) {
      const own = secretOf(`accounting-platform-${name}`);
      const [database, owner, broker] = [own.url!, own['owner-url']!, own['nats-url']!].map((url) => new URL(url));
      expect([database!.username, database!.host]).toEqual([name, 'postgres.example:5432']);
      expect(owner!.username).toBe(`${name}_owner`);
      expect([broker!.username, broker!.host]).toEqual([name, 'nats.example:4222']);
      expect(secretOf('accounting-platform-roles')[name]).toBe(database!.password);
      expect(secretOf('accounting-platform-roles')[`${name}-owner`]).toBe(owner!.password);
      expect(secretOf('accounting-platform-nats')['nats.conf']).toContain(broker!.password);
    }
    expect(secretOf('accounting-platform-administrator').url).toBe(servers.POSTGRES_URL);
  });

  it('lets no service read what is of another, and keeps the files for this user alone', () => {
    for (const name of deployed) {
      const others = deployed
        .filter((other) => other !== name)
        .map((other) => secretOf(`accounting-platform-${other}`));
      const values = new Set(others.flatMap((other) => Object.values(other)));
      for (const [key, value] of Object.entries(secretOf(`accounting-platform-${name}`)))
        expect(values.has(value), `${name} ${key}`).toBe(false);
    }
    for (const file of ['secrets.yaml', 'nats.conf', 'secrets.json', 'idp-client-jwk.json'])
      expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  });

  it('makes the first password of the administrator, where the values of the trial look for it', () => {
    const [values] = parseAllDocuments(readFileSync(join(ROOT, 'deploy/charts/platform/values.yaml'), 'utf8'), {
      merge: true,
    }).map((each) => each.toJS());
    const { config, secrets: referred } = values.auth;
    expect(config.BOOTSTRAP_ADMIN_EMAIL).toBe('admin@example.com');
    const { existingSecret, key } = referred.BOOTSTRAP_ADMIN_PASSWORD;
    expect(secretOf(existingSecret)[key]!.length).toBeGreaterThanOrEqual(16);
  });

  it('makes the same again, and says which server it was not told of', async () => {
    await writeChartSecrets(folder, servers);
    expect(readSecrets()).toEqual(secrets);
    await expect(writeChartSecrets(folder, { ...servers, NATS_URL: '' })).rejects.toThrow(/^Set NATS_URL/);
  });
});

describe.skipIf(!hasHelm)('the chart of the platform (needs helm on PATH or HELM_BIN)', () => {
  let charts = '';
  beforeAll(() => {
    charts = mkdtempSync(join(tmpdir(), 'accounting-trial-charts-'));
    cpSync(join(ROOT, 'deploy', 'charts'), charts, { recursive: true });
  });
  afterAll(() => rmSync(charts, { recursive: true, force: true }));

  const render = (release: string, chart: string, ...more: string[]): readonly Manifest[] => {
    execFileSync(helm, ['dependency', 'build', join(charts, chart)], { stdio: 'ignore' });
    const text = execFileSync(helm, ['template', release, join(charts, chart), '--kube-version', '1.30.0', ...more], {
      encoding: 'utf8',
    });
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  };
  const containersOf = (manifests: readonly Manifest[]): readonly Container[] =>
    manifests.flatMap(({ spec }) => spec.template?.spec.containers ?? []);

  // The last is called as one of its services is.
  it.each(['books', 'trial', 'ledger'])(
    'as release %s: every address that a pod gets is a Service that the same release makes, with that port',
    (release) => {
      const manifests = render(release, 'platform');
      const served = manifests
        .filter(({ kind }) => kind === 'Service')
        .flatMap(({ metadata, spec }) => spec.ports!.map(({ port }) => `${metadata.name}:${port}`));
      const asked = containersOf(manifests).flatMap(({ env }) =>
        env
          .filter(({ name, value }) => value && /_(ADDRESS|URL|ISSUER)$/.test(name))
          // Of the browser, which comes in from outside.
          .filter(({ name }) => !['PUBLIC_BASE_URL', 'APP_BASE_URL', 'SANDBOX_BROWSER_URL'].includes(name))
          .map(({ name, value }) => ({ name, host: new URL(value!.replace('dns:///', 'dns://')).host })),
      );
      expect(new Set(asked.filter(({ name }) => name.endsWith('_GRPC_ADDRESS')).map(({ host }) => host)).size).toBe(
        backendNames.length,
      );
      for (const { name, host } of asked) expect(served, name).toContain(host);
      // The sandbox lets in who proves to mean the address by which it knows itself.
      const sandbox = asked.filter(({ host }) => host.startsWith('sandbox')).map(({ host }) => host);
      expect([...new Set(sandbox)].sort()).toEqual(['sandbox:8025', 'sandbox:8090']);
    },
  );

  it('asks for secrets that are made, and for a volume that it makes', () => {
    const platform = render('books', 'platform');
    const roles = render(
      'roles',
      'roles',
      ...['--set', 'administrator.existingSecret=accounting-platform-administrator'],
      ...['--set', 'passwords.existingSecret=accounting-platform-roles'],
    );
    const asked = containersOf([...platform, ...roles]).flatMap(({ env }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    expect(asked.length).toBeGreaterThan(50);
    for (const { name, key } of asked) expect(secretOf(name), `${name} ${key}`).toHaveProperty(key);
    const claims = platform.filter(({ kind }) => kind === 'PersistentVolumeClaim').map(({ metadata }) => metadata.name);
    const mounted = platform.flatMap(({ spec }) => spec.template?.spec.volumes ?? []);
    const wanted = mounted.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect([...new Set(wanted)]).toEqual(claims);
  });

  it('leaves the stand-ins away where they are not wanted', () => {
    const names = render('books', 'platform', '--set', 'sandbox.enabled=false').map(({ metadata }) => metadata.name);
    expect(names).not.toContain('sandbox');
  });
});
