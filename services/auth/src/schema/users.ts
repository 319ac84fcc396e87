import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** People and how they prove who they are. */
export const users = pgTable(
  'users',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 4 }),
    email: text('email'),
    /** The address as it is compared: composed, in lower case, computed in one place (src/users/email.ts). */
    emailKey: text('email_key'),
    emailVerified: boolean('email_verified').notNull().default(false),
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    language: text('language', { enum: ['nob', 'eng'] })
      .notNull()
      .default('nob'),
    profileImageUrl: text('profile_image_url'),
    isActive: boolean('is_active').notNull().default(true),
    isAdmin: boolean('is_admin').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    lastLogin: moment('last_login'),
    /** A changed address waits here for its link; the old one is in force meanwhile. */
    pendingEmail: text('pending_email'),
  },
  (table) => [
    check('users_language_known', sql`language in ('nob', 'eng')`),
    check('users_email_complete', sql`(email is null) = (email_key is null)`),
    check(
      'users_reserved_cannot_log_in',
      sql`id not in (2, 3) or (email is null and password_hash is null and not is_admin and is_active)`,
    ),
    uniqueIndex('users_email_key').on(table.emailKey).where(sql`email_verified`),
    index('users_email_named').on(table.emailKey).where(sql`not email_verified`),
  ],
);

/** Who the national identity provider says a user is: a keyed digest, never the number itself. */
export const identityLinks = pgTable(
  'identity_links',
  {
    provider: text('provider').notNull(),
    digest: bytes('digest').notNull(),
    keyVersion: integer('key_version').notNull(),
    userId: id('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'identity_links_digest_key', columns: [table.provider, table.digest] }),
    unique('identity_links_user_key').on(table.userId, table.provider),
    foreignKey({ name: 'identity_links_user', columns: [table.userId], foreignColumns: [users.id] }),
  ],
);

/** A command of another service that made or found a user; a repeat of its key gets the same answer. */
export const userCommands = pgTable(
  'user_commands',
  {
    commandKey: text('command_key').primaryKey(),
    userId: id('user_id').notNull(),
    created: boolean('created').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    foreignKey({ name: 'user_commands_user', columns: [table.userId], foreignColumns: [users.id] }),
    index('user_commands_user_id').on(table.userId),
  ],
);
