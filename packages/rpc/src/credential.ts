import { reuseTexts, type Signer, type Verifier } from '@app/runtime';

/** Who a service call comes from, and the person it is made for. */
export interface InternalCaller {
  readonly service: string;
  readonly userId: number | null;
}

/** Who calls a handler. */
export interface Caller extends InternalCaller {
  /** The person the call is made for. @throws Failure 401 when the caller named none. */
  requireUser(): number;
  /** True once nobody waits for the answer any more. */
  isCancelled(): boolean;
}

const LIFE_SECONDS = 60;
const CLOCK_SKEW_SECONDS = 10;
const TYPE = 'internal+jwt';

/** The machine's clock, never the one that tests move: both ends of a call must agree on it. */
const seconds = (): number => Math.floor(Date.now() / 1_000);

/**
 * The credential of a call to `audience`, for a person or for none. Valid for a minute, and good at that one service
 * only.
 */
export function signCredential(signer: Signer, audience: string, userId: number | null): string {
  return signer.sign(TYPE, {
    aud: audience,
    exp: seconds() + LIFE_SECONDS,
    ...(userId === null ? {} : { sub: String(userId) }),
  });
}

/** Credentials kept at once. */
const KEPT = 10_000;

/**
 * Credentials that are signed once and shown for 20 seconds, since a service asks the same one about the same person
 * again and again.
 */
export function createCredentials(signer: Signer): (audience: string, userId: number | null) => string {
  const reused = reuseTexts(KEPT);
  return (audience, userId) => reused(`${audience} ${userId}`, () => signCredential(signer, audience, userId));
}

/** The caller that a credential for `service` names; undefined when it is missing, foreign, expired or malformed. */
export function verifyCredential(verifier: Verifier, service: string, credential: string): InternalCaller | undefined {
  const claims = verifier.verify(TYPE, service, credential, seconds() - CLOCK_SKEW_SECONDS);
  if (!claims) return undefined;
  if (claims.sub === undefined) return { service: claims.iss, userId: null };
  const userId = Number(claims.sub);
  return Number.isSafeInteger(userId) && userId > 0 ? { service: claims.iss, userId } : undefined;
}
