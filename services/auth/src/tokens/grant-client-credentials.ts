import { Failure } from '@app/contract/failure';
import { narrowScope } from '../scopes/scope.ts';
import type { GrantHandler } from './grant.ts';
import { parseResource } from './resource.ts';

/** Server to server: the token acts for the client's owner, and there is no refresh token (TOK-R09, TOK-R10). */
export const issueForClient: GrantHandler = async (deps, { client, isOwnerActive }, form) => {
  if (!isOwnerActive) throw new Failure('invalid_client', 401, 'The user that this client acts for is not active');
  const scope = narrowScope(client.scope, form.scope);
  const resource = parseResource(form.resource) ?? null;
  const userId = client.ownerId;
  return { access: await deps.tokens.access({ userId, clientId: client.clientId, scope, resource }), scope, userId };
};
