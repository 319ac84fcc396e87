import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, services } from '@app/registry';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeComposeSecrets } from '../src/compose-secrets.ts';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly ports?: readonly string[];
        readonly networks?: unknown;
        readonly env_file?: readonly string[];
        readonly volumes?: readonly string[];
        readonly image?: string;
        readonly build?: { readonly dockerfile: string; readonly args: Readonly<Record<string, string>> };
        readonly restart?: string;
        readonly profiles?: readonly string[];
        readonly healthcheck?: { readonly test: readonly string[] };
        readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
        readonly deploy?: {
          readonly resources: { readonly limits: { readonly memory: string; readonly cpus: string } };
        };
      }
    >
  >;
}

const readCompose = (path: string) => parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }) as Compose;
const compose = readCompose('docker-compose.yml');
/** A value of docker compose that `.env` may set. */
const settable = (name: string, otherwise: string): string => `\${${name}:-${otherwise}}`;
const names = SERVICES.map(({ name }) => name);

/** Those that watch the others, and start only when they are asked for. */
const watching = ['collector', 'prometheus', 'grafana'];
/** Ends when it has done its work. */
const ENDS = 'provision';

describe('docker-compose.yml', () => {
  it('runs every process of the platform, and those that watch them where somebody asks for it', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [...names, 'nats', 'postgres', 'mail', ENDS, ...watching].sort(),
    );
    for (const [name, { profiles }] of Object.entries(compose.services))
      expect(profiles, name).toEqual(watching.includes(name) ? ['observability'] : undefined);
  });

  it.each(Object.entries(compose.services))('%s has limits, says how it is, and starts again', (name, service) => {
    expect(service.deploy?.resources.limits).toMatchObject({ memory: expect.stringMatching(/^\d+m$/) });
    expect(Number(service.deploy?.resources.limits.cpus)).toBeGreaterThan(0);
    if (name === ENDS) return;
    expect(service.restart).toBe('unless-stopped');
    expect(service.healthcheck?.test[0]).toBe('CMD');
    if (names.includes(name)) expect(service.healthcheck?.test.slice(1, 3)).toEqual(['bash', '/app/healthy.sh']);
  });

  it('names images of others by tag and digest, and builds its own', () => {
    for (const [name, { image, build }] of Object.entries(compose.services)) {
      expect(build === undefined, name).toBe(image !== undefined);
      if (image) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[a-z/]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}\}$/);
    }
  });

  it('builds all on one base, which .env may name, or else on the one of the Dockerfile', () => {
    const dockerfile = readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8');
    const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)!;
    const built = Object.values(compose.services).flatMap(({ build }) => (build ? [build] : []));
    expect(built.map(({ args }) => args.SERVICE).sort()).toEqual([...names, 'ledger'].sort());
    for (const { args } of built) expect(args.NODE_IMAGE).toBe(settable('NODE_IMAGE', base!));
  });

  it('starts nobody before those it needs take work', () => {
    for (const [name, { depends_on: needed = {} }] of Object.entries(compose.services))
      for (const [other, { condition }] of Object.entries(needed))
        expect(condition, `${name} needs ${other}`).toBe(
          other === ENDS ? 'service_completed_successfully' : 'service_healthy',
        );
    const backends = services.map(({ name }) => name);
    expect(Object.keys(compose.services.gateway!.depends_on!)).toEqual([ENDS, ...backends]);
    for (const name of backends) expect(Object.keys(compose.services[name]!.depends_on!)).toEqual([ENDS, 'nats']);
  });

  it('gives containers files that there are', () => {
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('./deploy/'))
      .map((volume) => volume.split(':')[0]!);
    expect(mounted).toEqual(expect.arrayContaining(['./deploy/alerts.yaml', './deploy/dashboard.json']));
    for (const path of mounted) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('has every process but the stand-ins watched, at the port where it tells its measures', () => {
    const { scrape_configs: jobs } = parse(
      readFileSync(join(ROOT, 'deploy', 'observability', 'prometheus.yml'), 'utf8'),
    );
    expect(jobs[0].static_configs[0].targets).toEqual(['gateway:8180', ...services.map(({ name }) => `${name}:8100`)]);
    expect(compose.services.gateway!.environment).toMatchObject({
      GATEWAY_OPS_PORT: '8180',
      GATEWAY_OPS_HOST: '0.0.0.0',
    });
  });

  it('names the sandbox as it names itself: it lets in who proves to mean that address', () => {
    const base = compose.services.sandbox!.environment!.SANDBOX_BASE_URL!;
    const asked = Object.values(compose.services)
      .flatMap(({ environment = {} }) => Object.values(environment))
      .filter((value) => value.includes('//sandbox'));
    expect(asked).toEqual(expect.arrayContaining([settable('MACHINE_TOKEN_URL', `${base}/machine/token`)]));
    for (const value of asked) expect(value).toContain(base);
  });

  it('has mails caught until another server is named', () => {
    expect(compose.services.auth!.environment!.SMTP_URL).toBe(settable('SMTP_URL', 'smtp://mail:1025'));
  });

  it('gives every service the addresses of the others', () => {
    for (const { name, kind } of SERVICES) {
      if (kind === 'sandbox') continue;
      const environment = compose.services[name]!.environment!;
      for (const peer of SERVICES.filter((other) => other.kind === 'service'))
        expect(environment[`${peer.name.toUpperCase()}_GRPC_ADDRESS`]).toBe(`${peer.name}:9100`);
    }
  });

  it('knows no password and no key: each container has a file of its own with them, without which it does not start', () => {
    for (const [name, { environment = {}, env_file: files }] of Object.entries(compose.services)) {
      const hasNone = ['nats', 'mail', 'collector', 'prometheus'].includes(name);
      expect(files).toEqual(hasNone ? undefined : [`.compose/${name}.env`]);
      expect(
        Object.keys(environment).filter((variable) => /SECRET|_KEY|PASSWORD|DATABASE_URL|NATS_URL/.test(variable)),
      ).toEqual([]);
    }
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toContain('.compose/');
    expect(readFileSync(join(ROOT, '.dockerignore'), 'utf8')).toContain('.compose');
  });

  it('takes the settings of a service from .env, and those with secrets from nowhere', () => {
    const environmentOf = (name: string) => compose.services[name]!.environment!;
    expect(environmentOf('auth').BOOTSTRAP_ADMIN_EMAIL).toBe(settable('BOOTSTRAP_ADMIN_EMAIL', 'admin@example.com'));
    expect(environmentOf('ledger').BOOTSTRAP_ADMIN_EMAIL).toBeUndefined();
    expect(environmentOf('chat')).toMatchObject({ ASSISTANT_URL: settable('ASSISTANT_URL', '') });
    expect(environmentOf('gateway')).toMatchObject({
      RATE_LIMIT_SCALE: settable('RATE_LIMIT_SCALE', '1'),
      CORS_ORIGINS: settable('CORS_ORIGINS', ''),
    });
    expect(environmentOf('gateway').LEDGER_HTTP_URL).toBe('http://ledger:8100');
  });

  it('gives the folder of files to the services that keep them, and to no other', () => {
    const keepers = (services as readonly Service[]).filter(({ keepsFiles }) => keepsFiles).map(({ name }) => name);
    const mounted = Object.entries(compose.services).filter(([, { volumes = [] }]) => volumes.includes('files:/files'));
    expect(mounted.map(([name]) => name)).toEqual(keepers);
    for (const [, { environment }] of mounted)
      expect(environment).toMatchObject({ FILES_DIR: '/files', FILE_STORE: settable('FILE_STORE', 'folder') });
    expect(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')).toContain('-o 65534 -g 65534 -m 700 /files');
  });

  it('opens only the gateway, the sandbox and pages for the operator, and to this machine alone', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port] as const),
    );
    expect(open.map(([name]) => name).sort()).toEqual(['gateway', 'mail', 'sandbox', ...watching].sort());
    for (const [, port] of open) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('deploy/compose.small.yml', () => {
  const small = readCompose('deploy/compose.small.yml');
  const megabytes = ({ deploy }: Compose['services'][string]): number =>
    Number.parseInt(deploy!.resources.limits.memory, 10);

  it('keeps the whole installation within 4 GB, and asks for one core', () => {
    const installed = Object.entries(compose.services).filter(([, { profiles }]) => !profiles);
    const sum = installed.reduce((total, [name]) => total + megabytes(small.services[name]!), 0);
    expect(sum).toBeLessThanOrEqual(4096);
    for (const { deploy } of Object.values(small.services)) expect(deploy?.resources.limits.cpus).toBe('1');
  });

  it('gives each container less than docker-compose.yml does, and nothing new', () => {
    expect(Object.keys(small.services).sort()).toEqual(Object.keys(compose.services).sort());
    for (const [name, service] of Object.entries(compose.services))
      expect(megabytes(small.services[name]!), name).toBeLessThan(megabytes(service));
  });
});

