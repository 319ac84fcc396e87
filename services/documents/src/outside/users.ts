import type { PublicUserOut } from '@app/api/users';
import type { Auth, ClientOf } from '@app/rpc';
import type { z } from 'zod';

/** The public part of a user (docs/contract/users.md). */
export type WireUser = z.input<typeof PublicUserOut>;

export interface Users {
  /** Users by id, in one call; unknown ones are left out. @throws Failure 503 */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, WireUser>>;
  /** May the user work on the client account: by a role, or as administrator, and is the user active? @throws Failure 503 */
  hasAccess(userId: number, clientAccountId: number): Promise<boolean>;
}

export const createUsers = (
  auth: Pick<ClientOf<typeof Auth>, 'GetUsers' | 'CheckStanding'>,
  roles: { readonly CheckAccess: (question: Access) => Promise<{ readonly role?: string | undefined }> },
): Users => ({
  find: async (ids) => {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const { users } = await auth.GetUsers({ ids: distinct });
    return new Map(users.map((user) => [user.id, wireOf(user)]));
  },
  hasAccess: async (userId, clientAccountId) => {
    const [standing, access] = await Promise.all([
      auth.CheckStanding({ userId }),
      roles.CheckAccess({ userId, clientAccountId }),
    ]);
    return standing.userActive && (standing.isAdmin || access.role !== undefined);
  },
});

interface Access {
  readonly userId: number;
  readonly clientAccountId: number;
}

type User = Awaited<ReturnType<ClientOf<typeof Auth>['GetUsers']>>['users'][number];

const wireOf = (user: User): WireUser => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  full_name: user.fullName,
  created_at: user.createdAt,
  profile_image_url: user.profileImageUrl ?? null,
  last_login: user.lastLogin ?? null,
});
