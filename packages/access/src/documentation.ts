import type { AnyEndpoint } from '@app/contract';
import type { AccessDocumentation, DeclaredFailure } from '@app/contract/openapi';
import { rolesOf } from './guard.ts';

/** How the OpenAPI document describes access: the roles that an operation takes, and the codes of its refusals. */
export const accessDocumentation: AccessDocumentation = {
  fieldsOf: ({ auth, permission }) =>
    auth === 'public' || permission === undefined ? {} : { 'x-roles': rolesOf(permission) },
  failuresOf: (endpoint, isWrite) =>
    endpoint.auth === 'public' || endpoint.envelope.name === 'oauth' ? [] : refusalsOf(endpoint, isWrite),
};

function refusalsOf({ account, inactive }: AnyEndpoint, isWrite: boolean): readonly DeclaredFailure[] {
  const refusals: DeclaredFailure[] = [{ code: account?.denied ?? 'common.forbidden', status: 403 }];
  // A role that does not suffice has a code of its own, whatever a missing access is called.
  if (account?.refused) refusals.push({ code: account.refused, status: 403 });
  else if (account?.denied) refusals.push({ code: 'common.forbidden' });
  if (account?.missing) refusals.push(account.missing);
  if (account?.unknown) refusals.push(account.unknown);
  if (account && isWrite && inactive !== 'allowed') refusals.push({ code: 'client_account.inactive' });
  return refusals;
}
