import { defineEvent } from '@app/events';
import { z } from 'zod';

/** A user was activated, deactivated or made administrator, or its sessions were ended. Published by auth. */
export const userChanged = defineEvent({
  name: 'auth.user.changed',
  version: 1,
  schema: z.object({ user_id: z.int(), is_active: z.boolean() }),
});

/** An OAuth client is gone. Published by auth. */
export const clientDeleted = defineEvent({
  name: 'auth.client.deleted',
  version: 1,
  schema: z.object({ client_id: z.string(), user_id: z.int() }),
});

/**
 * Somebody's access changed: a role, a contract, or the account itself. Without `user_id` everybody's on the account,
 * without `client_account_id` the user's on every account. Published by organisation.
 */
export const accessChanged = defineEvent({
  name: 'organisation.access.changed',
  version: 1,
  schema: z.object({ client_account_id: z.int().optional(), user_id: z.int().optional() }),
});
