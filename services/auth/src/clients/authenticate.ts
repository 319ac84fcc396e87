import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@app/contract/failure';
import type { Database } from '@app/db';
import { type Clock, currentContext } from '@app/runtime';
import { digestOf, sameDigest } from '../credentials/opaque.ts';
import type { ClientLookup } from './lookup.ts';
import type { ClientRecall } from './recall.ts';
import { type ClientCredentials, recordUse } from './store.ts';

/** What a client sent to say who it is. */
interface Presented {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly isBasic: boolean;
}

/** What of a form says who the client is. */
interface ClientForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/** The last use is noted once a minute: a token request writes nothing otherwise. */
const NOTE_USE_EVERY_MILLIS = 60_000;

/** RFC 6749 section 5.2: a client that tried Basic gets the challenge to use it. */
const invalidClient = (message: string, isBasic: boolean): Failure =>
  new Failure(
    'invalid_client',
    401,
    message,
    isBasic ? { headers: { 'WWW-Authenticate': 'Basic realm="oauth"' } } : {},
  );

/**
 * Authenticates the client of a token or revocation request (RFC 6749 section 2.3): Basic, secret in the form, or a
 * public client's bare id. A secret that was issued is always asked for; PKCE never replaces it.
 * @throws Failure 401 `invalid_client`; 400 `invalid_request` for two methods at once
 */
export async function authenticateClient(
  deps: { readonly db: Database; readonly clock: Clock; readonly clients: ClientLookup },
  headers: IncomingHttpHeaders,
  form: ClientForm,
): Promise<ClientCredentials> {
  const presented = readPresented(headers.authorization, form);
  const found = await deps.clients(presented.clientId);
  const context = currentContext();
  if (found && context) context.clientId = found.client.clientId;
  if (!found || !isProven(found, presented))
    throw invalidClient('The client is unknown or its credentials are wrong', presented.isBasic);
  const now = deps.clock.millis();
  if (isUseToNote(found, now)) await recordUse(deps.db, found.client.clientId, new Date(now));
  return found;
}

/**
 * The client of a token request as it was when it last asked, if it sent what proved it then and its use need not be
 * noted. Without it the client must be looked up.
 * @throws Failure as {@link authenticateClient} does for what is wrong with any client's credentials
 */
export function recallClient(
  deps: { readonly clock: Clock; readonly recall: Pick<ClientRecall, 'recall'> },
  headers: IncomingHttpHeaders,
  form: ClientForm,
): ClientCredentials | undefined {
  const presented = readPresented(headers.authorization, form);
  const known = deps.recall.recall(presented.clientId);
  if (!known || !isProven(known, presented) || isUseToNote(known, deps.clock.millis())) return undefined;
  const context = currentContext();
  if (context) context.clientId = known.client.clientId;
  return known;
}

const isUseToNote = ({ client: { lastUsedAt } }: ClientCredentials, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt.getTime() >= NOTE_USE_EVERY_MILLIS;

function isProven(found: ClientCredentials, presented: Presented): boolean {
  const { secret } = presented;
  if (found.secretDigest === null) return secret === undefined;
  return secret !== undefined && sameDigest(digestOf(secret), found.secretDigest);
}

function readPresented(authorization: string | undefined, form: ClientForm): Presented {
  const isBasic = /^basic(\s|$)/i.test(authorization ?? '');
  if (!isBasic) {
    if (form.client_id === undefined)
      throw invalidClient('The client must authenticate: send client_id and client_secret, or HTTP Basic', false);
    return { clientId: form.client_id, secret: form.client_secret, isBasic };
  }
  if (form.client_secret !== undefined)
    throw new Failure('invalid_request', 400, 'The client sent its secret twice: use HTTP Basic or the form, not both');
  const basic = readBasic(authorization!);
  if (!basic) throw invalidClient('The Basic credentials cannot be read', true);
  if (form.client_id !== undefined && form.client_id !== basic.clientId)
    throw invalidClient('The client_id in the form is not the one of the Basic credentials', true);
  return { ...basic, isBasic };
}

/** Both halves are form-encoded before base64 (RFC 6749 section 2.3.1). */
function readBasic(
  authorization: string,
): { readonly clientId: string; readonly secret: string | undefined } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const clientId = colon < 1 ? undefined : decodeForm(text.slice(0, colon));
  const secret = colon < 1 ? undefined : decodeForm(text.slice(colon + 1));
  if (clientId === undefined || secret === undefined || clientId.includes('\0')) return undefined;
  return { clientId, secret: secret === '' ? undefined : secret };
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
