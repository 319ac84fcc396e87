import { askForTokens, type TokenEndpoint, type Tokens } from './token-endpoint.ts';

/** A request for a person's consent that has been begun; kept by the program until the answer comes. */
export interface Authorization {
  /** Where the person's browser is sent. */
  readonly url: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** What the answer must carry, so that it is known to belong to this request. */
  readonly state: string;
  /** The PKCE verifier: a secret of this program (RFC 7636). */
  readonly verifier: string;
}

/** Begins the authorization-code flow: makes the address to which the person's browser is sent. */
export async function beginAuthorization(request: {
  /** Origin of the API. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Exactly one of the addresses that the client registered. */
  readonly redirectUri: string;
  /** `read`, `write` or both; the client's registered scope by default. */
  readonly scope?: string | undefined;
}): Promise<Authorization> {
  const { baseUrl, clientId, redirectUri, scope } = request;
  const verifier = randomText();
  const state = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scope === undefined ? {} : { scope }),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return {
    url: `${baseUrl.replace(/\/+$/, '')}/v2/oauth/authorize?${query}`,
    clientId,
    redirectUri,
    state,
    verifier,
  };
}

/**
 * Ends the flow with the address that the person's browser was sent back to.
 * @param answer that address, or its query
 * @throws Error where the answer is of another request, or the person said no; ApiError where the code is refused
 */
export async function finishAuthorization(
  endpoint: TokenEndpoint & { readonly clientSecret?: string },
  { clientId, redirectUri, state, verifier }: Authorization,
  answer: string | URLSearchParams,
): Promise<Tokens> {
  const given = typeof answer === 'string' ? new URL(answer, redirectUri).searchParams : answer;
  if (given.get('state') !== state) throw new Error('The answer belongs to another request: its state differs');
  const issuer = given.get('iss');
  if (issuer !== null && new URL(issuer).origin !== new URL(endpoint.baseUrl).origin)
    throw new Error(`The answer is of another authorization server, ${issuer}`);
  const fault = given.get('error');
  if (fault !== null) throw new Error(given.get('error_description') ?? fault);
  const code = given.get('code');
  if (code === null) throw new Error('The answer holds no code');
  return askForTokens(endpoint, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: endpoint.clientSecret,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
