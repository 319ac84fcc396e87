import type { Database, Tx } from '@app/db';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { FAMILY_MILLIS, IDLE_MILLIS } from '../credentials/families.ts';
import { authorizationCodes } from '../schema/tokens.ts';
import { users } from '../schema/users.ts';
import type { Scope } from '../scopes/scope.ts';

/** Life of an authorization code (AUZ-R24). */
const CODE_MILLIS = 60_000;

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
  const times = { createdAt: new Date(now), expiresAt: new Date(now + CODE_MILLIS) };
  await db.executor.insert(authorizationCodes).values({ codeDigest: digest, ...code, ...times });
}

export async function findCode(db: Reads, digest: Buffer, now: number): Promise<FoundCode | undefined> {
  const [row] = await db.executor
    .select({ code: authorizationCodes, isUserActive: users.isActive })
    .from(authorizationCodes)
    .innerJoin(users, eq(users.id, authorizationCodes.userId))
    .where(eq(authorizationCodes.codeDigest, digest));
  if (!row) return undefined;
  const { clientId, userId, redirectUri, scope, resource, codeChallenge, familyId, usedAt, expiresAt } = row.code;
  return {
    ...{ clientId, userId, redirectUri, scope, resource, codeChallenge, familyId },
    isUsed: usedAt !== null,
    isExpired: expiresAt.getTime() <= now,
    isUserActive: row.isUserActive,
  };
}

/**
 * Spends a code and begins its refresh family, in one statement: of parallel callers exactly one gets true. The others
 * wait for the winner's commit, so that they find the family they have to end. Raw: the builder gives no number of a
 * sequence to two inserts of one statement.
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
  const rows = await tx
    .delete(authorizationCodes)
    .where(and(isNull(authorizationCodes.usedAt), lt(authorizationCodes.expiresAt, new Date(before))))
    .returning({ userId: authorizationCodes.userId });
  return rows.length;
}

/** Codes that a user's browser got and no client has redeemed yet. */
export async function deleteOpenCodes(tx: Tx, userId: number): Promise<void> {
  await tx
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.userId, userId), isNull(authorizationCodes.usedAt)));
}
