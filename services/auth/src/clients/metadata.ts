import { Failure } from '@app/contract/failure';
import { DEFAULT_SCOPE, parseScope } from '../scopes/scope.ts';
import { type AuthMethod, type ClientMetadata, type GrantType, grantTypes } from './client.ts';
import { redirectUriFault } from './redirect-uri.ts';

/** Which registration: RFC 7591 without a login, or a person's own clients, whose lists may be text as well. */
type Kind = 'dynamic' | 'authenticated';

export const MAX_REDIRECT_URIS = 20;
const MAX_NAME = 200;
const authMethods: readonly AuthMethod[] = ['client_secret_post', 'client_secret_basic', 'none'];

/**
 * What a client sends to be registered (RFC 7591 section 2). Other fields are ignored, and no address in it is ever
 * fetched.
 */
export interface SentMetadata {
  readonly client_name?: unknown;
  readonly redirect_uris?: unknown;
  readonly grant_types?: unknown;
  readonly response_types?: unknown;
  readonly token_endpoint_auth_method?: unknown;
  readonly scope?: unknown;
}

/**
 * Reads and checks metadata. Dynamic registration needs a name, takes lists as arrays only (PPL-R16) and cannot
 * have `client_credentials`; a person's own registration may leave out redirect addresses when that is its only grant
 * (docs/contract/client-registration.md).
 * @throws Failure 400 `invalid_client_metadata`, `invalid_redirect_uri` or `invalid_scope`
 */
export function readMetadata(sent: SentMetadata, kind: Kind): ClientMetadata {
  const grants = readGrants(sent.grant_types, kind);
  readResponseTypes(sent.response_types, kind);
  const authMethod = readAuthMethod(sent.token_endpoint_auth_method);
  if (authMethod === 'none' && grants.includes('client_credentials'))
    throw invalidMetadata('A client without a secret cannot have the grant type client_credentials');
  const clientName = readName(sent.client_name, kind);
  const onlyCredentials = grants.length === 1 && grants[0] === 'client_credentials';
  const redirectUris = readRedirectUris(sent.redirect_uris, onlyCredentials, kind);
  return { clientName, redirectUris, grantTypes: grants, scope: readScope(sent.scope), authMethod };
}

const invalidMetadata = (message: string): Failure => new Failure('invalid_client_metadata', 400, message);
const invalidRedirect = (message: string): Failure => new Failure('invalid_redirect_uri', 400, message);

/**
 * Values of an array of strings, or of a string separated by white space where that is taken; undefined for anything
 * else.
 */
function readList(value: unknown, kind: Kind): readonly string[] | undefined {
  if (typeof value === 'string' && kind === 'authenticated') return value.split(/\s+/).filter((part) => part !== '');
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

const listForm: Readonly<Record<Kind, string>> = {
  dynamic: 'an array of text',
  authenticated: 'an array of text, or text with values separated by spaces',
};

function readGrants(value: unknown, kind: Kind): readonly GrantType[] {
  const sent = value === undefined || value === null ? ['authorization_code', 'refresh_token'] : readList(value, kind);
  if (!sent) throw invalidMetadata(`grant_types must be ${listForm[kind]}`);
  const unknown = sent.find((name) => !grantTypes.some((known) => known === name));
  if (unknown !== undefined)
    throw invalidMetadata(`The grant type "${unknown.slice(0, 100)}" is not known; known are ${grantTypes.join(', ')}`);
  if (sent.length === 0) throw invalidMetadata('grant_types must name at least one grant type');
  if (kind === 'dynamic' && sent.includes('client_credentials'))
    throw invalidMetadata(
      'Dynamic registration takes only authorization_code and refresh_token; register a client for client_credentials when logged in',
    );
  return grantTypes.filter((known) => sent.includes(known));
}

function readResponseTypes(value: unknown, kind: Kind): void {
  const sent = value === undefined || value === null ? ['code'] : readList(value, kind);
  if (!sent) throw invalidMetadata(`response_types must be ${listForm[kind]}`);
  if (!sent.every((name) => name === 'code')) throw invalidMetadata('The only response type is code');
}

function readAuthMethod(value: unknown): AuthMethod {
  const method = authMethods.find((known) => known === (value ?? 'client_secret_post'));
  if (!method) throw invalidMetadata(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}`);
  return method;
}

function readName(value: unknown, kind: Kind): string {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw invalidMetadata('client_name must be text');
  const name = (value ?? '').trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction characters would let a name lie on the consent page
  if (/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/.test(name))
    throw invalidMetadata('client_name must not hold control or invisible characters');
  if ([...name].length > MAX_NAME) throw invalidMetadata(`client_name must have at most ${MAX_NAME} characters`);
  if (name === '' && kind === 'dynamic') throw invalidMetadata('client_name is required');
  return name;
}

function readRedirectUris(value: unknown, mayBeEmpty: boolean, kind: Kind): readonly string[] {
  const uris = value === undefined || value === null ? [] : readList(value, kind);
  if (!uris) throw invalidRedirect(`redirect_uris must be ${listForm[kind]}`);
  if (uris.length === 0 && !mayBeEmpty) throw invalidRedirect('redirect_uris must name at least one address');
  if (uris.length > MAX_REDIRECT_URIS)
    throw invalidRedirect(`redirect_uris may name at most ${MAX_REDIRECT_URIS} addresses, not ${uris.length}`);
  for (const uri of uris) {
    const fault = redirectUriFault(uri);
    if (fault) throw invalidRedirect(`The redirect address "${uri.slice(0, 200)}" ${fault}`);
  }
  return [...new Set(uris)];
}

function readScope(value: unknown) {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw new Failure('invalid_scope', 400, 'scope must be text with names separated by spaces');
  return parseScope(value ?? undefined) ?? DEFAULT_SCOPE;
}
