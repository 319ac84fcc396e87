import type { IncomingHttpHeaders } from 'node:http';
import { record, type SecurityEvent } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { authenticateClient, recallClient } from '../clients/authenticate.ts';
import { type GrantType, grantTypes } from '../clients/client.ts';
import type { ClientCredentials } from '../clients/store.ts';
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
 * grant's own rules (docs/contract/token-endpoint.md). The record of security says which token went to whom; the log
 * does not say it again (decision 0080).
 */
export async function requestToken(deps: TokenDeps, headers: IncomingHttpHeaders, form: TokenForm) {
  const granted = (await issueAgain(deps, headers, form)) ?? (await issue(deps, headers, form));
  const { access, scope, refreshToken } = granted;
  return {
    access_token: access.token,
    token_type: 'Bearer' as const,
    expires_in: TOKEN_SECONDS,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope,
  };
}

async function issue(deps: TokenDeps, headers: IncomingHttpHeaders, form: TokenForm): Promise<Granted> {
  const credentials = await authenticateClient(deps, headers, form);
  const grantType = enabledGrant(credentials, form);
  const grant = async (keep: (event: SecurityEvent) => Promise<void>): Promise<Granted> => {
    const granted = await grants[grantType](deps, credentials, form);
    await keep(issuedEvent(grantType, granted));
    return granted;
  };
  // A code and a refresh token are spent in the transaction of the record; the client's own grant changes nothing.
  const granted = await (grantType === 'client_credentials'
    ? grant(deps.record)
    : deps.db.write((tx) => grant((event) => record(tx, event))));
  if (grantType === 'client_credentials') deps.recall.remember(credentials);
  return granted;
}

/**
 * A token for a client's own grant, by what is remembered of it: the statement that records the token finds out whether
 * that still holds. Undefined when it does not, or there is nothing to remember: what is refused is refused by what the
 * database holds now.
 */
async function issueAgain(
  deps: TokenDeps,
  headers: IncomingHttpHeaders,
  form: TokenForm,
): Promise<Granted | undefined> {
  if (form.grant_type !== 'client_credentials') return undefined;
  try {
    const known = recallClient(deps, headers, form);
    if (!known) return undefined;
    const grantType = enabledGrant(known, form);
    const granted = await grants[grantType](deps, known, form);
    const sign = () => granted.access.token;
    const isKept = await deps.recall.recordIfUnchanged(issuedEvent(grantType, granted), known, sign);
    return isKept ? granted : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const issuedEvent = (grant: GrantType, { userId, access }: Granted): SecurityEvent => ({
  kind: 'token_issued',
  userId,
  details: { jti: access.jti, grant },
});

/** @throws Failure 400 when the grant is unknown, or not one of the client's */
function enabledGrant({ client }: ClientCredentials, { grant_type: name }: TokenForm): GrantType {
  const grantType = knownGrant(name);
  if (!client.grantTypes.includes(grantType))
    throw new Failure('unauthorized_client', 400, `The grant type ${grantType} is not enabled for this client`);
  return grantType;
}

function knownGrant(name: string | undefined): GrantType {
  if (name === undefined) throw new Failure('invalid_request', 400, 'The parameter grant_type is required');
  const known = grantTypes.find((one) => one === name);
  if (!known)
    throw new Failure('unsupported_grant_type', 400, `The grant type must be one of ${grantTypes.join(', ')}`);
  return known;
}
