import { randomBytes } from 'node:crypto';
import type { Sealer } from '@app/runtime';
import { digestOf } from '../credentials/opaque.ts';

export type LinkKind = 'email_verification' | 'password_reset';

/**
 * The secret in a mailed link: 256 bits as 43 characters of base64url. It follows from a random seed and a key of this
 * installation, so the mail can be written whenever it is sent while nothing stored says it.
 */
const tokensOf = (sealer: Sealer, kind: LinkKind, seed: Buffer): string[] =>
  sealer.digests(`token of ${kind}\n${seed.toString('hex')}`).map((digest) => digest.toString('base64url'));

/**
 * The secret that `digest` is the digest of, which may be older than the present key. @throws Error when its key is not
 * known any more
 */
export function tokenOf(
  sealer: Sealer,
  { kind, seed, digest }: { readonly kind: LinkKind; readonly seed: Buffer; readonly digest: Buffer },
): string {
  const token = tokensOf(sealer, kind, seed).find((each) => digestOf(each).equals(digest));
  if (token === undefined) throw new Error('The key that a link was made with is not known any more');
  return token;
}

/** A fresh secret: its seed, and the digest it is found by. */
export function newToken(sealer: Sealer, kind: LinkKind): { readonly seed: Buffer; readonly digest: Buffer } {
  const seed = randomBytes(32);
  return { seed, digest: digestOf(tokensOf(sealer, kind, seed)[0]!) };
}
