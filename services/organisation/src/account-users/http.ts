import type { AccountAccess } from '@app/access';
import {
  listAccountUsers,
  removeAccountUser,
  type UserLinkOut,
  updateAccountUser,
} from '@app/api/organisation/account-users';
import type { Api } from '@app/contract';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import type { z } from 'zod';
import { findRole } from '../roles/roles.ts';
import type { UserLink } from '../tenancy/link.ts';
import { activeLinks } from '../tenancy/link-store.ts';
import { findUsers, linkedUserWire, type UserDirectory } from '../tenancy/users.ts';
import { instantOut } from '../wire.ts';
import { changeRole, type LinkRequest, removeUser } from './change.ts';

export interface AccountUserDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: UserDirectory;
}

export type UserLinkWire = z.input<typeof UserLinkOut>;

/** Links as they leave the house; the names of all come in one call, and only when asked for. */
export async function linksWire(
  users: UserDirectory,
  links: readonly UserLink[],
  relations: ReadonlySet<string>,
): Promise<UserLinkWire[]> {
  const named = relations.has('user')
    ? await findUsers(
        users,
        links.map(({ userId }) => userId),
      )
    : undefined;
  return links.map((link) => {
    const user = named?.get(link.userId);
    const role = findRole(link.roleId);
    return {
      id: link.id,
      user_id: link.userId,
      client_account_id: link.clientAccountId,
      role_id: link.roleId,
      is_active: link.isActive,
      created_at: instantOut(link.createdAt),
      ...(user ? { user: linkedUserWire(user) } : {}),
      ...(role && relations.has('role') ? { role: { id: role.id, name: role.name } } : {}),
    };
  });
}

export function serveAccountUsers(api: Api, deps: AccountUserDependencies): void {
  const { db, users } = deps;
  const linkWire = async (link: UserLink, relations: ReadonlySet<string>) =>
    (await linksWire(users, [link], relations))[0]!;
  const requestOf = (call: {
    readonly params: { readonly user_id: number };
    readonly principal: { readonly userId: number };
    readonly account: AccountAccess;
  }): LinkRequest => ({ userId: call.params.user_id, actorId: call.principal.userId, access: call.account });

  api.serve(listAccountUsers, async ({ params, query }) =>
    linksWire(users, await activeLinks(db.executor, [params.client_account_id]), query.with),
  );
  api.serve(updateAccountUser, async (call) =>
    linkWire(await changeRole(deps, requestOf(call), call.body.role_id), call.query.with),
  );
  api.serve(removeAccountUser, async (call) => linkWire(await removeUser(deps, requestOf(call)), call.query.with));
}
