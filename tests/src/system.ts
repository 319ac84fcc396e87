import { setTimeout as pause } from 'node:timers/promises';
import { identityCheckDigits, modulo11 } from '@app/check-digits';
import { signUp } from '@app/demo';
import { makeTestDataDir, type Platform, startPlatform, type TemporaryDataDir } from '@app/platform';

/** Where a platform is reached: origins without a slash at the end, and its database as the administrator. */
export interface Addresses {
  readonly gateway: string;
  readonly sandbox: string;
  readonly database: string;
}

/** A platform on this machine. */
export interface Installation extends Addresses {
  /** The folder with everything it keeps. */
  readonly dataDir: string;
  /** Its NATS, as a user who may do everything. */
  readonly broker: string;
}

/** The whole platform, as `npm start` runs it, with data of its own. */
export interface System extends Installation, AsyncDisposable {
  readonly platform: Platform;
}

export const ADMIN = { email: 'admin@accounting.example', password: 'Right-horse-battery-9' } as const;

export interface SystemOptions {
  readonly isDurable?: boolean;
  /** Variables of single processes in place of what follows from the settings. */
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where the data goes, and how it goes away. */
  readonly data?: TemporaryDataDir;
  readonly say?: (text: string) => void;
  /** Addresses with one process of each service and of the gateway each; the caller passes on to them. */
  readonly hosts?: readonly string[];
  /** A built checkout of another release, whose bundles run on the last of them. */
  readonly otherRelease?: string | undefined;
}

/** Built checkouts of another release, as `npm run journeys` names them: whose bundles run, and on whose schema. */
const { JOURNEYS_BUNDLES: bundles, JOURNEYS_SCHEMA: schema } = process.env;

/**
 * Starts every process on free ports. Limits are lifted unless asked for; the test hooks are on. `isDurable` where
 * PostgreSQL itself is killed: otherwise it answers before a commit is on the disk.
 */
export async function startSystem(
  environment: Readonly<Record<string, string>> = {},
  {
    isDurable = false,
    overrides = {},
    data = makeTestDataDir(),
    say = () => {},
    hosts = [],
    otherRelease = bundles,
  }: SystemOptions = {},
): Promise<System> {
  const start = (release: string | undefined) =>
    startPlatform({
      environment: {
        PATH: process.env.PATH,
        DATA_DIR: data.dataDir,
        RATE_LIMIT_SCALE: '0',
        TEST_HOOKS_ENABLED: 'true',
        BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
        BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        ...environment,
      },
      hasFreePorts: true,
      isFast: !isDurable,
      overrides,
      hosts,
      ...(release === undefined ? {} : { otherRelease: release }),
      say,
    });
  const startAll = async () => {
    // Its processes migrate, and leave the schema behind.
    if (schema !== undefined) await (await start(schema)).stop();
    return start(otherRelease);
  };
  const platform = await startAll().catch((error: unknown) => {
    data.remove();
    throw error;
  });
  const database = new URL(platform.postgres.url);
  database.pathname = `/${platform.settings.get('POSTGRES_DATABASE')}`;
  return {
    platform,
    gateway: platform.gatewayUrl,
    sandbox: platform.sandboxUrl,
    database: database.href,
    dataDir: data.dataDir,
    broker: platform.nats.url,
    async [Symbol.asyncDispose]() {
      await platform.stop();
      data.remove();
    },
  };
}

/** How many series of numbers there are: files that share a platform must not sign up the same people. */
let series = 0;

/**
 * A series of valid identity and organization numbers that no other of this process has: the sandbox makes up the rest.
 */
export function createNumbers(): { nextPid(): string; nextOrganization(): string } {
  const day = `${(series++ % 28) + 1}`.padStart(2, '0');
  let individual = 100;
  let organization = 31_000_000 + Number(day) * 10_000;
  return {
    nextPid() {
      for (;;) {
        const nine = `${day}8185${++individual}`;
        const check = identityCheckDigits(nine);
        if (check !== undefined) return `${nine}${check}`;
      }
    },
    nextOrganization() {
      for (;;) {
        const eight = String(++organization);
        const check = modulo11(eight);
        if (check !== '-') return `${eight}${check}`;
      }
    },
  };
}

export interface Owner {
  readonly token: string;
  readonly clientAccountId: number;
  readonly email: string;
  readonly password: string;
  readonly pid: string;
  readonly organizationNumber: string;
}

/** A person who signed up a company of their own through the identity provider. */
export async function newOwner(
  system: Addresses,
  numbers: ReturnType<typeof createNumbers>,
  industry = '62.010',
): Promise<Owner> {
  const organizationNumber = numbers.nextOrganization();
  const pid = numbers.nextPid();
  const put = (path: string, body: unknown) =>
    fetch(`${system.sandbox}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await put(`/sandbox/organizations/${organizationNumber}`, {
    name: `Prøve ${organizationNumber} AS`,
    organization_form: 'AS',
    industry_code: industry,
    country_code: 'NO',
    is_vat_registered: true,
  });
  await put(`/sandbox/persons/${pid}`, {
    given_name: 'Kari',
    family_name: `Prøve ${pid.slice(-4)}`,
    organizations: [organizationNumber],
  });
  const email = `owner-${organizationNumber}@example.test`;
  const password = 'Blå-himmel-over-9';
  const entered = await signUp(system.gateway, {
    pid,
    email,
    password,
    organizationNumber,
  });
  return { ...entered, email, password, pid, organizationNumber };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into whatever was answered
  readonly body: any;
}

/** One call of the public API, answered whatever the status. */
export async function call(
  base: string,
  method: string,
  path: string,
  options: {
    readonly token?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, base), {
    method,
    redirect: 'manual',
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** Asks until the answer satisfies, at most `seconds`: so long as only what hangs takes, on any machine. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (value: T) => boolean,
  seconds = 300,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (satisfies(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Still not so after ${seconds} s: ${JSON.stringify(value)?.slice(0, 300)}`);
    await pause(50);
  }
}
