import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import type { Scope } from '../scopes/scope.ts';
import { FAMILY_MILLIS, IDLE_MILLIS } from './families.ts';

/** Life of an authorization code (AUZ-R24). */
export const CODE_MILLIS = 60_000;

type Reads = Pick<Database, 'executor'>;
const iso = (millis: number): string => new Date(millis).toISOString();

export interface NewCode {
  readonly clientId: string;
  readonly userId: number;
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly resource: string | null;
  readonly codeChallenge: string;
}

export interface FoundCode extends NewCode {
  /** The family that was issued from it, once it was used. */
  readonly familyId: number | null;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
  readonly isUserActive: boolean;
}

export async function insertCode(db: Reads, code: NewCode, digest: Buffer, now: number): Promise<void> {
  await db.executor.execute(sql`
    insert into authorization_codes (code_digest, client_id, user_id, redirect_uri, scope, resource, code_challenge, created_at, expires_at)
    values (${digest}, ${code.clientId}, ${code.userId}::bigint, ${code.redirectUri}, ${code.scope}, ${code.resource}, ${code.codeChallenge}, ${iso(now)}::timestamptz, ${iso(now + CODE_MILLIS)}::timestamptz)`);
}

export async function findCode(db: Reads, digest: Buffer, now: number): Promise<FoundCode | undefined> {
  const [row] = await db.executor.execute<{
    client_id: string;
    user_id: string;
    redirect_uri: string;
    scope: Scope;
    resource: string | null;
    code_challenge: string;
    family_id: string | null;
    is_used: boolean;
    is_expired: boolean;
    is_active: boolean;
  }>(sql`
    select c.client_id, c.user_id, c.redirect_uri, c.scope, c.resource, c.code_challenge, c.family_id,
      c.used_at is not null as is_used, c.expires_at <= ${iso(now)}::timestamptz as is_expired, u.is_active
    from authorization_codes c join users u on u.id = c.user_id where c.code_digest = ${digest}`);
  if (!row) return undefined;
  return {
    clientId: row.client_id,
    userId: Number(row.user_id),
    redirectUri: row.redirect_uri,
    scope: row.scope,
    resource: row.resource,
    codeChallenge: row.code_challenge,
    familyId: row.family_id === null ? null : Number(row.family_id),
    isUsed: row.is_used,
    isExpired: row.is_expired,
    isUserActive: row.is_active,
  };
}

/**
 * Spends a code and begins its refresh family, in one statement: of parallel callers exactly one gets true. The others wait for the
 * winner's commit, so that they find the family they have to end.
 */
export async function redeemCode(db: Reads, digest: Buffer, refreshDigest: Buffer, now: number): Promise<boolean> {
  const rows = await db.executor.execute(sql`
    with spent as (
      update authorization_codes set used_at = ${iso(now)}::timestamptz, family_id = nextval('refresh_families_id_seq')
      where code_digest = ${digest} and used_at is null and expires_at > ${iso(now)}::timestamptz
      returning family_id, user_id, client_id, scope, resource),
    family as (
      insert into refresh_families (id, user_id, client_id, scope, resource, created_at, expires_at) overriding system value
      select family_id, user_id, client_id, scope, resource, ${iso(now)}::timestamptz, ${iso(now + FAMILY_MILLIS)}::timestamptz from spent
      returning id)
    insert into refresh_tokens (family_id, token_digest, created_at, expires_at)
    select id, ${refreshDigest}, ${iso(now)}::timestamptz, ${iso(now + IDLE_MILLIS)}::timestamptz from family
    returning 1`);
  return rows.length === 1;
}

/** Forgets codes that nobody used; used ones go with their family. */
export async function deleteOldCodes(tx: Tx, before: number): Promise<number> {
  const rows = await tx.execute(sql`
    delete from authorization_codes where used_at is null and expires_at < ${iso(before)}::timestamptz returning 1`);
  return rows.length;
}

/** Codes that a user's browser got and no client has redeemed yet. */
export async function deleteOpenCodes(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`delete from authorization_codes where user_id = ${userId}::bigint and used_at is null`);
}
