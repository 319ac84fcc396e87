import { createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '@app/runtime';

/**
 * The secret in the link of an invitation: 43 characters of base64url. It follows from a random seed and a key of this
 * installation, so that the mail can be written again and again while nothing stored says it; what comes in is
 * recognised by its digest.
 */
const tokensOf = (sealer: Sealer, seed: Buffer): string[] =>
  sealer.digests(`token of an invitation\n${seed.toString('hex')}`).map((digest) => digest.toString('base64url'));

/**
 * The secret that `digest` is the digest of, which may be older than the present key. @throws Error when its key is not
 * known any more
 */
export function tokenOf(sealer: Sealer, { seed, digest }: { readonly seed: Buffer; readonly digest: Buffer }): string {
  const token = tokensOf(sealer, seed).find((each) => tokenDigest(each).equals(digest));
  if (token === undefined) throw new Error('The key that an invitation was made with is not known any more');
  return token;
}

/** A fresh secret: its seed, and the digest it is found by. */
export function newToken(sealer: Sealer): { readonly seed: Buffer; readonly digest: Buffer } {
  const seed = randomBytes(32);
  return { seed, digest: tokenDigest(tokensOf(sealer, seed)[0]!) };
}

/** Tokens are random, so a fast digest does; looking it up by an index compares no secret. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();
