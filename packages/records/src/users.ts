import type { PublicUserOut } from '@app/api/users';
import type { Auth, ClientOf } from '@app/rpc';
import type { z } from 'zod';

/** The public part of a user (docs/contract/users.md). */
export type WireUser = z.input<typeof PublicUserOut>;

/** Whom auth knows. */
export interface Users {
  /** Users by id, in one call; unknown ones are left out. @throws Failure 503 */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, WireUser>>;
}

export const createUsers = (auth: Pick<ClientOf<typeof Auth>, 'GetUsers'>): Users => ({
  find: async (ids) => {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const { users } = await auth.GetUsers({ ids: distinct });
    return new Map(users.map((user) => [user.id, publicUserWire(user)]));
  },
});

type User = Awaited<ReturnType<ClientOf<typeof Auth>['GetUsers']>>['users'][number];

const publicUserWire = (user: User): WireUser => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  full_name: user.fullName,
  created_at: user.createdAt,
  profile_image_url: user.profileImageUrl ?? null,
  last_login: user.lastLogin ?? null,
});
