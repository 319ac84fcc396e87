import type { AnyEndpoint } from '@app/contract';
import { insufficientScope } from '@app/contract/failure';
import type { Guard, Principal } from './guard.ts';

/** Does a token with these scopes do for what needs `scope`? `write` implies `read`. */
export const hasScope = (scopes: ReadonlySet<string>, scope: AnyEndpoint['scope']): boolean =>
  scope === 'none' || scopes.has('write') || scopes.has(scope);

/** @throws Failure 403 `common.insufficient_scope` */
export function assertScope(endpoint: Pick<AnyEndpoint, 'scope'>, scopes: ReadonlySet<string>): void {
  if (!hasScope(scopes, endpoint.scope)) throw insufficientScope(endpoint.scope);
}

/**
 * The caller by a credential of a kind that the endpoint takes. Its scopes are not asked here.
 * @throws Failure 401; 503 when there are no keys to verify with
 */
export const authenticateFor = (
  guard: Pick<Guard, 'authenticate'>,
  endpoint: Pick<AnyEndpoint, 'auth'>,
  authorization: string | undefined,
): Promise<Principal> =>
  guard.authenticate(authorization, endpoint.auth === 'session' ? ['session'] : ['access', 'session']);
