import { bigint, customType, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const invitations = pgTable('invitations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  clientAccountId: bigint('client_account_id', { mode: 'number' }).notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  roleId: smallint('role_id').notNull(),
  status: text('status').notNull(),
  tokenSeed: bytea('token_seed').notNull(),
  tokenDigest: bytea('token_digest').notNull(),
  expiresAt: moment('expires_at').notNull(),
  invitedById: bigint('invited_by_id', { mode: 'number' }).notNull(),
  acceptedById: bigint('accepted_by_id', { mode: 'number' }),
  acceptedAt: moment('accepted_at'),
  contractId: bigint('contract_id', { mode: 'number' }),
  providerClientAccountId: bigint('provider_client_account_id', { mode: 'number' }),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const invitationAcceptances = pgTable('invitation_acceptances', {
  commandKey: text('command_key').primaryKey(),
  invitationId: bigint('invitation_id', { mode: 'number' }).notNull(),
  startedAt: moment('started_at').notNull(),
  storedAt: moment('stored_at').notNull(),
  completedAt: moment('completed_at'),
  refusedAt: moment('refused_at'),
  triedAt: moment('tried_at'),
});
