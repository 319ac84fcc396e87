import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * Links that mails carry. The secret follows from the seed and a key of the installation, so that a mail can be
 * written again and again while nothing stored says it; what comes in is found by its digest.
 */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ['email_verification', 'password_reset'] }).notNull(),
    userId: id('user_id').notNull(),
    /** Where it is mailed to, and what it proves. */
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    /** The address in force when another was wished for: it gets a notice. */
    noticeTo: text('notice_to'),
    seed: bytes('seed').notNull(),
    tokenDigest: bytes('token_digest').notNull().unique('mailed_links_token_key'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    /** used: it did what it is for. replaced: by a newer one. void: something else made it pointless. */
    endedBecause: text('ended_because', { enum: ['used', 'replaced', 'void'] }),
  },
  (table) => [
    check('mailed_links_kind_known', sql`kind in ('email_verification', 'password_reset')`),
    check('mailed_links_end_known', sql`ended_because in ('used', 'replaced', 'void')`),
    check('mailed_links_end_explained', sql`(ended_at is null) = (ended_because is null)`),
    foreignKey({ name: 'mailed_links_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    index('mailed_links_address').on(table.emailKey, table.kind, table.createdAt),
    index('mailed_links_user_id').on(table.userId, table.kind, table.createdAt),
    index('mailed_links_expiry').on(table.expiresAt),
  ],
);
