import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** What the session cookie stands for. */
export const browserSessions = pgTable(
  'browser_sessions',
  {
    sessionDigest: bytes('session_digest').primaryKey(),
    userId: id('user_id').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    foreignKey({ name: 'browser_sessions_user', columns: [table.userId], foreignColumns: [users.id] }),
    index('browser_sessions_user_id').on(table.userId),
    index('browser_sessions_expiry').on(table.expiresAt),
  ],
);

/** An authorization request between the consent page and its answer. */
export const authorizationRequests = pgTable(
  'authorization_requests',
  {
    tokenDigest: bytes('token_digest').primaryKey(),
    sessionDigest: bytes('session_digest').notNull(),
    clientId: text('client_id').notNull(),
    /** Path and query of the authorize address, to come back to after a login. */
    address: text('address').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
    state: text('state'),
    resource: text('resource'),
    codeChallenge: text('code_challenge').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('authorization_requests_expiry').on(table.expiresAt),
    index('authorization_requests_client').on(table.clientId),
  ],
);

/** A chain of refresh tokens that began with one consent, or with one login of the web application (no client). */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id').notNull(),
    /** No reference: the record outlives its client. */
    clientId: text('client_id'),
    scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
    resource: text('resource'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endedBecause: text('ended_because'),
    /**
     * A session of a person is a refresh family without a client; its tokens carry its id. One that a login by JSON
     * began has no refresh token. Families that the previous release begins get an id as well. Families of clients
     * have one that nothing asks about.
     */
    sessionId: uuid('session_id').default(sql`gen_random_uuid()`),
  },
  (table) => [
    check('refresh_families_end_explained', sql`(ended_at is null) = (ended_because is null)`),
    foreignKey({ name: 'refresh_families_user', columns: [table.userId], foreignColumns: [users.id] }),
    index('refresh_families_user_id').on(table.userId),
    index('refresh_families_client_id').on(table.clientId),
    index('refresh_families_expiry').on(table.expiresAt),
    uniqueIndex('refresh_families_session_key').on(table.sessionId),
  ],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    familyId: id('family_id').notNull(),
    tokenDigest: bytes('token_digest').notNull().unique('refresh_tokens_digest_key'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /**
     * Who rotated a token, as a digest: the same browser may show it once more within seconds, when two of its tabs
     * renew at once.
     */
    usedBy: bytes('used_by'),
  },
  (table) => [
    foreignKey({
      name: 'refresh_tokens_family',
      columns: [table.familyId],
      foreignColumns: [refreshFamilies.id],
    }).onDelete('cascade'),
    index('refresh_tokens_family_id').on(table.familyId, table.id),
  ],
);

/** Used codes are kept, so that a replay is known for what it is (RFC 6749 section 4.1.2). */
export const authorizationCodes = pgTable(
  'authorization_codes',
  {
    codeDigest: bytes('code_digest').primaryKey(),
    clientId: text('client_id').notNull(),
    userId: id('user_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
    resource: text('resource'),
    codeChallenge: text('code_challenge').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    familyId: id('family_id'),
  },
  (table) => [
    check('authorization_codes_family_when_used', sql`(used_at is null) = (family_id is null)`),
    foreignKey({ name: 'authorization_codes_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({
      name: 'authorization_codes_family',
      columns: [table.familyId],
      foreignColumns: [refreshFamilies.id],
    }).onDelete('cascade'),
    index('authorization_codes_user_id').on(table.userId),
    index('authorization_codes_family_id').on(table.familyId),
    index('authorization_codes_expiry').on(table.expiresAt).where(sql`used_at is null`),
    index('authorization_codes_client').on(table.clientId).where(sql`used_at is null`),
  ],
);
