import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Applications that ask for tokens (RFC 7591). */
export const clients = pgTable(
  'clients',
  {
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
    /**
     * One form of the page makes one client: sent twice it finds the client that the first made. Null for clients made
     * by a call.
     */
    formDigest: bytes('form_digest').unique('clients_form_key'),
  },
  (table) => [
    check('clients_scope_known', sql`scope in ('read', 'write', 'read write')`),
    check('clients_auth_method_known', sql`auth_method in ('client_secret_post', 'client_secret_basic', 'none')`),
    check('clients_secret_by_method', sql`(auth_method = 'none') = (secret_digest is null)`),
    foreignKey({ name: 'clients_owner', columns: [table.ownerId], foreignColumns: [users.id] }),
    index('clients_owner_id').on(table.ownerId, table.createdAt),
  ],
);
