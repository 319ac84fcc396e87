import { randomBytes } from 'node:crypto';
import type { Sealer } from '@app/runtime';
import { digestOf } from '../tokens/opaque.ts';

export type LinkKind = 'email_verification' | 'password_reset';

/**
 * The secret in a mailed link: 256 bits as 43 characters of base64url. It follows from a random seed and a key of this installation, so the mail
 * can be written whenever it is sent while nothing stored says it.
 */
export const tokenOf = (sealer: Sealer, kind: LinkKind, seed: Buffer): string =>
  sealer.digest(`token of ${kind}\n${seed.toString('hex')}`).toString('base64url');

/** A fresh secret: its seed, and the digest it is found by. */
export function newToken(sealer: Sealer, kind: LinkKind): { readonly seed: Buffer; readonly digest: Buffer } {
  const seed = randomBytes(32);
  return { seed, digest: digestOf(tokenOf(sealer, kind, seed)) };
}
