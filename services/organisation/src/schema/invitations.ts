import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { clientAccounts } from './client-accounts.ts';
import { contracts } from './contracts.ts';

/** A person is asked to take a role on a client account. Role ids */
export const invitations = pgTable(
  'invitations',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    /** As it was written, and as it is compared: composed, in lower case. */
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    roleId: smallint('role_id').notNull(),
    status: text('status', { enum: ['PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELLED'] }).notNull(),
    /** The token follows from the seed and a key that is not in the database; it is recognised by its digest. */
    tokenSeed: bytes('token_seed').notNull(),
    tokenDigest: bytes('token_digest').notNull().unique('invitations_token_key'),
    expiresAt: moment('expires_at').notNull(),
    invitedById: id('invited_by_id').notNull(),
    acceptedById: id('accepted_by_id'),
    acceptedAt: moment('accepted_at'),
    /** The contract that accepting approves as well. */
    contractId: id('contract_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /**
     * The firm whose engagement sent the invitation: it gives the role by contract, not by a role of the inviter on
     * the account.
     */
    providerClientAccountId: id('provider_client_account_id'),
  },
  (table) => [
    check('invitations_role', sql`role_id between 2 and 5`),
    check('invitations_status', sql`status in ('PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELLED')`),
    check(
      'invitations_accepted',
      sql`(status = 'ACCEPTED') = (accepted_by_id is not null) and (accepted_by_id is null) = (accepted_at is null)`,
    ),
    foreignKey({
      name: 'invitations_account',
      columns: [table.clientAccountId],
      foreignColumns: [clientAccounts.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'invitations_contract', columns: [table.contractId], foreignColumns: [contracts.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'invitations_provider',
      columns: [table.providerClientAccountId],
      foreignColumns: [clientAccounts.id],
    }).onDelete('set null'),
    uniqueIndex('invitations_pending_key').on(table.clientAccountId, table.emailKey).where(sql`status = 'PENDING'`),
    index('invitations_due').on(table.expiresAt).where(sql`status = 'PENDING'`),
    index('invitations_of_contract').on(table.contractId).where(sql`contract_id is not null`),
    index('invitations_inviter').on(table.invitedById, table.createdAt),
    index('invitations_account').on(table.clientAccountId, table.createdAt),
    index('invitations_followed').on(table.clientAccountId, table.updatedAt, table.id),
  ],
);

/**
 * The intent to accept, stored before auth is asked to make or prove the user; completed in the transaction that
 * links the user.
 */
export const invitationAcceptances = pgTable(
  'invitation_acceptances',
  {
    commandKey: text('command_key').primaryKey(),
    invitationId: id('invitation_id').notNull(),
    /** By the clock of the product: what the invitation's end is compared with. */
    startedAt: moment('started_at').notNull(),
    /** By the clock of the machine: when the intent counts as left alone. */
    storedAt: moment('stored_at').notNull().default(sql`clock_timestamp()`),
    completedAt: moment('completed_at'),
    /**
     * An acceptance that was refused is never carried on: the user it made goes again. And who was tried last is tried
     * last again, so that one that fails over and over stands in nobody's way.
     */
    refusedAt: moment('refused_at'),
    triedAt: moment('tried_at'),
  },
  (table) => [
    foreignKey({
      name: 'invitation_acceptances_invitation',
      columns: [table.invitationId],
      foreignColumns: [invitations.id],
    }).onDelete('cascade'),
    index('invitation_acceptances_open').on(table.storedAt).where(sql`completed_at is null`),
    index('invitation_acceptances_done').on(table.completedAt).where(sql`completed_at is not null`),
    index('invitation_acceptances_invitation_id').on(table.invitationId),
  ],
);
