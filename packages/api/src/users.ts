import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** A user as relations such as `created_by` show it: the public part (document 4 section 13.2). */
export const PublicUserOut = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  created_at: Timestamp,
  profile_image_url: z.string().nullable(),
  last_login: Timestamp.nullable(),
});
