import type { Failure } from '@app/contract/failure';
import { endReusedFamily } from '../credentials/families.ts';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import { type FoundCode, findCode, redeemCode } from './codes.ts';
import type { GrantHandler, TokenDeps, TokenForm } from './grant.ts';
import { verifiesChallenge } from './pkce.ts';
import { invalidGrant } from './rotate.ts';

/**
 * Redeems an authorization code, in the order of docs/contract/token-endpoint.md. Only a request that passes everything
 * uses the code up, so another client's request leaves it to its owner. A second use ends the family issued from the
 * first.
 */
export const redeemAuthorizationCode: GrantHandler = async (deps, { client }, form) => {
  if (form.code === undefined) throw invalidGrant('Authorization code is required');
  const now = deps.clock.millis();
  const digest = digestOf(form.code);
  const code = await findCode(deps.db, digest, now);
  if (!code?.isUserActive) throw invalidGrant('Invalid authorization code');
  const isOwn = code.clientId === client.clientId;
  if (code.isUsed && isOwn) throw await replayed(deps, code, now);
  if (code.isExpired) throw invalidGrant('Authorization code expired');
  if (!isOwn) throw invalidGrant('Authorization code was issued to another client');
  assertSameRequest(code, form);
  const { userId, scope, resource } = code;
  const access = await deps.tokens.access({ userId, clientId: client.clientId, scope, resource });
  const refreshToken = newSecret();
  if (!(await redeemCode(deps.db, digest, digestOf(refreshToken), now)))
    throw await replayed(deps, await findCode(deps.db, digest, now), now);
  return { access, scope, userId, refreshToken };
};

/**
 * What was bound at the authorize request must come again (RFC 6749 section 4.1.3, RFC 7636 section 4.6, RFC 8707
 * section 2.2).
 */
function assertSameRequest(code: FoundCode, form: TokenForm): void {
  if (form.redirect_uri !== code.redirectUri) throw invalidGrant('Redirect URI mismatch');
  if (form.code_verifier === undefined) throw invalidGrant('Code verifier is required');
  if (!verifiesChallenge(form.code_verifier, code.codeChallenge)) throw invalidGrant('Code verifier is invalid');
  if (code.resource !== null && form.resource === undefined) throw invalidGrant('Resource parameter is required');
  if (form.resource !== undefined && form.resource !== code.resource) throw invalidGrant('Resource parameter mismatch');
}

async function replayed(deps: TokenDeps, code: FoundCode | undefined, now: number): Promise<Failure> {
  if (code?.familyId) {
    const { familyId, userId, clientId } = code;
    await endReusedFamily(deps, { familyId, userId }, 'code', now);
    deps.logger.warn(
      { audit: 'code_reused', family: familyId, user: userId, client: clientId },
      'an authorization code was shown again',
    );
  }
  return invalidGrant('Invalid authorization code');
}
