import { type Caller, createCaller } from './http.ts';

export interface Newcomer {
  /** Synthetic identity number: 80 added to the month. */
  readonly pid: string;
  readonly email: string;
  readonly password: string;
  /** The organization that is signed up; the first free one of the person when left out. */
  readonly organizationNumber?: string;
}

/**
 * Signs a person up as a browser would: through the identity provider and back. The provider signs the person in
 * without asking, since the authorization address says who it is (EXT-R09).
 * @param before is waited for when the browser is back: whoever else signs up has the lower ids
 * @throws what `before` throws
 */
export async function signUp(
  baseUrl: string,
  newcomer: Newcomer,
  before: Promise<unknown> = Promise.resolve(),
): Promise<{ readonly token: string; readonly clientAccountId: number; readonly organizationNumber: string }> {
  const api = createCaller(baseUrl);
  const code = await codeOf(api, newcomer.pid);
  await before;
  const session = await exchange(api, code);
  const { organizationNumber: wanted } = newcomer;
  const organization = session.organizations.find(({ organization_number, already_registered }) =>
    wanted === undefined ? !already_registered : organization_number === wanted,
  );
  if (!organization)
    throw new Error(`The identity provider lets ${newcomer.email} act for no organization ${wanted ?? 'that is free'}`);
  const done = await api.send<{ token: string; user: { accounts: { account: { id: number } }[] } }>(
    'POST',
    '/api/v2/auth/signup',
    {
      signup_token: session.signup_token,
      organization_id: organization.id,
      email: newcomer.email,
      password: newcomer.password,
    },
  );
  const account = done.user.accounts.at(-1);
  if (!account) throw new Error(`Signing up ${newcomer.email} gave no client account`);
  const { organization_number: organizationNumber } = organization;
  return { token: done.token, clientAccountId: account.account.id, organizationNumber };
}

/** Somebody whom the identity provider has proved, before they choose an organization. */
export interface SignUpSession {
  readonly signup_token: string;
  readonly organizations: readonly {
    readonly id: number;
    readonly organization_number: string;
    readonly already_registered: boolean;
  }[];
}

/** The first three steps of signing up. */
export async function enterSignUp(baseUrl: string, pid: string): Promise<SignUpSession> {
  const api = createCaller(baseUrl);
  return exchange(api, await codeOf(api, pid));
}

/** What the browser of a person brings back. */
async function codeOf(api: Caller, pid: string): Promise<string> {
  const { authorization_url } = await api.send<{ authorization_url: string }>('POST', '/api/v2/auth/signup/authorize');
  return followToSignupCode(authorization_url, pid);
}

const exchange = (api: Caller, code: string): Promise<SignUpSession> =>
  api.send<SignUpSession>('POST', '/api/v2/auth/signup/exchange', { code });

/** A step of the way through the identity provider was refused: `status` says how. */
export class SentNowhere extends Error {
  readonly status: number;

  constructor(status: number, { origin, pathname }: URL) {
    super(`The identity provider answered ${status} at ${origin}${pathname} and sent nobody on`);
    this.status = status;
  }
}

const MAX_HOPS = 12;
/** Milliseconds that a step of the browser may take where the machine is busy. */
const ANSWER_WITHIN = 120_000;

/**
 * The way of the browser through the identity provider and back: gives the code that it brings.
 * @throws SentNowhere when a step is refused
 */
export async function followToSignupCode(authorizationUrl: string, pid: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizationUrl);
  url.searchParams.set('sandbox_pid', pid);
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    await response.body?.cancel();
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split(/=(.*)/s);
      cookies.set(name!, value ?? '');
    }
    const location = response.headers.get('location');
    if (!location) throw new SentNowhere(response.status, url);
    url = new URL(location, url);
    const code = url.searchParams.get('signup_code');
    if (code) return code;
    const refused = url.searchParams.get('signup_error');
    if (refused) throw new Error(`Signing up was refused: ${refused}`);
  }
  throw new Error(`The identity provider sent the browser around more than ${MAX_HOPS} times`);
}
