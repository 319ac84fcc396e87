import type { Principal } from '@app/access';
import { issueToken, listTokens, revokeToken as revokeTokenEndpoint, revokeTokens } from '@app/api/auth/index';
import { type Api, reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { AuthDeps } from '../deps.ts';
import * as admin from './admin.ts';
import { revokeToken } from './revoke.ts';
import { requestToken } from './token-request.ts';

/** RFC 6749 section 5.1 asks for both. */
const UNCACHED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

export function serveTokens(api: Api, deps: AuthDeps): void {
  api.serve(issueToken, async ({ headers, body }) => reply(200, await requestToken(deps, headers, body), UNCACHED));

  api.serve(revokeTokenEndpoint, async ({ headers, body }) => {
    await revokeToken(deps, headers, body);
    return {};
  });

  api.serve(listTokens, {
    load: async ({ principal }) => requireAdministrator(principal),
    handle: async ({ query }) => {
      const isActiveOnly = (query.active_only ?? 'true') === 'true';
      return {
        tokens: await admin.listTokens(deps, { userId: query.user_id, clientId: query.client_id, isActiveOnly }),
      };
    },
  });

  api.serve(revokeTokens, {
    load: async ({ principal }) => requireAdministrator(principal),
    handle: async ({ body, principal }) => {
      const revoked = await admin.revokeTokens(deps, readSelector(body), principal.userId);
      return { status: 'success' as const, revoked };
    },
  });
}

/** The published API answers 400 here, not 403. */
function requireAdministrator(principal: Principal): void {
  if (!principal.isAdmin)
    throw new Failure('access_denied', 400, 'Only an administrator may see and revoke the tokens of others');
}

function readSelector(body: {
  readonly token_id?: number | null | undefined;
  readonly user_id?: number | null | undefined;
  readonly client_id?: string | null | undefined;
}): admin.TokenSelector {
  const { token_id: tokenId, user_id: userId, client_id: clientId } = body;
  const selectors = [
    ...(tokenId == null ? [] : [{ tokenId }]),
    ...(userId == null ? [] : [{ userId }]),
    ...(clientId == null ? [] : [{ clientId }]),
  ];
  const [selector] = selectors;
  if (selector && selectors.length === 1) return selector;
  throw new Failure(
    'invalid_request',
    400,
    `Send exactly one of token_id, user_id and client_id, not ${selectors.length}`,
  );
}
