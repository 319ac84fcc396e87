import type { Auth, ClientOf } from '@app/rpc';

export type UserSource = Pick<ClientOf<typeof Auth>, 'GetUsers'>;

/** The public part of a user, in wire form (docs/contract/users.md). */
export interface PublicUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly created_at: string;
  readonly profile_image_url: string | null;
  readonly last_login: string | null;
}

export interface Users {
  /** Users by id, in one call; unknown ones are left out. */
  find(ids: readonly number[]): Promise<ReadonlyMap<number, PublicUser>>;
}

export const createUsers = (auth: UserSource): Users => ({
  find: async (ids) => {
    const distinct = [...new Set(ids)];
    if (distinct.length === 0) return new Map();
    const { users } = await auth.GetUsers({ ids: distinct });
    return new Map(
      users.map((user) => [
        user.id,
        {
          id: user.id,
          first_name: user.firstName,
          last_name: user.lastName,
          full_name: user.fullName,
          created_at: user.createdAt,
          profile_image_url: user.profileImageUrl ?? null,
          last_login: user.lastLogin ?? null,
        },
      ]),
    );
  },
});
