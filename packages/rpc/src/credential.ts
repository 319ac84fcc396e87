import { signHs256, verifyHs256 } from './hs256.ts';

/** Who a service call comes from, and the person it is made for. */
export interface InternalCaller {
  readonly service: string;
  readonly userId: number | null;
}

const LIFE_SECONDS = 60;
const CLOCK_SKEW_SECONDS = 10;
const TYPE = 'internal+jwt';

/** The machine's clock, never the one that tests move: both ends of a call must agree on it. */
const seconds = (): number => Math.floor(Date.now() / 1_000);

/** The credential of a call from `service` to `audience`, for a person or for none. Valid for a minute. */
export function signCredential(secret: string, service: string, audience: string, userId: number | null): string {
  const person = userId === null ? {} : { sub: String(userId) };
  return signHs256(secret, TYPE, { iss: service, aud: audience, exp: seconds() + LIFE_SECONDS, ...person });
}

/** The caller that a credential for `service` names; undefined when it is missing, foreign, expired or malformed. */
export function verifyCredential(secret: string, service: string, credential: string): InternalCaller | undefined {
  const claims = verifyHs256(secret, TYPE, service, credential, seconds() - CLOCK_SKEW_SECONDS);
  if (!claims || typeof claims.iss !== 'string') return undefined;
  if (claims.sub === undefined) return { service: claims.iss, userId: null };
  const userId = Number(claims.sub);
  return Number.isSafeInteger(userId) && userId > 0 ? { service: claims.iss, userId } : undefined;
}
