import type { Auth, ClientOf } from '@app/rpc';
import type { StandingDirectory } from './standings.ts';

/** Where names of users come from, one call per page, and whether they are active: auth. */
export type UserDirectory = Pick<ClientOf<typeof Auth>, 'GetUsers'> & StandingDirectory;

type AuthUser = Awaited<ReturnType<UserDirectory['GetUsers']>>['users'][number];

/** Users by id; those auth does not know are left out. @throws Failure 503 */
export async function findUsers(
  directory: Pick<UserDirectory, 'GetUsers'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AuthUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { users } = await directory.GetUsers({ ids: wanted });
  return new Map(users.map((user) => [user.id, user]));
}

export const linkedUserWire = (user: AuthUser) => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  full_name: user.fullName,
  created_at: user.createdAt,
  profile_image_url: user.profileImageUrl ?? null,
  last_login: user.lastLogin ?? null,
});

/** The public part of a user (docs/contract/users.md): without the address. */
export const publicUserWire = (user: AuthUser) => {
  const { email: _email, ...shown } = linkedUserWire(user);
  return shown;
};
