import { bytes, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Private keys are sealed under DATA_ENCRYPTION_KEY. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    kid: text('kid').primaryKey(),
    state: text('state', { enum: ['next', 'active', 'retired'] }).notNull(),
    publicJwk: jsonb('public_jwk').$type<Readonly<Record<string, string>>>().notNull(),
    sealedPrivateKey: bytes('sealed_private_key').notNull(),
    createdAt: moment('created_at').notNull(),
    activatedAt: moment('activated_at'),
    retiredAt: moment('retired_at'),
  },
  (table) => [
    check('signing_keys_state_known', sql`state in ('next', 'active', 'retired')`),
    check('signing_keys_retirement', sql`(state = 'retired') = (retired_at is not null)`),
    uniqueIndex('signing_keys_one_per_state').on(table.state).where(sql`state <> 'retired'`),
  ],
);
