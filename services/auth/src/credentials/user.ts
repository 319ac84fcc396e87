import { type Language, timestamp } from '@app/runtime';

/** Users that are never created: the bootstrap administrator, the system, the assistant (docs/contract/jobs.md). */
export const ADMINISTRATOR_ID = 1;
export const SYSTEM_ID = 2;
const ASSISTANT_ID = 3;

export const isReserved = (id: number): boolean => id === SYSTEM_ID || id === ASSISTANT_ID;

export interface User {
  readonly id: number;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** A changed address whose link has not been opened. */
  readonly pendingEmail: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly profileImageUrl: string | null;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly hasIdentityLink: boolean;
  readonly createdAt: Date;
  readonly lastLogin: Date | null;
}

export const fullName = (user: Pick<User, 'firstName' | 'lastName'>): string =>
  `${user.firstName} ${user.lastName}`.trim();

export const timestampOf = (date: Date): string => timestamp(Temporal.Instant.fromEpochMilliseconds(date.getTime()));

const timestampOrNull = (date: Date | null): string | null => (date === null ? null : timestampOf(date));

/** What anybody who shares a client account may see of a user (docs/contract/users.md). */
export const publicPart = (user: User) => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  full_name: fullName(user),
  created_at: timestampOf(user.createdAt),
  profile_image_url: user.profileImageUrl,
  last_login: timestampOrNull(user.lastLogin),
});

/** The user object (docs/contract/users.md), without its relations. */
export const ownPart = (user: User) => ({
  self_url: `/api/v2/users/${user.id}`,
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  email_verified: user.emailVerified,
  pending_email: user.pendingEmail,
  profile_image_url: user.profileImageUrl,
  created_at: timestampOf(user.createdAt),
  last_login: timestampOrNull(user.lastLogin),
  language: user.language,
  has_identity_link: user.hasIdentityLink,
  is_admin: user.isAdmin,
});
