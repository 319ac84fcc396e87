import { createHash, randomBytes } from 'node:crypto';
import { Auth, Organisation } from '@app/rpc';
import { type CallOptions, startTestService, stub, type TestAnswer, type TestService } from '@app/testing';
import { authService } from '../src/service.ts';

export const issuer = 'https://books.test';
export const PASSWORD = 'Grønn-hval-42';

export interface Person {
  readonly id: number;
  readonly email: string;
  /** A session token. */
  readonly token: string;
  /** The value of the refresh_token cookie. */
  readonly refreshToken: string;
}

export interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret: string;
}

type Form = Readonly<Record<string, string | undefined>>;

export interface AuthService extends TestService {
  /** A new user with {@link PASSWORD}, made as the acceptance of an invitation makes one. */
  person(changes?: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly email?: string;
  }): Promise<Person>;
  /** Client accounts that `organisation` names for a user, and how many more the user reaches by contract. */
  memberships(userId: number, names: readonly string[], byContract?: number): void;
  /** A client of this person's own. */
  client(owner: Person, changes?: Readonly<Record<string, unknown>>): Promise<RegisteredClient>;
  form(path: string, fields: Form | string, options?: CallOptions): Promise<TestAnswer>;
  token(fields: Form, options?: CallOptions): Promise<TestAnswer>;
  /** The value of the session cookie of a browser that logged in. */
  browser(person: Person): Promise<string>;
}

export const redirectUri = 'https://app.example/callback';
const allGrants = 'authorization_code refresh_token client_credentials';

export async function startAuth(env: Readonly<Record<string, string>> = {}): Promise<AuthService> {
  const accounts = new Map<number, readonly string[]>();
  const contracts = new Map<number, number>();
  const organisation = stub(Organisation, {
    GetUserMemberships: async ({ userId }) => ({
      accounts: (accounts.get(userId) ?? []).map((displayName, index) => ({
        id: index + 1,
        account: { id: index + 100, uniqueName: `account-${index}`, displayName },
        role: { id: 3, name: 'CA' },
      })),
      contracts: [],
    }),
    ListAccess: async ({ userId, all }) => ({
      access: [
        ...service.world.accessOf(userId, { all }),
        ...(accounts.get(userId) ?? []).map((_, index) => ({
          ...{ clientAccountId: index + 100, role: 'CA', directRole: 'CA', isActive: true },
        })),
        ...Array.from({ length: contracts.get(userId) ?? 0 }, (_, index) => ({
          ...{ clientAccountId: index + 1_000, role: 'AC', isActive: true },
        })),
      ],
    }),
  });
  const service: TestService = await startTestService(authService, { others: { organisation: [organisation] }, env });
  const rpc = service.connect(Auth, 'organisation');
  let people = 0;

  const form: AuthService['form'] = (path, fields, options = {}) => {
    const given =
      typeof fields === 'string'
        ? []
        : Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const body = typeof fields === 'string' ? fields : new URLSearchParams(given).toString();
    return service.call('POST', path, {
      ...options,
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
    });
  };

  return {
    ...service,
    form,
    token: (fields, options) => form('/v2/oauth/token', fields, options),
    memberships: (userId, names, byContract = 0) => {
      accounts.set(userId, names);
      contracts.set(userId, byContract);
    },
    person: async ({
      firstName = 'Kari',
      lastName = 'Nordmann',
      email = `kari${++people}-${randomBytes(3).toString('hex')}@books.test`,
    } = {}) => {
      const command = {
        commandKey: randomBytes(8).toString('hex'),
        email,
        password: PASSWORD,
        firstName,
        lastName,
        language: 'nob',
        clientAddress: '',
      };
      const { user, sessionToken, refreshCookie } = await rpc.RegisterInvitedUser(command);
      return { id: user!.id, email, token: sessionToken, refreshToken: cookieValue(refreshCookie, 'refresh_token') };
    },
    client: async (owner, changes = {}) => {
      const body = { client_name: 'Timer', redirect_uris: redirectUri, grant_types: allGrants, ...changes };
      const answer = await service.call('POST', '/v2/oauth/clients', { token: owner.token, body });
      if (answer.status !== 201) throw new Error(`The client was not registered: ${answer.bytes}`);
      return answer.body;
    },
    browser: async (person) => {
      const answer = await form('/v2/oauth/login', { email: person.email, password: PASSWORD });
      return cookieValue(answer.headers.get('set-cookie') ?? '', '__Host-session');
    },
  };
}

