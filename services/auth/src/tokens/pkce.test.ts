import { expect, it } from 'vitest';
import { isChallenge, verifiesChallenge } from './pkce.ts';

// The example of RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it('knows the example of the RFC', () => expect(verifiesChallenge(verifier, challenge)).toBe(true));

it('refuses every other verifier, and the challenge itself', () => {
  for (const wrong of [
    `${verifier}x`,
    verifier.slice(1),
    verifier.toLowerCase(),
    challenge,
    '',
    'x'.repeat(43),
    `${'x'.repeat(128)}x`,
    `${verifier.slice(1)}é`,
  ])
    expect(verifiesChallenge(wrong, challenge)).toBe(false);
});

it('a challenge has exactly 43 characters of base64url', () => {
  expect(isChallenge(challenge)).toBe(true);
  for (const wrong of [
    '',
    challenge.slice(1),
    `${challenge}x`,
    `${challenge.slice(1)}=`,
    `${challenge.slice(1)}+`,
    `${challenge}\n`,
  ])
    expect(isChallenge(wrong)).toBe(false);
});
