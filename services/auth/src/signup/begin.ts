import { invalid } from '@app/contract/failure';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import type { SignupDeps } from './deps.ts';
import { insertAttempt } from './store.ts';

/** State, nonce and PKCE live ten minutes (docs/contract/signup.md). */
const ATTEMPT_MILLIS = 10 * 60 * 1000;

/**
 * Step 1: asks the identity provider for an authorization address and remembers what must come back.
 * @throws Failure 400 `signup.unsupported_provider`, 502 `idp.par_failed`
 */
export async function beginSignup(
  deps: SignupDeps,
  provider: string | undefined,
): Promise<{ readonly authorizationUrl: string; readonly sessionKey: string }> {
  requireProvider(provider);
  const proofs = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  const sessionKey = newSecret();
  const authorizationUrl = await deps.identityProvider.authorizationUrl(proofs);
  const sealedProofs = deps.sealer.seal(Buffer.from(JSON.stringify(proofs)));
  const now = deps.clock.millis();
  await insertAttempt(
    deps.db,
    digestOf(proofs.state),
    { sealedProofs, sessionKeyDigest: digestOf(sessionKey) },
    now,
    now + ATTEMPT_MILLIS,
  );
  return { authorizationUrl, sessionKey };
}

/** `idp` is the only provider, and the default. */
export function requireProvider(provider: string | undefined): void {
  if (provider === undefined || provider === 'idp') return;
  const message = `The provider "${provider.slice(0, 40)}" is not supported; the only one is "idp"`;
  throw invalid(message, [{ field: 'provider', message: 'must be idp' }], 'signup.unsupported_provider');
}
