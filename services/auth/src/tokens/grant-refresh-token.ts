import { Failure } from '@app/contract/failure';
import { narrowScope } from '../scopes/scope.ts';
import type { GrantHandler } from './grant.ts';
import { invalidGrant, takeRefreshToken } from './rotate.ts';

/**
 * Refreshes an access token (RFC 6749 section 6). A narrowed scope holds for this access token only: the family keeps
 * the scope that was granted. Another resource than the granted one is never a way to a wider audience (RFC 8707
 * section 2.2).
 */
export const refreshAccess: GrantHandler = async (deps, { client }, form) => {
  if (form.refresh_token === undefined) throw invalidGrant('Refresh token is required');
  const { refreshToken, permitted } = await takeRefreshToken(
    deps,
    form.refresh_token,
    { clientId: client.clientId, browser: null },
    async (found) => {
      const scope = narrowScope(found.scope, form.scope);
      if (form.resource !== undefined && form.resource !== found.resource)
        throw new Failure('invalid_target', 400, 'The resource is not the one that was granted');
      const { userId, resource } = found;
      return {
        access: await deps.tokens.access({ userId, clientId: client.clientId, scope, resource }),
        scope,
        userId,
      };
    },
  );
  return { ...permitted, refreshToken };
};
