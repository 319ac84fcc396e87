import { id, moment } from '@app/db/columns';
import { pgTable } from 'drizzle-orm/pg-core';

/**
 * Per client account the moment of the last change of a record. Whoever writes one takes this row first, so that the
 * moments of changes follow the order of their commits, and what one writer has judged no other changes meanwhile.
 */
export const changeTurns = pgTable('change_turns', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastChangeAt: moment('last_change_at').notNull(),
});
