import { randomInt } from 'node:crypto';
import { invalid, unavailable } from '@app/contract/failure';
import { GATEWAY_HEADER, signForwarded } from '@app/identity';
import { Organisation } from '@app/rpc';
import { createLogger } from '@app/runtime';
import { readConfig, type Sandbox, startSandbox } from '@app/sandbox';
import {
  type CallOptions,
  type Stub,
  startTestService,
  stub,
  type TestAnswer,
  type TestService,
  testBaseUrl,
  testSigner,
} from '@app/testing';
import { authService } from '../src/service.ts';

export const SECRET = 'secret-of-the-tests';
export const APP = 'https://app.books.test';
export const PASSWORD = 'Fjord-og-fjell-7';

/** A national identity number and a company that nobody else in the run has. */
export const newPid = (): string => String(randomInt(10_000_000_000, 99_999_999_999));
export const newNumber = (): string => String(randomInt(100_000_000, 999_999_999));
let people = 0;
export const newEmail = (): string => `person${++people}-${randomInt(1e9)}@books.test`;

/** What `organisation` would do, over real gRPC. */
export interface PlayedOrganisation {
  readonly stub: Stub;
  /** Client account by organization number. */
  readonly accounts: Map<string, { readonly id: number; readonly ownerId: number; readonly name: string }>;
  /** Every registration asked for, by command key. */
  readonly asked: { readonly commandKey: string; readonly userId: number; readonly organizationId: number }[];
  /** Runs when a registration is asked for, before or after its effect. */
  before: (() => Promise<void>) | undefined;
  after: (() => Promise<void>) | undefined;
  /** Runs when organizations are looked up, before the answer. */
  listing: (() => Promise<void>) | undefined;
  isAway: boolean;
}

function playOrganisation(): PlayedOrganisation {
  const ids = new Map<string, number>();
  const names = new Map<string, string>();
  const commands = new Map<string, number>();
  let next = 500;
  const played: Omit<PlayedOrganisation, 'stub'> = {
    accounts: new Map(),
    asked: [],
    before: undefined,
    after: undefined,
    listing: undefined,
    isAway: false,
  };
  const requireHere = () => {
    if (played.isAway) throw unavailable('organisation is away');
  };
  const handlers = stub(Organisation, {
    StoreOrganizations: async ({ organizations }) => {
      await played.listing?.();
      requireHere();
      return {
        organizations: organizations.map(({ organizationNumber, name }) => {
          if (!ids.has(organizationNumber)) ids.set(organizationNumber, next++);
          names.set(organizationNumber, name);
          const account = played.accounts.get(organizationNumber);
          const found = {
            id: ids.get(organizationNumber)!,
            organizationNumber,
            name,
            alreadyRegistered: account !== undefined,
          };
          return account ? { ...found, clientAccountId: account.id } : found;
        }),
      };
    },
    RegisterFromSignup: async (request) => {
      played.asked.push(request);
      await played.before?.();
      requireHere();
      const { commandKey, userId, organizationId } = request;
      const organizationNumber = [...ids].find(([, id]) => id === organizationId)?.[0] ?? '';
      if (!commands.has(commandKey)) {
        if (played.accounts.has(organizationNumber))
          throw invalid(
            'This organization is already registered; ask an owner of its account for an invitation',
            undefined,
            'signup.organization_already_registered',
          );
        const id = next++;
        commands.set(commandKey, id);
        played.accounts.set(organizationNumber, { id, ownerId: userId, name: names.get(organizationNumber) ?? '' });
      }
      await played.after?.();
      return { clientAccountId: commands.get(commandKey)! };
    },
    GetUserMemberships: async ({ userId }) => ({
      accounts: [...played.accounts.values()]
        .filter(({ ownerId }) => ownerId === userId)
        .map(({ id, name }) => ({
          id: id + 10_000,
          account: { id, uniqueName: `account-${id}`, displayName: name },
          role: { id: 3, name: 'CA' },
        })),
      contracts: [],
    }),
    ListAccess: async () => ({ access: [] }),
  });
  return Object.assign(played, { stub: handlers });
}

type Send = TestService['call'];

/** The steps of a signup, against one process of the service. */
export interface SignupSteps {
  begin(options?: CallOptions): Promise<TestAnswer>;
  /** From the authorization address through the identity provider to the address of the callback. */
  identify(authorizationUrl: string, pid: string): Promise<URL>;
  /** Step 2 at a callback address. */
  callback(address: URL): Promise<TestAnswer>;
  /** Steps 1 and 2: the code in the address of the application. */
  arrive(pid: string): Promise<string>;
  exchange(code: unknown, options?: CallOptions): Promise<TestAnswer>;
  /** Steps 1 to 3: what the exchange answers. */
  enter(pid: string): Promise<Entry>;
  complete(body: unknown, options?: CallOptions): Promise<TestAnswer>;
}

export interface SignupService extends TestService, SignupSteps {
  readonly organisation: PlayedOrganisation;
  readonly sandbox: Sandbox;
  /** Calls the control interface of the sandbox. */
  control(path: string, body: unknown): Promise<void>;
  /** A person the identity provider knows, with the companies they may act for. */
  person(organizations?: readonly unknown[], changes?: Readonly<Record<string, unknown>>): Promise<string>;
  /** All four steps by a new person for a new company. */
  signUp(): Promise<SignedUp>;
}

