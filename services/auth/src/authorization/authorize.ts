import type { IncomingHttpHeaders } from 'node:http';
import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import type { Client } from '../clients/client.ts';
import { findClient } from '../clients/store.ts';
import type { Cookies } from '../credentials/cookies.ts';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import { includesWrite, type Scope } from '../scopes/scope.ts';
import { type BrowserSession, findBrowserSession, holdBrowserSession } from '../sessions/session.ts';
import { insertCode } from '../tokens/codes.ts';
import { type AuthorizeQuery, answerAddress, readTarget, readWish } from './request.ts';
import { findRequestAddress, insertRequest, takeRequest } from './store.ts';

export interface AuthorizeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly cookies: Cookies;
  readonly issuer: string;
}

/** What a person is asked. */
export interface Question {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly session: BrowserSession;
  /** Bound to the session and to the stored request; works once. */
  readonly antiForgeryToken: string;
}

export type Step =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'login'; readonly next: string }
  | { readonly kind: 'consent'; readonly question: Question };

/** How long a person may think. */
const REQUEST_MILLIS = 15 * 60_000;

/**
 * Begins the code flow (docs/contract/authorize.md). Consent is asked every time.
 * @param address path and query as sent
 * @throws Failure 400 before client and redirect address are known to belong together; later faults are redirects
 */
export async function beginAuthorization(
  deps: AuthorizeDeps,
  request: { readonly query: AuthorizeQuery; readonly address: string; readonly headers: IncomingHttpHeaders },
): Promise<Step> {
  const { db, issuer } = deps;
  const target = await readTarget(request.query, (clientId) => findClient(db, clientId));
  const { client, redirectUri, state } = target;
  try {
    const wish = readWish(request.query, client);
    const session = await findBrowserSession(deps, request.headers);
    if (!session) return { kind: 'login', next: request.address };
    const antiForgeryToken = newSecret();
    const now = deps.clock.millis();
    const pending = { ...wish, clientId: client.clientId, address: request.address, redirectUri, state };
    const digests = { tokenDigest: digestOf(antiForgeryToken), sessionDigest: session.digest };
    await insertRequest(db, { ...pending, ...digests }, new Date(now), new Date(now + REQUEST_MILLIS));
    return { kind: 'consent', question: { client, redirectUri, scope: wish.scope, session, antiForgeryToken } };
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400) throw error;
    return {
      kind: 'redirect',
      location: answerAddress(target, issuer, { error: error.code, error_description: error.message }),
    };
  }
}

export interface ConsentForm {
  readonly csrf_token?: string | undefined;
  readonly confirm?: string | undefined;
  readonly write?: string | undefined;
}

/**
 * Takes a person's answer. Everything but the answer comes from the stored request; the form names it and nothing more.
 * @throws Failure 400 `invalid_request` for a token that is missing, wrong, used or too old
 */
export async function answerAuthorization(
  deps: AuthorizeDeps,
  request: { readonly form: ConsentForm; readonly address: string; readonly headers: IncomingHttpHeaders },
): Promise<Step> {
  const { form, headers } = request;
  const tokenDigest = digestOf(form.csrf_token ?? '');
  return deps.db.write(async (tx) => {
    const session = await holdBrowserSession(tx, deps, headers);
    if (!session)
      return { kind: 'login', next: (await findRequestAddress({ executor: tx }, tokenDigest)) ?? request.address };
    const now = deps.clock.millis();
    const pending = await takeRequest(tx, tokenDigest, session.digest, new Date(now));
    if (!pending) throw expired();
    const { clientId, redirectUri, resource, codeChallenge } = pending;
    if (form.confirm !== 'yes') {
      await record(tx, { kind: 'consent_denied', userId: session.userId, details: { client: clientId } });
      deps.logger.info({ audit: 'consent_denied', client: clientId, user: session.userId }, 'consent was denied');
      const refusal = { error: 'access_denied', error_description: 'The request was denied' };
      return { kind: 'redirect', location: answerAddress(pending, deps.issuer, refusal) };
    }
    if (!(await findClient({ executor: tx }, clientId))) throw expired();
    const scope: Scope = includesWrite(pending.scope) && form.write !== 'on' ? 'read' : pending.scope;
    const code = newSecret();
    const stored = { clientId, userId: session.userId, redirectUri, scope, resource, codeChallenge };
    await insertCode({ executor: tx }, stored, digestOf(code), now);
    await record(tx, { kind: 'consent_given', userId: session.userId, details: { client: clientId, scope } });
    deps.logger.info({ audit: 'consent_given', client: clientId, user: session.userId, scope }, 'consent was given');
    return { kind: 'redirect', location: answerAddress(pending, deps.issuer, { code }) };
  });
}

const expired = (): Failure =>
  new Failure(
    'invalid_request',
    400,
    'This form was answered before, is too old or belongs to another login; begin again in the application',
  );
