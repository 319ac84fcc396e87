import type { NewEvent } from '@app/db';
import { userChanged as notice } from '@app/identity';
import type { User } from './user.ts';

/** A user was created or changed: verifiers forget what they know of its standing, others of its name. */
export const userChanged = (user: Pick<User, 'id' | 'isActive'>): NewEvent =>
  notice.create({ user_id: user.id, is_active: user.isActive });
