import { z } from 'zod';
import { CreatedAt } from './fields.ts';
import { Timestamp } from './scalars.ts';

// What is shown of people, wherever they are shown.

export const UserId = z.int().describe('Id of the user.');
export const FirstName = z.string().describe('Given name.');
export const LastName = z.string().describe('Family name.');
export const FullName = z.string().describe('Given name and family name.');
export const ProfileImageUrl = z.string().nullable().describe('Address of a picture; null when there is none.');
export const LastLogin = Timestamp.nullable().describe(
  'When the person last signed in, in UTC; null when they never did.',
);

/** A user as relations such as `created_by` show it: the public part (docs/contract/users.md). */
export const PublicUserOut = z.object({
  id: UserId,
  first_name: FirstName,
  last_name: LastName,
  full_name: FullName,
  created_at: CreatedAt,
  profile_image_url: ProfileImageUrl,
  last_login: LastLogin,
});
