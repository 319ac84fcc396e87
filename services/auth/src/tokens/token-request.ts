import type { IncomingHttpHeaders } from 'node:http';
import { record, type SecurityEvent } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { authenticateClient } from '../clients/authenticate.ts';
import { type GrantType, grantTypes } from '../clients/client.ts';
import { TOKEN_SECONDS } from './access-token.ts';
import type { Granted, GrantHandler, TokenDeps, TokenForm } from './grant.ts';
import { redeemAuthorizationCode } from './grant-authorization-code.ts';
import { issueForClient } from './grant-client-credentials.ts';
import { refreshAccess } from './grant-refresh-token.ts';

const grants: Readonly<Record<GrantType, GrantHandler>> = {
  authorization_code: redeemAuthorizationCode,
  refresh_token: refreshAccess,
  client_credentials: issueForClient,
};

/**
 * One token request, in the order of the contract: who asks, is the grant known, is it enabled for the client, then the
 * grant's own rules (docs/contract/token-endpoint.md).
 */
export async function requestToken(deps: TokenDeps, headers: IncomingHttpHeaders, form: TokenForm) {
  const credentials = await authenticateClient(deps, headers, form);
  const { client } = credentials;
  const grantType = knownGrant(form.grant_type);
  if (!client.grantTypes.includes(grantType))
    throw new Failure('unauthorized_client', 400, `The grant type ${grantType} is not enabled for this client`);
  const grant = async (keep: (event: SecurityEvent) => Promise<void>): Promise<Granted> => {
    const given = await grants[grantType](deps, credentials, form);
    await keep({ kind: 'token_issued', userId: given.userId, details: { jti: given.access.jti, grant: grantType } });
    return given;
  };
  // A code and a refresh token are spent in the transaction of the record; the client's own grant changes nothing.
  const granted = await (grantType === 'client_credentials'
    ? grant(deps.record)
    : deps.db.write((tx) => grant((event) => record(tx, event))));
  const { access, scope, refreshToken, userId } = granted;
  deps.logger.info(
    { audit: 'token_issued', jti: access.jti, client: client.clientId, user: userId, grant: grantType },
    'an access token was issued',
  );
  return {
    access_token: access.token,
    token_type: 'Bearer' as const,
    expires_in: TOKEN_SECONDS,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope,
  };
}

function knownGrant(name: string | undefined): GrantType {
  if (name === undefined) throw new Failure('invalid_request', 400, 'The parameter grant_type is required');
  const known = grantTypes.find((one) => one === name);
  if (!known)
    throw new Failure('unsupported_grant_type', 400, `The grant type must be one of ${grantTypes.join(', ')}`);
  return known;
}
