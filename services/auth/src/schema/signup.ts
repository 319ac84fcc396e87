import { bytes, id, moment } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * A person on the way to the identity provider and back: state, nonce and PKCE are bound to the started attempt.
 */
export const signupAttempts = pgTable(
  'signup_attempts',
  {
    stateDigest: bytes('state_digest').primaryKey(),
    sessionKeyDigest: bytes('session_key_digest').notNull(),
    /** Nonce and code verifier, sealed under DATA_ENCRYPTION_KEY. */
    sealedProofs: bytes('sealed_proofs').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('signup_attempts_expiry').on(table.expiresAt)],
);

/** An organization that a verified person may act for. */
export interface SessionOrganization {
  readonly id: number;
  readonly organization_number: string;
  readonly name: string;
}

/**
 * A verified person: first reached by the code of the redirect (60 seconds, once), then by the token (15 minutes).
 */
export const signupSessions = pgTable(
  'signup_sessions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    codeDigest: bytes('code_digest').unique('signup_sessions_code_key'),
    tokenDigest: bytes('token_digest').unique('signup_sessions_token_key'),
    identityDigest: bytes('identity_digest').notNull(),
    keyVersion: integer('key_version').notNull(),
    givenName: text('given_name').notNull(),
    familyName: text('family_name').notNull(),
    organizations: jsonb('organizations').$type<readonly SessionOrganization[]>().notNull(),
    /**
     * The user the identity belonged to when the code was exchanged; gone with a user whose own signup was taken back.
     */
    knownUserId: id('known_user_id'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    check('signup_sessions_reached_one_way', sql`(code_digest is null) <> (token_digest is null)`),
    foreignKey({
      name: 'signup_sessions_known_user',
      columns: [table.knownUserId],
      foreignColumns: [users.id],
    }).onDelete('set null'),
    index('signup_sessions_expiry').on(table.expiresAt),
    index('signup_sessions_known_user_id').on(table.knownUserId).where(sql`known_user_id is not null`),
  ],
);

/**
 * A completion under way: stored first, driven to its end by the request or, when its process died, by the
 * recovery loop.
 */
export const signupRegistrations = pgTable(
  'signup_registrations',
  {
    commandKey: uuid('command_key').primaryKey(),
    /** One completion per session, whoever else tries. */
    tokenDigest: bytes('token_digest').notNull().unique('signup_registrations_session_key'),
    userId: id('user_id').notNull(),
    organizationId: id('organization_id').notNull(),
    /** What was made for it, and is taken back when the organization turns out to be registered. */
    isNewUser: boolean('is_new_user').notNull(),
    hasNewLink: boolean('has_new_link').notNull(),
    touches: jsonb('touches').notNull(),
    status: text('status', { enum: ['pending', 'done'] }).notNull(),
    clientAccountId: id('client_account_id'),
    createdAt: moment('created_at').notNull(),
    /** Whoever drives it has until then, in real time; afterwards another may. */
    drivenUntil: moment('driven_until').notNull(),
  },
  (table) => [
    check('signup_registrations_status_known', sql`status in ('pending', 'done')`),
    check('signup_registrations_done_with_account', sql`(status = 'done') = (client_account_id is not null)`),
    index('signup_registrations_pending').on(table.drivenUntil).where(sql`status = 'pending'`),
    index('signup_registrations_age').on(table.createdAt).where(sql`status = 'done'`),
  ],
);

/** Where a user came from, with consent only. */
export const marketingTouches = pgTable(
  'marketing_touches',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id').notNull(),
    touchType: text('touch_type', { enum: ['first', 'last', 'click'] }).notNull(),
    clickIdType: text('click_id_type'),
    clickId: text('click_id'),
    touchedAt: moment('touched_at').notNull(),
    utmSource: text('utm_source'),
    utmMedium: text('utm_medium'),
    utmCampaign: text('utm_campaign'),
    utmTerm: text('utm_term'),
    utmContent: text('utm_content'),
    landingPath: text('landing_path'),
    referrerDomain: text('referrer_domain'),
    /**
     * Of what makes two touches the same: type, click id and its type, time, source, medium, campaign. Values are too
     * long for an index.
     */
    sameness: bytes('sameness').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('marketing_touches_type_known', sql`touch_type in ('first', 'last', 'click')`),
    unique('marketing_touches_sameness').on(table.userId, table.sameness),
    foreignKey({ name: 'marketing_touches_user', columns: [table.userId], foreignColumns: [users.id] }),
  ],
);
