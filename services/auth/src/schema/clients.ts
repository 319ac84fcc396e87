import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, moment } from './columns.ts';

export const clients = pgTable('clients', {
  clientId: text('client_id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  clientName: text('client_name').notNull(),
  redirectUris: text('redirect_uris').array().notNull(),
  grantTypes: text('grant_types').array().notNull(),
  scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
  authMethod: text('auth_method', { enum: ['client_secret_post', 'client_secret_basic', 'none'] }).notNull(),
  secretDigest: bytes('secret_digest'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  formDigest: bytes('form_digest'),
});
