import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, moment } from './columns.ts';

export const browserSessions = pgTable('browser_sessions', {
  sessionDigest: bytes('session_digest').primaryKey(),
  userId: id('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const authorizationRequests = pgTable('authorization_requests', {
  tokenDigest: bytes('token_digest').primaryKey(),
  sessionDigest: bytes('session_digest').notNull(),
  clientId: text('client_id').notNull(),
  address: text('address').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
  state: text('state'),
  resource: text('resource'),
  codeChallenge: text('code_challenge').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const authorizationCodes = pgTable('authorization_codes', {
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
});

export const refreshFamilies = pgTable('refresh_families', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: id('user_id').notNull(),
  clientId: text('client_id'),
  scope: text('scope', { enum: ['read', 'write', 'read write'] }).notNull(),
  resource: text('resource'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  endedBecause: text('ended_because'),
  sessionId: uuid('session_id'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  familyId: id('family_id').notNull(),
  tokenDigest: bytes('token_digest').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  usedBy: bytes('used_by'),
});
