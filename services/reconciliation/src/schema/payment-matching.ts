import { id, longInteger, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

/** Whose payments are to be compared with what the bank has moved, and who does so. */
export const paymentMatching = pgTable(
  'payment_matching',
  {
    clientAccountId: id('client_account_id').primaryKey(),
    /** Rises with every reason to compare again, so that one which comes meanwhile is not lost. */
    wanted: longInteger('wanted').notNull().default(0),
    /** When it is due; the end of the lease while somebody compares; null where nothing has come. */
    dueAt: moment('due_at'),
    /** The last payment that was tried: the next turn goes on behind it. 0 once all were. */
    reached: longInteger('reached').notNull().default(0),
    /** Of whoever compares at this moment. */
    leaseKey: text('lease_key'),
  },
  (table) => [index('payment_matching_due').on(table.dueAt).where(sql`due_at is not null`)],
);
