import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  state: text('state', { enum: ['next', 'active', 'retired'] }).notNull(),
  publicJwk: jsonb('public_jwk').$type<Readonly<Record<string, string>>>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: moment('created_at').notNull(),
  activatedAt: moment('activated_at'),
  retiredAt: moment('retired_at'),
});
