import * as client from 'openid-client';
import { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } from './start.ts';

/** A started sign-in: what the platform would keep between its authorize call and the callback. */
export interface Attempt {
  readonly authorizationUrl: URL;
  readonly checks: {
    readonly expectedState: string;
    readonly expectedNonce: string;
    readonly pkceCodeVerifier: string;
  };
}

/** Discovers the provider as the platform does, over plain HTTP because everything is on this machine. */
export const discover = (
  baseUrl: string,
  authentication: client.ClientAuth = client.ClientSecretBasic(CLIENT_SECRET),
  metadata: Partial<client.ClientMetadata> = {},
): Promise<client.Configuration> =>
  client.discovery(new URL(`${baseUrl}/idp`), CLIENT_ID, metadata, authentication, {
    execute: [client.allowInsecureRequests],
  });

export async function pushRequest(
  configuration: client.Configuration,
  extra: Record<string, string> = {},
): Promise<Attempt> {
  const checks = {
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
  };
  const authorizationUrl = await client.buildAuthorizationUrlWithPAR(configuration, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { authorizationUrl, checks };
}

/** One request, no cookies, no second redirect: where does the authorization address send the browser? */
export async function visitAs(attempt: Attempt, pid: string): Promise<URL> {
  const url = new URL(attempt.authorizationUrl);
  url.searchParams.set('sandbox_pid', pid);
  const response = await fetch(url, { redirect: 'manual' });
  await response.text();
  return new URL(response.headers.get('location') ?? 'about:blank');
}

export const redeem = (configuration: client.Configuration, callback: URL, attempt: Attempt) =>
  client.authorizationCodeGrant(configuration, callback, { ...attempt.checks, idTokenExpected: true });

/** A browser without script: keeps cookies by path and follows nothing on its own. */
export function createBrowser() {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  return async (
    address: string | URL,
    form?: Record<string, string>,
  ): Promise<{ status: number; location: URL | null; html: string }> => {
    const url = new URL(address);
    const cookies = [...jar.values()].filter(
      ({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
    const location = response.headers.get('location');
    return {
      status: response.status,
      location: location === null ? null : new URL(location, url),
      html: await response.text(),
    };
  };
}

function keepCookie(jar: Map<string, { name: string; value: string; path: string }>, line: string): void {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
  const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
  const expires = /; expires=([^;]+)/i.exec(line)?.[1];
  if (expires !== undefined && new Date(expires).getTime() < Date.now()) jar.delete(`${name}${path}`);
  else jar.set(`${name}${path}`, { name: name!, value: value!, path });
}