export interface Entry {
  readonly signup_token: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly is_existing_user: boolean;
  readonly organizations: readonly {
    readonly id: number;
    readonly name: string;
    readonly organization_number: string;
    readonly already_registered: boolean;
  }[];
}

export interface SignedUp {
  readonly pid: string;
  readonly email: string;
  readonly organizationNumber: string;
  readonly answer: TestAnswer;
}

export const startSandboxOfTests = (env: Readonly<Record<string, string>> = {}): Promise<Sandbox> =>
  startSandbox(
    readConfig({
      HTTP_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      PUBLIC_BASE_URL: testBaseUrl,
      IDP_CLIENT_SECRET: SECRET,
      ...env,
    }),
    createLogger({ service: 'sandbox', level: 'fatal' }),
  );

/** Where auth finds the outside. */
const outsideOf = (baseUrl: string): Record<string, string> => ({
  IDP_ISSUER_URL: `${baseUrl}/idp`,
  IDP_CLIENT_SECRET: SECRET,
  AUTHORIZED_PARTIES_URL: `${baseUrl}/parties`,
  MACHINE_TOKEN_URL: `${baseUrl}/machine/token`,
  APP_BASE_URL: APP,
});

function stepsOf(call: Send): SignupSteps {
  const begin = (options: CallOptions = {}) => call('POST', '/api/v2/auth/signup/authorize', options);
  const identify = async (authorizationUrl: string, pid: string) => {
    let address = `${authorizationUrl}&sandbox_pid=${pid}`;
    for (let step = 0; step < 5; step++) {
      const response = await fetch(address, { redirect: 'manual' });
      address = new URL(response.headers.get('location') ?? '', address).href;
      if (address.startsWith(testBaseUrl)) return new URL(address);
    }
    throw new Error(`The identity provider did not lead back: ${address}`);
  };
  const callback = (address: URL) => call('GET', `${address.pathname}${address.search}`);
  const arrive = async (pid: string) => {
    const { body } = await begin();
    const answer = await callback(await identify(body.authorization_url, pid));
    return new URL(answer.headers.get('location') ?? 'missing:').searchParams.get('signup_code') ?? '';
  };
  const exchange = (code: unknown, options: CallOptions = {}) =>
    call('POST', '/api/v2/auth/signup/exchange', { body: { code }, ...options });
  const complete = (body: unknown, options: CallOptions = {}) =>
    call('POST', '/api/v2/auth/signup', { body, ...options });
  const enter = async (pid: string): Promise<Entry> => (await exchange(await arrive(pid))).body;
  return { begin, identify, callback, arrive, exchange, enter, complete };
}

const send = async (url: string, method: string, options: CallOptions = {}): Promise<TestAnswer> => {
  const headers = {
    [GATEWAY_HEADER]: signForwarded(testSigner('gateway'), 'auth', { address: '203.0.113.8', dryRun: false }),
    ...options.headers,
  };
  const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) };
  const type = options.body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, { method, redirect: 'manual', headers: { ...headers, ...type }, ...body });
  const text = await response.text();
  const parsed = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: parsed, bytes: Buffer.from(text) };
};

/** The steps at another process on the same database. */
export const stepsAt = (port: number): SignupSteps =>
  stepsOf((method, path, options) => send(`http://127.0.0.1:${port}${path}`, method, options));

export async function startSignup(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly sandboxEnv?: Readonly<Record<string, string>>;
  } = {},
): Promise<SignupService> {
  const sandbox = await startSandboxOfTests(options.sandboxEnv);
  const organisation = playOrganisation();
  const service = await startTestService(authService, {
    others: { organisation: [organisation.stub] },
    env: { ...outsideOf(sandbox.baseUrl), ...options.env },
  });

  const control = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.baseUrl}/sandbox${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  };
  const steps = stepsOf(service.call);
  const { enter, complete } = steps;
  const person: SignupService['person'] = async (organizations = [newNumber()], changes = {}) => {
    const pid = newPid();
    for (const one of organizations) {
      const number = typeof one === 'string' ? one : (one as { readonly number?: string }).number;
      if (number !== undefined) await control(`/organizations/${number}`, { name: `Firma ${number} AS` });
    }
    await control(`/persons/${pid}`, { given_name: 'Åse', family_name: 'Bjørnstad', organizations, ...changes });
    return pid;
  };
  return {
    ...service,
    organisation,
    sandbox,
    control,
    person,
    ...steps,
    signUp: async () => {
      const organizationNumber = newNumber();
      const pid = await person([organizationNumber]);
      const { signup_token, organizations } = await enter(pid);
      const email = newEmail();
      const answer = await complete({ signup_token, organization_id: organizations[0]?.id, email, password: PASSWORD });
      return { pid, email, organizationNumber, answer };
    },
    stop: async () => {
      await service.stop();
      await sandbox.stop();
    },
  };
}

/** The error of a refusal. */
export const codeOf = (answer: TestAnswer): string => `${answer.status} ${answer.body?.error?.code}`;
