import { id, longInteger, momentText } from '@app/db/columns';
import { pgTable } from 'drizzle-orm/pg-core';

/**
 * One row per client account with shares. Whoever records an operation holds this row until it commits, so operations of
 * one company come one after the other: none sees a position that another is changing, and `last_recorded_at` never goes
 * back.
 */
export const shareRegisters = pgTable('share_registers', {
  clientAccountId: id('client_account_id').primaryKey(),
  lastRecordedAt: momentText('last_recorded_at').notNull(),
  /** Rises with every operation; events carry it. */
  revision: longInteger('revision').notNull(),
});
