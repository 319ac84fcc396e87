import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, moment } from './columns.ts';

export const users = pgTable('users', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  email: text('email'),
  emailKey: text('email_key'),
  emailVerified: boolean('email_verified').notNull().default(false),
  pendingEmail: text('pending_email'),
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
});

export const identityLinks = pgTable('identity_links', {
  provider: text('provider').notNull(),
  digest: bytes('digest').notNull(),
  keyVersion: integer('key_version').notNull(),
  userId: id('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const loginAttempts = pgTable('login_attempts', {
  emailDigest: bytes('email_digest').primaryKey(),
  lockedUntil: moment('locked_until'),
  updatedAt: moment('updated_at').notNull(),
});

export const userCommands = pgTable('user_commands', {
  commandKey: text('command_key').primaryKey(),
  userId: id('user_id').notNull(),
  created: boolean('created').notNull(),
  createdAt: moment('created_at').notNull(),
});