describe('deploy/healthy.sh', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  /** What it says of a process that answers like this. */
  async function healthOf(answer: (socket: Socket) => void): Promise<number | null> {
    server = createServer((socket) => {
      socket.on('error', () => undefined); // The shell goes as soon as it knows.
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return ask((server.address() as AddressInfo).port);
  }
  async function ask(port: number): Promise<number | null> {
    const child = spawn('bash', [join(ROOT, 'deploy', 'healthy.sh'), `${port}`], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }
  const answering = (head: string) => (socket: Socket) =>
    void socket.once('data', (request) =>
      socket.end(`${/^GET \/health\/ready HTTP/.test(String(request)) ? head : 'HTTP/1.1 404 x'}\r\n\r\n`),
    );

  it('is content with a process that takes work, and with no other', async () => {
    expect(await healthOf(answering('HTTP/1.1 200 OK'))).toBe(0);
    expect(await healthOf(answering('HTTP/1.1 503 Service Unavailable'))).not.toBe(0);
    expect(await healthOf((socket) => void socket.end())).not.toBe(0);
  });

  it('is not content where nobody listens', async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server!.close(closed));
    expect(await ask(port)).not.toBe(0);
  });
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

describe.skipIf(!hasCompose)('docker compose (needs docker with its plugin compose on PATH)', () => {
  it.each([[[]], [['-f', 'deploy/compose.small.yml']], [['--profile', 'observability']]])(
    'takes the files, with %j',
    async (more) => {
      const folder = mkdtempSync(join(tmpdir(), 'accounting-composed-'));
      try {
        cpSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
        cpSync(join(ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true });
        await writeComposeSecrets(join(folder, '.compose'), {});
        const flags = ['-f', 'docker-compose.yml', ...more, 'config', '--quiet'];
        const { status, stderr } = spawnSync('docker', ['compose', ...flags], { cwd: folder, encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
