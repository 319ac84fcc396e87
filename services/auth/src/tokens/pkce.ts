import { createHash, timingSafeEqual } from 'node:crypto';

/** A SHA-256 digest in base64url: exactly 43 characters (RFC 7636 section 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Does the verifier belong to the challenge? Only S256 is known, so there is nothing to downgrade to (RFC 9700 section
 * 4.8).
 */
export function verifiesChallenge(verifier: string, challenge: string): boolean {
  if (!verifierForm.test(verifier)) return false;
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(challenge);
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}
