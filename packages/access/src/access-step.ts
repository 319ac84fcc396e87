import type { AccessStep, AnyEndpoint, RequestAccess } from '@app/contract';
import type { CallerContext, OperationAccess } from '@app/contract/access-types';
import { conflict } from '@app/contract/failure';
import { noteAccount } from './account-of-request.ts';
import { type AccountScope, accountScopeOf, ofRecord, requireAccount } from './account-scope.ts';
import { assertScope, authenticateFor } from './credentials.ts';
import { forbidden } from './failure.ts';
import type { AccountAccess, Guard, Principal } from './guard.ts';

/**
 * Access by roles on client accounts, as the contract layer asks for it: credential and scope, the account and its
 * role, the state of the account (docs/contract/general.md, "Order of checks", steps 3, 4, 8, 9 and 11).
 */
export const createAccessStep = (guard: Guard): AccessStep => ({
  authenticate: async (endpoint, authorization) =>
    accessOfRequest(guard, endpoint, await principalOf(guard, endpoint, authorization)),
  queryField: ({ account }) => (account?.in === 'query' ? account.field : undefined),
});

async function principalOf(
  guard: Guard,
  endpoint: AnyEndpoint,
  authorization: string | undefined,
): Promise<Principal | undefined> {
  if (endpoint.auth === 'public') return undefined;
  const principal = await authenticateFor(guard, endpoint, authorization);
  assertScope(endpoint, principal.scopes);
  return principal;
}

function accessOfRequest(guard: Guard, endpoint: AnyEndpoint, principal: Principal | undefined): RequestAccess {
  /** What was decided, to be decided again. */
  const reached = new Set<number>();
  /** Was decided just before the transaction of the request: nobody else is asked once it holds a connection. */
  let noted: AccountAccess | undefined;
  const deciding = (): Guard =>
    noted === undefined
      ? guard
      : {
          ...guard,
          account: async (caller, id) => (noted?.clientAccountId === id ? noted : guard.account(caller, id)),
        };
  return {
    holder: principal && `user:${principal.userId}`,
    keyOwner: principal && `user:${principal.userId}:${principal.clientId ?? 'session'}`,
    note: async (sources) => {
      const access = await noteAccount(guard, endpoint, principal, sources);
      // Who decides by its own tables asks them again, under whatever the transaction holds.
      if (guard.asksOthers) noted = access;
    },
    addTo: (context) => addCaller(context, guard, endpoint, principal, reached),
    decide: async (operation, context, resource, sources) => {
      const scope = await resolveScope(deciding(), endpoint, operation, context, resource, sources);
      for (const { clientAccountId } of scope.accounts) reached.add(clientAccountId);
      if (endpoint.administratorFields) assertMaySend(endpoint.administratorFields, sources.body, context.principal);
      return {
        addTo: (call) => {
          Object.assign(call, { accounts: scope.accounts });
          provide(call, 'account', scope.account, NO_ACCOUNT);
        },
        assertState: (method) => assertActive(endpoint, method, scope),
      };
    },
    assertStill: async (account) => {
      if (!principal) return;
      if (account === undefined) await guard.assertStanding(principal);
      const permission = endpoint.permission ?? 'books';
      const how = { denied: endpoint.account?.denied, name: ofRecord };
      for (const id of account === undefined ? reached : [account])
        await requireAccount(guard, principal, id, permission, how);
    },
  };
}

function never(why: string): never {
  throw new Error(`Mistake in an operation: ${why}`);
}

function addCaller(
  context: object,
  guard: Guard,
  endpoint: AnyEndpoint,
  principal: Principal | undefined,
  reached: Set<number>,
): void {
  const caller = () => principal ?? never('a public endpoint has no caller');
  const require: CallerContext['requireAccount'] = async (id, { permission, denied } = {}) => {
    const wanted = permission ?? endpoint.permission ?? 'books';
    const access = await requireAccount(guard, caller(), id, wanted, { denied, name: ofRecord });
    reached.add(id);
    return access;
  };
  Object.assign(context, { requireAccount: require });
  provide(context, 'principal', principal, NO_CALLER);
}

/** One for all requests: with a getter of its own each would be an object of a new shape, slow for whoever reads it. */
const NO_CALLER = { get: () => never('a public endpoint has no caller') };
const NO_ACCOUNT = { get: () => never('the endpoint names no client account') };

/**
 * Sets what there is; reading what there is not is a mistake of an operation. A handler may spread what it was called
 * with, which reads nothing that is missing.
 */
function provide(target: object, name: string, value: unknown, missing: { readonly get: () => never }): void {
  if (value === undefined) Object.defineProperty(target, name, missing);
  else Object.assign(target, { [name]: value });
}

async function resolveScope<R>(
  guard: Guard,
  endpoint: AnyEndpoint,
  operation: OperationAccess<R>,
  context: CallerContext,
  resource: R,
  sources: { readonly query: unknown; readonly body: unknown; readonly params: unknown },
): Promise<AccountScope> {
  const guarding = operation.accountOf?.(resource) ?? null;
  if (guarding !== null) {
    const denied = endpoint.account?.denied;
    const permission = endpoint.permission ?? 'books';
    const options = { denied, name: ofRecord, admits: operation.admits };
    const account = await requireAccount(guard, context.principal, guarding, permission, options);
    return { account, accounts: [account] };
  }
  if (endpoint.auth === 'public') return { account: undefined, accounts: [] };
  return accountScopeOf(guard, context.principal, endpoint, sources, operation.admits);
}

/**
 * Part of the role check: it comes before what the fields hold is looked at (docs/contract/general.md, "Order of
 * checks", step 9).
 */
function assertMaySend(fields: readonly string[], body: unknown, { isAdmin }: Principal): void {
  if (isAdmin || typeof body !== 'object' || body === null) return;
  const reserved = fields.find((field) => Object.hasOwn(body, field));
  if (reserved !== undefined) throw forbidden(`"${reserved}" is set by an administrator of the platform (SA) alone`);
}

/** Writes on an inactive client account: reads work, writes are refused (ROLE-R13). */
function assertActive(endpoint: AnyEndpoint, method: string, scope: AccountScope): void {
  if (method === 'GET' || method === 'HEAD' || endpoint.inactive === 'allowed') return;
  const inactive = scope.accounts.find((account) => !account.isActive);
  if (inactive)
    throw conflict(`Client account ${inactive.clientAccountId} is inactive and read-only`, 'client_account.inactive');
}
