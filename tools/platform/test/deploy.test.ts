import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      { readonly environment?: Readonly<Record<string, string>>; readonly ports?: readonly string[]; readonly networks?: unknown }
    >
  >;
}

const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as Compose;
const names = SERVICES.map(({ name }) => name);

describe('docker-compose.yml', () => {
  it('runs every process of the platform', () => {
    expect(Object.keys(compose.services).sort()).toEqual([...names, 'nats', 'postgres', 'provision'].sort());
  });

  it('gives every service its own role and the addresses of the others', () => {
    for (const { name, kind } of SERVICES) {
      if (kind === 'sandbox') continue;
      const environment = compose.services[name]!.environment!;
      expect(environment.DATABASE_URL).toContain(`//${name}:`);
      expect(environment.DATABASE_OWNER_URL).toContain(`//${name}_owner:`);
      for (const peer of SERVICES.filter((other) => other.kind === 'service'))
        expect(environment[`${peer.name.toUpperCase()}_GRPC_ADDRESS`]).toBe(`${peer.name}:9100`);
    }
  });

  it('opens only the gateway and the sandbox, and to this machine alone', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const));
    expect(open.map(([name]) => name).sort()).toEqual(['gateway', 'sandbox']);
    for (const [, port] of open) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

const helm = process.env.HELM_BIN ?? 'helm';
const hasHelm = spawnSync(helm, ['version', '--short']).status === 0;
const given = [
  '--set',
  'publicBaseUrl=https://api.example.com',
  '--set',
  'nats.url=nats://nats:4222',
  '--set',
  'database.existingSecret=db',
];

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly {
          readonly securityContext: Readonly<Record<string, unknown>>;
          readonly env: readonly { readonly name: string; readonly value?: string }[];
        }[];
      };
    };
  };
}

describe('the charts', () => {
  it('exist for every process that is deployed', () => {
    const deployed = SERVICES.filter(({ kind }) => kind !== 'sandbox').map(({ name }) => name);
    expect(readdirSync(join(ROOT, 'deploy', 'charts')).sort()).toEqual([...deployed, 'platform', 'service'].sort());
  });

  describe.skipIf(!hasHelm)('rendered (needs helm on PATH or HELM_BIN)', () => {
    let charts = '';
    beforeAll(() => {
      charts = mkdtempSync(join(tmpdir(), 'accounting-charts-'));
      cpSync(join(ROOT, 'deploy', 'charts'), charts, { recursive: true });
    });
    afterAll(() => rmSync(charts, { recursive: true, force: true }));

    const render = (name: string, ...more: string[]): Manifest[] => {
      execFileSync(helm, ['dependency', 'build', join(charts, name)], { stdio: 'ignore' });
      const text = execFileSync(helm, ['template', name, join(charts, name), ...given, ...more], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    };

    it.each(names.filter((name) => name !== 'sandbox'))('%s: a rollout without privileges, and no secret among its values', (name) => {
      const manifests = render(name);
      const kinds = manifests.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service', 'NetworkPolicy', 'PodDisruptionBudget', 'Job']));
      for (const { spec } of manifests) {
        for (const container of spec.template?.spec.containers ?? []) {
          expect(container.securityContext).toMatchObject({
            runAsNonRoot: true,
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
          });
          const plain = container.env.filter(({ value }) => value !== undefined).map((variable) => variable.name);
          expect(plain.filter((variable) => /SECRET|KEY|PASSWORD|DATABASE/.test(variable))).toEqual([]);
        }
      }
    });

    it('refuse a key they do not know and a tag that moves', () => {
      expect(() => render('ledger', '--set', 'replicsa=3')).toThrow(/replicsa/);
      expect(() => render('ledger', '--set', 'image.tag=latest')).toThrow(/image/);
    });

    it('keep one replica free of a budget that would pin it', () => {
      expect(render('ledger', '--set', 'replicas=1').map(({ kind }) => kind)).not.toContain('PodDisruptionBudget');
    });
  });
});
