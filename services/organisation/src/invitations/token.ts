import { createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '@app/runtime';

/**
 * The secret in the link of an invitation: 43 characters of base64url. It follows from a random seed and a key of this installation, so that the
 * mail can be written again and again while nothing stored says it; what comes in is recognised by its digest.
 */
export const tokenOf = (sealer: Sealer, seed: Buffer): string =>
  sealer.digest(`token of an invitation\n${seed.toString('hex')}`).toString('base64url');

/** A fresh secret: its seed, and the digest it is found by. */
export function newToken(sealer: Sealer): { readonly seed: Buffer; readonly digest: Buffer } {
  const seed = randomBytes(32);
  return { seed, digest: tokenDigest(tokenOf(sealer, seed)) };
}

/** Tokens are random, so a fast digest does; looking it up by an index compares no secret. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
