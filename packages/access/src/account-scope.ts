import type { AnyEndpoint } from '@app/contract';
import { Failure, notFound } from '@app/contract/failure';
import { UnparsedNumber } from '@app/contract/json';
import type { AccountField } from './declaration.ts';
import { forbidden } from './failure.ts';
import { type AccountAccess, type Guard, mayRole, type Permission, type Principal, rolesOf } from './guard.ts';

export interface AccountScope {
  readonly account: AccountAccess | undefined;
  readonly accounts: readonly AccountAccess[];
}

/** A positive integer of at most 2^53 - 1, from a JSON number or digits; undefined for anything else. */
export function readId(value: unknown): number | undefined {
  if (value instanceof UnparsedNumber) return undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) return undefined;
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * How a refusal calls an account: by its id when the caller sent it, and otherwise not, since ids of others are none of
 * theirs.
 */
export type AccountName = (clientAccountId: number) => string;

/** What an account must have for an operation; throws where it has not. */
type Admits = (clientAccountId: number) => Promise<void>;

const byId: AccountName = (id) => `client account ${id}`;
export const ofRecord: AccountName = () => 'the client account of this record';

/** Access to one account, then the role (docs/contract/general.md, "Order of checks", steps 8 and 9). */
export async function requireAccount(
  guard: Guard,
  principal: Principal,
  clientAccountId: number,
  permission: Permission,
  {
    denied = 'common.forbidden',
    name = byId,
    admits,
  }: { readonly denied?: string | undefined; readonly name?: AccountName; readonly admits?: Admits | undefined } = {},
): Promise<AccountAccess> {
  const access = await guard.account(principal, clientAccountId);
  if (!access.exists || access.role === null)
    throw forbidden(`You have no access to ${name(clientAccountId)}`, 'account', denied);
  await admits?.(clientAccountId);
  requireRole(access, permission, undefined, name);
  return access;
}

function requireRole(access: AccountAccess, permission: Permission, refused = 'common.forbidden', name = byId): void {
  if (access.role !== null && mayRole(access.role, permission)) return;
  throw forbidden(
    `The role ${access.role} on ${name(access.clientAccountId)} does not allow this; it takes ${rolesOf(permission).join(', ')}`,
    'role',
    refused,
  );
}

/** Resolves the account field of an endpoint against the raw request. */
export async function accountScopeOf(
  guard: Guard,
  principal: Principal,
  endpoint: AnyEndpoint,
  sources: { readonly query: unknown; readonly body: unknown; readonly params: unknown },
  admits?: Admits,
): Promise<AccountScope> {
  const field = endpoint.account;
  if (field === undefined) return { account: undefined, accounts: [] };
  const permission = endpoint.permission ?? 'books';
  const raw =
    (sources[field.in === 'path' ? 'params' : field.in] as Record<string, unknown> | undefined | null)?.[field.field] ??
    undefined;
  if (field.take === 'list')
    return { account: undefined, accounts: await reachList(guard, principal, field, raw, permission) };
  if (raw === undefined && field.take === 'optional') return { account: undefined, accounts: [] };
  const id = readId(raw);
  if (id === undefined) throw missing(field, raw);
  const account = await guard.account(principal, id);
  if (!account.exists && field.unknown) throw unknownAccount(field, id);
  if (!account.exists && field.in === 'path')
    throw notFound(`There is no client account ${id}`, 'client_account.not_found');
  if (!account.exists || account.role === null)
    throw forbidden(`You have no access to client account ${id}`, 'account', field.denied);
  await admits?.(id);
  requireRole(account, permission, field.refused);
  return { account, accounts: [account] };
}

function missing(field: AccountField, raw: unknown): Failure {
  const message = raw === undefined ? `"${field.field}" is required` : `"${field.field}" must be a positive integer`;
  const { status, code } = field.missing ?? { status: 400, code: 'common.validation_error' };
  const fields = [{ field: field.field, message }];
  return new Failure(code, status, message, { details: status === 400 ? { fields } : { missing: 'account', fields } });
}

function unknownAccount(field: AccountField, id: number): Failure {
  const { status, code } = field.unknown!;
  return new Failure(code, status, `There is no client account ${id}`);
}

/**
 * Every account asked for, each once, or all of the caller's; a list fails as a whole when one id does (GENX-R45). An
 * address has room for thousands of ids, so neither repeats nor many of them are a question each.
 */
async function reachList(
  guard: Guard,
  principal: Principal,
  field: AccountField,
  raw: unknown,
  permission: Permission,
): Promise<readonly AccountAccess[]> {
  if (raw === undefined) {
    const all = await guard.accounts(principal);
    return all.filter((access) => access.role !== null && mayRole(access.role, permission));
  }
  const parts = new Set(
    String(raw)
      .split(/[,;\s]+/)
      .filter((text) => text !== ''),
  );
  const reached = parts.size > FEW ? await reachedBy(guard, principal) : undefined;
  const accounts: AccountAccess[] = [];
  for (const part of parts) {
    const id = readId(part);
    if (id === undefined) throw missing(field, part);
    const known = reached?.get(id);
    if (known) requireRole(known, permission);
    accounts.push(known ?? (await requireAccount(guard, principal, id, permission, { denied: field.denied })));
  }
  return accounts;
}

/** Accounts that are asked about one by one; of more the caller's whole list is asked for, once. */
const FEW = 10;

async function reachedBy(guard: Guard, principal: Principal): Promise<ReadonlyMap<number, AccountAccess>> {
  const accounts = await guard.accounts(principal);
  return new Map(accounts.map((access) => [access.clientAccountId, access]));
}