export const cookieValue = (header: string, name: string): string =>
  new RegExp(`(?:^|, )${name}=([^;]*)`).exec(header)?.[1] ?? '';

/** How a browser says that a form stood on somebody else's page. */
export const foreignForms: readonly Record<string, string>[] = [
  { origin: 'https://thief.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];

export const sessionCookie = (value: string) => ({ cookie: `__Host-session=${value}` });

export function newVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const authorizePath = (fields: Form): string => {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/v2/oauth/authorize?${new URLSearchParams(given)}`;
};

/** A well-formed authorize request for a client. */
export const authorizeFields = (client: RegisteredClient, challenge: string, changes: Form = {}): Form => ({
  client_id: client.client_id,
  redirect_uri: redirectUri,
  response_type: 'code',
  code_challenge: challenge,
  state: 'a state/with+signs',
  ...changes,
});

/** What the consent page says: its hidden anti-forgery token and whether `write` is there and ticked. */
export function readConsent(page: string) {
  const token = /<input type="hidden" name="csrf_token" value="([\w-]+)">/.exec(page)?.[1] ?? '';
  const checkbox = /<input type="checkbox"[^>]*name="write"[^>]*>/.exec(page)?.[0];
  return { token, hasWrite: checkbox !== undefined, isTicked: checkbox?.includes('checked') ?? false };
}

/** The parameters of a redirect. */
export function locationOf(answer: TestAnswer): URL {
  return new URL(answer.headers.get('location') ?? 'missing:', issuer);
}

/** A code from the browser flow, with what belongs to it. */
export async function obtainCode(
  service: AuthService,
  person: Person,
  client: RegisteredClient,
  options: { readonly fields?: Form; readonly answer?: Form; readonly cookie?: string } = {},
) {
  const { verifier, challenge } = newVerifier();
  const cookie = options.cookie ?? (await service.browser(person));
  const page = await service.call('GET', authorizePath(authorizeFields(client, challenge, options.fields)), {
    headers: sessionCookie(cookie),
  });
  const { token } = readConsent(String(page.body));
  const answer = await service.form(
    '/v2/oauth/authorize',
    { csrf_token: token, confirm: 'yes', write: 'on', ...options.answer },
    { headers: sessionCookie(cookie) },
  );
  return { code: locationOf(answer).searchParams.get('code') ?? '', verifier, answer, cookie };
}

export const codeFields = (client: RegisteredClient, code: string, verifier: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  client_id: client.client_id,
  client_secret: client.client_secret,
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
});

export const refreshFields = (client: RegisteredClient, refreshToken: string): Record<string, string> => ({
  grant_type: 'refresh_token',
  client_id: client.client_id,
  client_secret: client.client_secret,
  refresh_token: refreshToken,
});

/** Tokens from the whole browser flow. */
export async function obtainTokens(service: AuthService, person: Person, client: RegisteredClient, fields: Form = {}) {
  const { code, verifier } = await obtainCode(service, person, client, { fields });
  const given = { ...codeFields(client, code, verifier), ...(fields.resource ? { resource: fields.resource } : {}) };
  const answer = await service.token(given);
  if (answer.status !== 200) throw new Error(`No tokens: ${answer.bytes}`);
  return answer.body as { access_token: string; refresh_token: string; scope: string };
}

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8'));
export const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString('utf8'));
