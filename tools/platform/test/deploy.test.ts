import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { backendNames, type Service, services } from '@app/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { writeComposeSecrets } from '../src/compose-secrets.ts';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';

const names = SERVICES.map(({ name }) => name);

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
/** What a chart asks for besides, by service. */
function neededBy(name: string): string[] {
  const row: Service | undefined = services.find((service) => service.name === name);
  const values = [
    ...(row?.keepsFiles ? ['files.existingClaim=files'] : []),
    ...(row?.sendsMail ? ['config.SMTP_URL=smtp://mail:2525', 'config.MAIL_FROM=books@example.com'] : []),
    ...(row?.asks ?? []).map((variable) => `config.${variable}=https://outside.example`),
  ];
  return values.flatMap((value) => ['--set', value]);
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly {
          readonly securityContext: Readonly<Record<string, unknown>>;
          readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
        }[];
      };
    };
  };
}

it('UPGRADING.md says the same six things of every release, the newest first', () => {
  const text = readFileSync(join(ROOT, 'deploy', 'UPGRADING.md'), 'utf8');
  const releases = text.split(/^## /m).slice(1);
  expect(releases[0]).toMatch(/^Unreleased\n/);
  for (const release of releases)
    expect([...release.matchAll(/^### (.*)\n\n(?=\S)/gm)].map(([, heading]) => heading)).toEqual([
      ...['Before', 'Settings', 'Database', 'Metrics and alerts', 'Order', 'Back'],
    ]);
});

describe('the charts', () => {
  it('exist for every process that is deployed', () => {
    const deployed = SERVICES.filter(({ kind }) => kind !== 'sandbox').map(({ name }) => name);
    expect(readdirSync(join(ROOT, 'deploy', 'charts')).sort()).toEqual(
      [...deployed, 'platform', 'roles', 'service'].sort(),
    );
  });

  it('refer to secrets that the table of settings gives the service to read', async () => {
    const { all } = await readSettings({ services: SERVICES, environment: {}, root: ROOT });
    for (const { name, secrets = [] } of services as readonly Service[]) {
      const chart = parse(readFileSync(join(ROOT, 'deploy', 'charts', name, 'values.yaml'), 'utf8'));
      for (const variable of secrets) {
        expect(all.find((setting) => setting.name === variable)?.readers, variable).toContain(name);
        expect(chart.secrets[variable].existingSecret).toBe('accounting-platform');
      }
      for (const own of ['INTERNAL_PRIVATE_KEY', 'DATA_ENCRYPTION_KEY'])
        expect(chart.secrets[own].existingSecret).toBe(`accounting-platform-${name}`);
    }
  });

  it('are all in the chart of the platform', () => {
    const { dependencies } = parse(readFileSync(join(ROOT, 'deploy', 'charts', 'platform', 'Chart.yaml'), 'utf8'));
    expect(dependencies.map(({ name }: { name: string }) => name)).toEqual([
      ...names.filter((name) => name !== 'sandbox'),
      'service',
    ]);
  });

  describe.skipIf(!hasHelm)('rendered (needs helm on PATH or HELM_BIN)', () => {
    let charts = '';
    beforeAll(() => {
      charts = mkdtempSync(join(tmpdir(), 'accounting-charts-'));
      cpSync(join(ROOT, 'deploy', 'charts'), charts, { recursive: true });
    });
    afterAll(() => rmSync(charts, { recursive: true, force: true }));

    const render = (name: string, ...more: string[]): Manifest[] =>
      renderAs(name, name, ...given, ...neededBy(name), ...more);
    /** The oldest Kubernetes that the charts say they run on. */
    const OLDEST = '1.30.0';
    const renderAs = (release: string, name: string, ...more: string[]): Manifest[] => {
      execFileSync(helm, ['dependency', 'build', join(charts, name)], { stdio: 'ignore' });
      const flags = ['--kube-version', OLDEST, ...more];
      const text = execFileSync(helm, ['template', release, join(charts, name), ...flags], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    };

    it.each(names.filter((name) => name !== 'sandbox'))(
      '%s: a rollout without privileges, and no secret among its values',
      (name) => {
        const manifests = render(name);
        const kinds = manifests.map(({ kind }) => kind);
        expect(kinds).toEqual(
          expect.arrayContaining(['Deployment', 'Service', 'NetworkPolicy', 'PodDisruptionBudget', 'Job']),
        );
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
      },
    );

    it('name every setting that is missing, before anything is installed', () => {
      const missing = (name: string) => {
        try {
          renderAs(name, name);
        } catch (error) {
          return String((error as { stderr?: Buffer }).stderr);
        }
        return '';
      };
      // Helm lists them in any order.
      for (const [name, ...settings] of [
        ['chat', 'publicBaseUrl', 'database/existingSecret', "'/nats'"],
        ['ledger', 'SMTP_URL', 'MAIL_FROM', 'TAX_AUTHORITY_URL'],
        ['roles', 'administrator/existingSecret', 'passwords/existingSecret'],
      ] as const) {
        const said = missing(name);
        for (const setting of settings) expect(said).toContain(setting);
      }
    });

    const portsOf = (manifests: readonly Manifest[], name: string): readonly (readonly number[])[] => {
      const { spec } = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)!;
      const { egress } = spec as {
        readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
      };
      return egress.map(({ ports }) => ports.map(({ port }) => port));
    };

    it('let a service reach DNS, the others, PostgreSQL, NATS and the outside systems that its settings name', () => {
      const inside = [[53, 53], [9100], [5432, 4222]];
      expect(portsOf(render('chat'), 'chat')).toEqual(inside);
      expect(portsOf(render('chat', '--set', 'config.ASSISTANT_URL=https://models.example/v1'), 'chat')).toEqual([
        ...inside,
        [443],
      ]);
      const bucket = ['--set', 'config.FILE_STORE=s3', '--set', 'config.S3_ENDPOINT=http://minio:9000'];
      expect(portsOf(render('ledger', ...bucket), 'ledger')).toEqual([...inside, [2525, 443, 9000]]);
      expect(portsOf(render('gateway'), 'gateway')).toEqual([
        [53, 53],
        [8100, 9100],
        [5432, 4222],
      ]);
    });

    it('make the database with a role and a password for each service, by a Job that reaches nothing else', async () => {
      const manifests = renderAs(
        'roles',
        'roles',
        ...['--set', 'administrator.existingSecret=admin', '--set', 'passwords.existingSecret=passwords'],
      );
      const { env } = manifests.find(({ kind }) => kind === 'Job')!.spec.template!.spec.containers[0]!;
      const folder = mkdtempSync(join(tmpdir(), 'accounting-roles-'));
      await writeComposeSecrets(folder, {});
      const made = Object.keys(parseEnv(readFileSync(join(folder, 'provision.env'), 'utf8')));
      rmSync(folder, { recursive: true });
      const own = ['POSTGRES_DATABASE', 'PROVISION_SERVICES', 'SERVICE_NAME'];
      expect(env.map(({ name }) => name).sort()).toEqual([...own, ...made].sort());
      const plain = env.filter(({ value }) => value !== undefined).map(({ name }) => name);
      expect(plain.sort()).toEqual(own);
      expect(portsOf(manifests, 'roles')).toEqual([[53, 53], [5432]]);
    });

    it('test an installation by an entry that is posted and reversed, where a company is there for it', () => {
      const withTest = ['--set', 'test.existingSecret=trial', '--set', 'test.clientAccountId=7'];
      const hooks = render('gateway', ...withTest).filter(({ kind }) => kind === 'Pod');
      expect(JSON.stringify(hooks)).toContain('"helm.sh/hook":"test"');
      expect(JSON.stringify(hooks)).toContain('cancellation_reason');
      expect(render('gateway').map(({ kind }) => kind)).not.toContain('Pod');
      expect(() => render('gateway', '--set', 'test.existingSecret=trial')).toThrow(/test.clientAccountId/);
      expect(() => render('ledger', ...withTest)).toThrow(/test/);
    });

    it('refuse a key they do not know and a tag that moves', () => {
      expect(() => render('ledger', '--set', 'replicsa=3')).toThrow(/replicsa/);
      expect(() => render('ledger', '--set', 'image.tag=latest')).toThrow(/image/);
    });

    it('find the other services by their own names unless another is given, and refuse a service that there is not', () => {
      const container = (...more: string[]) =>
        render('gateway', ...more).find(({ kind }) => kind === 'Deployment')!.spec.template!.spec.containers[0]!;
      const addressOf = (name: string, ...more: string[]) =>
        container(...more).env.find((variable) => variable.name === `${name}_GRPC_ADDRESS`)?.value;
      for (const name of backendNames) expect(addressOf(name.toUpperCase())).toBe(`dns:///${name}:9100`);
      expect(addressOf('LEDGER', '--set', 'peers.ledger=books-ledger')).toBe('dns:///books-ledger:9100');
      expect(() => render('gateway', '--set', 'peers.legder=books-ledger')).toThrow(/legder/);
    });

    it('mount the volume for files, and refuse neither volume nor bucket', () => {
      const podOf = (...more: string[]) =>
        JSON.stringify(render('documents', ...more).find(({ kind }) => kind === 'Deployment')!.spec.template);
      expect(podOf()).toContain('"persistentVolumeClaim":{"claimName":"files"}');
      expect(podOf('--set', 'config.FILE_STORE=s3')).not.toContain('/files');
      expect(() => podOf('--set', 'files.existingClaim=')).toThrow(/files.existingClaim/);
    });

    const deploymentOf = (...arguments_: Parameters<typeof render>) =>
      render(...arguments_).find(({ kind }) => kind === 'Deployment')!;

    it('refuse a Kubernetes that cannot wait before it stops a container', () => {
      expect(() => render('chat', '--kube-version', '1.29.0')).toThrow(/kubeVersion/);
    });

    it('refuse a setting that the service does not read, and a value that it does not take', () => {
      expect(() => render('ledger', '--set', 'config.ASSISTANT_MODEL=x')).toThrow(/ASSISTANT_MODEL/);
      expect(() => render('chat', '--set', 'config.TRACEPARENT_TRUSTED=true')).toThrow(/TRACEPARENT_TRUSTED/);
      expect(() => render('gateway', '--set-string', 'config.TRACEPARENT_TRUSTED=yes')).toThrow(/TRACEPARENT_TRUSTED/);
      expect(() => render('gateway', '--set', 'secrets.SMTP_URL.existingSecret=a')).toThrow(/SMTP_URL/);
      const { env } = deploymentOf('gateway', '--set', 'config.TRACEPARENT_TRUSTED=true').spec.template!.spec
        .containers[0]!;
      expect(env).toContainEqual({ name: 'TRACEPARENT_TRUSTED', value: 'true' });
    });

    it('lead people who sign up to our own pages unless another application is named', () => {
      const leadsTo = (...more: string[]) =>
        deploymentOf('auth', ...more)
          .spec.template!.spec.containers[0]!.env.filter(({ name }) => name === 'APP_BASE_URL')
          .map(({ value }) => value);
      expect(leadsTo()).toEqual(['https://api.example.com']);
      expect(leadsTo('--set', 'config.APP_BASE_URL=https://app.example.com')).toEqual(['https://app.example.com']);
    });

    it('take the address of NATS, with its password, from a secret', () => {
      const { env } = deploymentOf('chat', '--set', 'nats.existingSecret=chat').spec.template!.spec.containers[0]!;
      expect(env.filter(({ name }) => name === 'NATS_URL')).toEqual([
        { name: 'NATS_URL', valueFrom: { secretKeyRef: { name: 'chat', key: 'nats-url' } } },
      ]);
    });

    it('place pods, and give them certificates, variables and volumes, the migration too', () => {
      const pods = render(
        'chat',
        ...['--set', 'nodeSelector.disk=fast', '--set', 'tolerations[0].key=books', '--set', 'priorityClassName=high'],
        ...['--set', 'certificateAuthorities.existingConfigMap=authorities', '--set', 'extraEnv[0].name=A'],
        ...[
          '--set-string',
          'extraEnv[0].value=1',
          '--set',
          'extraVolumes[0].name=more',
          '--set',
          'extraVolumes[0].emptyDir.medium=',
        ],
        ...['--set', 'extraVolumeMounts[0].name=more', '--set', 'extraVolumeMounts[0].mountPath=/more'],
      ).flatMap(({ spec }) => spec.template?.spec ?? []);
      expect(pods).toHaveLength(2);
      for (const pod of pods) {
        expect(pod).toMatchObject({ nodeSelector: { disk: 'fast' }, priorityClassName: 'high' });
        expect(pod).toMatchObject({ tolerations: [{ key: 'books' }] });
        expect(pod.containers[0]!.env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/authorities/ca.crt' });
        expect(pod.containers[0]!.env).toContainEqual({ name: 'A', value: '1' });
        const text = JSON.stringify(pod);
        expect(text).toContain('{"name":"authorities","configMap":{"name":"authorities"}}');
        expect(text).toContain('{"mountPath":"/more","name":"more"}');
      }
    });

    it('let the gateway be reached by an Ingress or a route, by neither unless asked, and no other service at all', () => {
      const kindsOf = (...more: string[]) => render('gateway', ...more).map(({ kind }) => kind);
      expect(kindsOf()).not.toEqual(expect.arrayContaining(['Ingress']));
      expect(kindsOf('--set', 'ingress.enabled=true', '--set', 'ingress.tlsSecret=tls')).toContain('Ingress');
      expect(kindsOf('--set', 'gatewayApi.enabled=true', '--set', 'gatewayApi.parentRefs[0].name=edge')).toContain(
        'HTTPRoute',
      );
      expect(() => kindsOf('--set', 'gatewayApi.enabled=true')).toThrow(/parentRefs/);
      expect(() => render('ledger', '--set', 'ingress.enabled=true')).toThrow(/ingress/);
    });

    it('leave their number to the autoscaler where that has it from the first day, and refuse bounds that contradict', () => {
      const scaled = ['--set', 'autoscaling.enabled=true', '--set', 'autoscaling.minReplicas=3'];
      expect(deploymentOf('ledger').spec).toMatchObject({ replicas: 2 });
      expect(deploymentOf('ledger', ...scaled).spec).not.toHaveProperty('replicas');
      expect(deploymentOf('ledger', ...scaled).metadata).toMatchObject({
        annotations: { 'accounting/replicas': 'autoscaler' },
      });
      expect(() => render('ledger', ...scaled, '--set', 'autoscaling.maxReplicas=2')).toThrow(/minReplicas/);
    });

    it('let a migration reach the database alone, and forget it after a day', () => {
      const manifests = render('ledger');
      expect(manifests.find(({ kind }) => kind === 'Job')!.spec).toMatchObject({ ttlSecondsAfterFinished: 86_400 });
      const policy = manifests.find(({ metadata }) => metadata.name === 'ledger-migrate')!;
      expect(policy.spec).toMatchObject({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'ledger-migrate' } },
        egress: [{}, { ports: [{ port: 5432 }] }],
      });
      expect(JSON.stringify(manifests.find(({ kind }) => kind === 'Job')!.spec.template)).not.toContain('part-of');
    });

    it('keep one replica free of a budget that would pin it', () => {
      expect(render('ledger', '--set', 'replicas=1').map(({ kind }) => kind)).not.toContain('PodDisruptionBudget');
    });
  });
});
