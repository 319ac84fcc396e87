import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Wrong passwords per address, whether or not an account has it. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    emailDigest: bytes('email_digest').primaryKey(),
    failedAt: moment('failed_at').array().notNull(),
    lockedUntil: moment('locked_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('login_attempts_age').on(table.updatedAt)],
);

/** Who asked for a new password: looked at after the answer, which says the same to everybody, and gone then. */
export const passwordResetRequests = pgTable('password_reset_requests', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  createdAt: moment('created_at').notNull(),
});

/**
 * Wrong passwords, per e-mail address and network, per e-mail address over all networks, per e-mail address and
 * browser that knows it, and per user and client for the current password. What is counted is a digest: what is
 * typed into the field of an address is not always one. `login_attempts` counts for the previous release and is
 * emptied by the cleanup; a later release drops it.
 */
export const passwordFailures = pgTable(
  'password_failures',
  {
    counter: bytes('counter').primaryKey(),
    /** Of the address, by which its counts are forgotten together; null for those of a current password. */
    emailDigest: bytes('email_digest'),
    failedAt: moment('failed_at').array().notNull(),
    lockedUntil: moment('locked_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('password_failures_email').on(table.emailDigest).where(sql`email_digest is not null`),
    index('password_failures_age').on(table.updatedAt),
  ],
);

/**
 * Browsers in which somebody has logged in before, by the digest of their cookie: not shut out by what other
 * browsers guess.
 */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    browserDigest: bytes('browser_digest').notNull(),
    userId: id('user_id').notNull(),
    lastLoginAt: moment('last_login_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'known_browsers_key', columns: [table.browserDigest, table.userId] }),
    foreignKey({ name: 'known_browsers_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    index('known_browsers_user_id').on(table.userId, table.lastLoginAt),
    index('known_browsers_age').on(table.lastLoginAt),
  ],
);
