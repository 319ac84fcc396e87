import { hash } from 'node:crypto';
import { type Failure, unauthorized } from '@app/contract/failure';
import type { Clock } from '@app/runtime';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { createKeyFinder, type KeySource } from './keys.ts';

/** What a token says, once every check has passed (docs/contract/tokens.md). */
export interface TokenClaims {
  readonly kind: 'access' | 'session';
  readonly userId: number;
  readonly clientId: string | null;
  /**
   * The session of a session token (`sid`); null for access tokens, and for session tokens of releases that gave them
   * no id.
   */
  readonly sessionId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

export type TokenVerifier = (token: string) => Promise<TokenClaims>;

const kinds: Readonly<Record<string, TokenClaims['kind']>> = { 'at+jwt': 'access', 'session+jwt': 'session' };
const MAX_TOKEN_LENGTH = 8_192;

/** The audiences that API paths take (TKN-R35). */
export const apiAudiences = (base: string): readonly string[] => [base, `${base}/api/v2`, `${base}/mcp`];

/** The audiences that the tool endpoint takes. */
export const toolAudiences = (base: string): readonly string[] => [base, `${base}/mcp`];

interface Options {
  /** The issuer: `PUBLIC_BASE_URL`. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keys: KeySource;
  readonly clock: Clock;
  /** Tokens remembered until they expire; 10 000 by default. */
  readonly size?: number;
}

/**
 * Verifies signature, issuer, audience, expiry and type (RFC 9068 section 4, RFC 8725). A verified token is remembered
 * by its hash until it expires; a refused one is not. @throws Failure 401; 503 when there are no keys to verify with
 */
export function createTokenVerifier(options: Options): TokenVerifier {
  const { issuer, audiences, clock, size = 10_000 } = options;
  const find = createKeyFinder(options.keys);
  const verified = new LRUCache<string, TokenClaims>({ max: size });

  const verify = async (token: string): Promise<TokenClaims> => {
    const typ = typeOf(token);
    const kind = kinds[typ];
    if (!kind) throw bad('The token is neither an access token nor a session token');
    const { payload } = await jwtVerify(token, find, {
      issuer,
      audience: [...audiences],
      algorithms: ['ES256', 'RS256'],
      typ,
      requiredClaims: ['sub', 'exp', 'iat', 'jti'],
      currentDate: new Date(clock.millis()),
    }).catch((error: unknown) => {
      throw explain(error);
    });
    return claimsOf(payload, kind);
  };

  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw bad('The token is too long to be one of ours');
    const digest = hash('sha256', token, 'base64');
    const known = verified.get(digest);
    if (known) {
      if (known.expiresAt * 1_000 > clock.millis()) return known;
      verified.delete(digest);
      throw bad('The token has expired');
    }
    const claims = await verify(token);
    verified.set(digest, claims);
    return claims;
  };
}

const bad = (message: string): Failure => unauthorized(message, true);

function typeOf(token: string): string {
  try {
    return decodeProtectedHeader(token).typ ?? '';
  } catch {
    throw bad('The credential is not a token');
  }
}

function claimsOf(payload: JWTPayload, kind: TokenClaims['kind']): TokenClaims {
  const userId = Number(payload.sub);
  const clientId = typeof payload.client_id === 'string' ? payload.client_id : null;
  if (!Number.isSafeInteger(userId) || userId < 1 || (kind === 'access' && clientId === null))
    throw bad('The token lacks what an access token must say');
  const scopes = new Set(
    typeof payload.scope === 'string' ? payload.scope.split(' ').filter((scope) => scope !== '') : [],
  );
  const sessionId = kind === 'session' && typeof payload.sid === 'string' ? payload.sid : null;
  return { kind, userId, clientId: kind === 'access' ? clientId : null, sessionId, scopes, expiresAt: payload.exp! };
}

/** Says what is wrong with a token without repeating any of it. */
function explain(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return bad('The token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return bad('The token was issued for another resource');
    if (error.claim === 'iss') return bad('The token was issued by another authorization server');
    return bad(`The token's claim "${error.claim}" is missing or not valid`);
  }
  if (error instanceof errors.JOSEError) return bad('The signature of the token could not be verified');
  return error;
}
