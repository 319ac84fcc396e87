import type { IncomingHttpHeaders } from 'node:http';
import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { authenticateClient } from '../clients/authenticate.ts';
import { endFamily, findRefreshToken } from '../credentials/families.ts';
import { digestOf } from '../credentials/opaque.ts';
import type { TokenDeps } from './grant.ts';

export interface RevocationForm {
  readonly token?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

/**
 * Revokes a token (RFC 7009): any refresh token of a family ends the family, when it is the client's own. Unknown
 * tokens, other clients' and access tokens change nothing, and the answer never says so. There is one store to look in,
 * so the hint is not needed.
 */
export async function revokeToken(
  deps: Omit<TokenDeps, 'tokens'>,
  headers: IncomingHttpHeaders,
  form: RevocationForm,
): Promise<void> {
  const { client } = await authenticateClient(deps, headers, form);
  if (form.token === undefined) throw new Failure('invalid_request', 400, 'The parameter token is required');
  const now = deps.clock.millis();
  const found = await findRefreshToken(deps.db, digestOf(form.token), now);
  if (!found || found.clientId !== client.clientId) return;
  await deps.db.write(async (tx) => {
    await record(tx, { kind: 'token_revoked', targetUserId: found.userId, details: { family_id: found.familyId } });
    await endFamily(tx, found.familyId, 'revoked', now);
  });
  deps.logger.info(
    { audit: 'token_revoked', family: found.familyId, client: client.clientId },
    'a refresh token was revoked',
  );
}
