import { Failure } from '@app/contract/failure';
import type { Client } from '../clients/client.ts';
import { isRegistered } from '../clients/redirect-uri.ts';
import { narrowScope, type Scope } from '../scopes/scope.ts';
import { isChallenge } from '../tokens/pkce.ts';
import { parseResource } from '../tokens/resource.ts';

/** The query of the authorization endpoint; empty parameters are absent. */
export interface AuthorizeQuery {
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly response_type?: string | undefined;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
  readonly resource?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/** Where an answer may be sent: only after the client and its redirect address are known to belong together. */
export interface Target {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** What the person is asked to consent to. */
export interface Wish {
  readonly scope: Scope;
  readonly resource: string | null;
  readonly codeChallenge: string;
}

const PKCE_REQUIRED =
  'PKCE with S256 is required: send a code_challenge of 43 base64url characters, and no other method than S256';

/**
 * The first half of the checks, answered without a redirect (docs/contract/authorize.md, "Without a redirect").
 * @throws Failure 400 `invalid_request`, `invalid_client` or `invalid_redirect_uri`
 */
export async function readTarget(
  query: AuthorizeQuery,
  findClient: (clientId: string) => Promise<Client | undefined>,
): Promise<Target> {
  const { client_id, redirect_uri } = query;
  if (client_id === undefined) throw new Failure('invalid_request', 400, 'The parameter client_id is required');
  if (redirect_uri === undefined) throw new Failure('invalid_request', 400, 'The parameter redirect_uri is required');
  const client = await findClient(client_id);
  if (!client) throw new Failure('invalid_client', 400, 'The client is not known');
  if (!isRegistered(client.redirectUris, redirect_uri))
    throw new Failure(
      'invalid_redirect_uri',
      400,
      'The redirect address is not one that the client has registered, character by character',
    );
  return { client, redirectUri: redirect_uri, state: query.state ?? null };
}

/**
 * The second half, answered by redirect: response type, PKCE, scope, resource.
 * @throws Failure whose code is the `error` of the redirect
 */
export function readWish(query: AuthorizeQuery, client: Client): Wish {
  if (query.response_type !== 'code')
    throw new Failure('unsupported_response_type', 400, 'The only response type is code');
  if (!client.grantTypes.includes('authorization_code'))
    throw new Failure('unauthorized_client', 400, 'The client is not registered for the grant type authorization_code');
  const { code_challenge, code_challenge_method = 'S256' } = query;
  if (code_challenge === undefined || code_challenge_method !== 'S256' || !isChallenge(code_challenge))
    throw new Failure('invalid_request', 400, PKCE_REQUIRED);
  const scope = narrowScope(client.scope, query.scope);
  return { scope, resource: parseResource(query.resource) ?? null, codeChallenge: code_challenge };
}

/**
 * The redirect address with the answer's parameters, its own query kept as it is. `iss` is always among them (RFC 9207
 * section 2). Encoded with `%20` for a space, which every reader of a query understands.
 */
export function answerAddress(
  { redirectUri, state }: Pick<Target, 'redirectUri' | 'state'>,
  issuer: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const all = { ...parameters, ...(state === null ? {} : { state }), iss: issuer };
  const query = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = headerSafe(redirectUri);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${query.join('&')}`;
}

/** As it was registered; letters of other scripts in the spelling of the URL standard, since a header has none. */
const headerSafe = (uri: string): string => (/^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href);
