import { recordOn, type Tally } from '@app/audit';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import { userChanged } from '@app/identity';
import { and, eq, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { refreshFamilies, refreshTokens } from '../schema/tokens.ts';
import { users } from '../schema/users.ts';
import type { Scope } from '../scopes/scope.ts';

const DAY_MILLIS = 24 * 3_600_000;
/** A refresh token lives this long unused (docs/contract/tokens.md, "Lives"). */
export const IDLE_MILLIS = 30 * DAY_MILLIS;
/** A family lives this long however it is used. */
export const FAMILY_MILLIS = 180 * DAY_MILLIS;

/** What a chain of refresh tokens stands for. */
export interface Grant {
  readonly userId: number;
  /** The OAuth client; null for the web application's own session. */
  readonly clientId: string | null;
  readonly scope: Scope;
  readonly resource: string | null;
}

/** A refresh token as found by its digest. */
export interface FoundToken extends Grant {
  readonly familyId: number;
  /** What session tokens of the family carry as `sid`. */
  readonly sessionId: string;
  /** Rotated before: whoever shows it again may be a thief. */
  readonly isUsed: boolean;
  /**
   * When and by which browser it was rotated; null for one that was not, and for clients, whose browser nobody knows.
   */
  readonly used: { readonly at: number; readonly by: Buffer } | null;
  /** Neither expired nor ended, and its user is active. */
  readonly isAlive: boolean;
}

type Reads = Pick<Database, 'executor'>;
const iso = (millis: number): string => new Date(millis).toISOString();

export async function findRefreshToken(db: Reads, digest: Buffer, now: number): Promise<FoundToken | undefined> {
  const [row] = await db.executor
    .select({ token: refreshTokens, family: refreshFamilies, isUserActive: users.isActive })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(eq(refreshTokens.tokenDigest, digest));
  if (!row) return undefined;
  const { usedAt, usedBy, expiresAt } = row.token;
  const { id: familyId, userId, clientId, scope, resource, sessionId, endedAt } = row.family;
  const isInTime = row.family.expiresAt.getTime() > now && expiresAt.getTime() > now;
  return {
    ...{ familyId, sessionId: sessionId!, userId, clientId, scope, resource },
    isUsed: usedAt !== null,
    used: usedAt === null || usedBy === null ? null : { at: usedAt.getTime(), by: usedBy },
    isAlive: endedAt === null && isInTime && row.isUserActive,
  };
}

/**
 * Begins a family outside the code grant, with its first refresh token. Raw: the user's row is held meanwhile, and
 * other logins of the user wait, so it is one statement and not two.
 * @returns its session id
 */
export async function insertFamily(tx: Tx, grant: Grant, digest: Buffer, now: number): Promise<string> {
  const [row] = await tx.execute<{ session_id: string }>(sql`
    with family as (
      insert into refresh_families (user_id, client_id, scope, resource, created_at, expires_at)
      values (${grant.userId}::bigint, ${grant.clientId}, ${grant.scope}, ${grant.resource}, ${iso(now)}::timestamptz, ${iso(now + FAMILY_MILLIS)}::timestamptz)
      returning id, session_id),
    first as (
      insert into refresh_tokens (family_id, token_digest, created_at, expires_at)
      select id, ${digest}, ${iso(now)}::timestamptz, ${iso(now + IDLE_MILLIS)}::timestamptz from family)
    select session_id from family`);
  return row!.session_id;
}

/** Begins a session that nothing renews: it means something for as long as the one token of it. @returns its id */
export async function insertBareSession(db: Reads, userId: number, now: number, lifeMillis: number): Promise<string> {
  const [row] = await db.executor
    .insert(refreshFamilies)
    .values({ userId, scope: 'read write', createdAt: new Date(now), expiresAt: new Date(now + lifeMillis) })
    .returning({ sessionId: refreshFamilies.sessionId });
  return row!.sessionId!;
}

/** The live family behind a session id. */
export async function findSessionFamily(db: Reads, userId: number, sessionId: string): Promise<number | undefined> {
  const families = refreshFamilies;
  const isOfUser = and(eq(families.sessionId, sessionId), eq(families.userId, userId));
  const [row] = await db.executor
    .select({ id: families.id })
    .from(families)
    .where(and(isOfUser, isNull(families.clientId), isNull(families.endedAt)));
  return row?.id;
}

/**
 * Spends a token and stores the one that follows it, in one statement: of parallel callers exactly one gets true
 * (RFC 9700 section 4.14.2). Raw: the builder inserts nothing from the rows that an update of the same statement gave.
 * @param usedBy the browser it came from, where there is a grace
 */
export async function rotateToken(
  db: Reads,
  digest: Buffer,
  nextDigest: Buffer,
  now: number,
  usedBy: Buffer | null = null,
): Promise<boolean> {
  const rows = await db.executor.execute(sql`
    with spent as (
      update refresh_tokens t set used_at = ${iso(now)}::timestamptz, used_by = ${usedBy}
      from refresh_families f
      where t.token_digest = ${digest} and t.used_at is null and t.expires_at > ${iso(now)}::timestamptz
        and f.id = t.family_id and f.ended_at is null and f.expires_at > ${iso(now)}::timestamptz
      returning t.family_id, f.expires_at)
    insert into refresh_tokens (family_id, token_digest, created_at, expires_at)
    select family_id, ${nextDigest}, ${iso(now)}::timestamptz, least(expires_at, ${iso(now + IDLE_MILLIS)}::timestamptz) from spent
    returning 1`);
  return rows.length === 1;
}

/**
 * One more refresh token of a family that lives; false when it has ended. Raw: the builder inserts a selection only
 * into all columns of a table.
 */
export async function insertSibling(db: Reads, familyId: number, digest: Buffer, now: number): Promise<boolean> {
  const rows = await db.executor.execute(sql`
    insert into refresh_tokens (family_id, token_digest, created_at, expires_at)
    select id, ${digest}, ${iso(now)}::timestamptz, least(expires_at, ${iso(now + IDLE_MILLIS)}::timestamptz)
    from refresh_families where id = ${familyId}::bigint and ended_at is null and expires_at > ${iso(now)}::timestamptz
    returning 1`);
  return rows.length === 1;
}

export type EndReason =
  | 'reuse'
  | 'revoked'
  | 'administrator'
  | 'client_deleted'
  | 'user_deactivated'
  | 'password_changed'
  | 'password_reset'
  | 'logout';

/**
 * Ends the family of a refresh token or code that was used before, in a transaction of its own: the refusal that
 * follows takes everything else back, but not this. A session among them is published, so that its tokens are refused
 * everywhere.
 */
export async function endReusedFamily(
  { db, tally }: { readonly db: Pick<Database, 'raw' | 'committed'>; readonly tally: Pick<Tally, 'note'> },
  { familyId, userId }: { readonly familyId: number; readonly userId: number },
  what: 'refresh_token' | 'code',
  now: number,
): Promise<void> {
  const event = {
    kind: 'token_reused',
    result: 'refused',
    targetUserId: userId,
    details: { what, family_id: familyId },
  } as const;
  const isFirst = await db.raw.begin(async (tx) => {
    const ended = await tx`
      with ended as (
        update refresh_families set ended_at = ${new Date(now)}, ended_because = 'reuse' where id = ${familyId} and ended_at is null
        returning user_id, client_id),
      published as (
        insert into outbox (subject, version, payload)
        select ${`events.${userChanged.name}`}, ${userChanged.version}::int, jsonb_build_object('user_id', u.id, 'is_active', u.is_active)
        from ended join users u on u.id = ended.user_id where ended.client_id is null)
      select 1 from ended`;
    if (ended.length > 0) await recordOn(tx, event);
    return ended.length > 0;
  });
  // Once the family has ended, whoever goes on showing the token changes nothing any more.
  if (!isFirst) tally.note(event);
  db.committed();
}

interface Ended {
  /** Tokens of OAuth clients that died. */
  readonly tokens: number;
  /** Whose sessions were among them. */
  readonly sessionsOf: readonly number[];
}

/**
 * Ends the live families that match. Where a session was among them, verifiers are made to forget what they know of its
 * user. Raw: what was ended is counted and published in the statement that ended it.
 */
async function endFamilies(tx: Tx, condition: SQL, reason: EndReason, now: number): Promise<Ended> {
  const [row] = await tx.execute<{ count: number; users: { user_id: number; is_active: boolean }[] | null }>(sql`
    with ended as (
      update refresh_families f set ended_at = ${iso(now)}::timestamptz, ended_because = ${reason}
      where f.ended_at is null and ${condition} returning f.id, f.client_id, f.user_id)
    select
      (select count(*)::int from ended join refresh_tokens t on t.family_id = ended.id
       where ended.client_id is not null and t.used_at is null and t.expires_at > ${iso(now)}::timestamptz) as count,
      (select jsonb_agg(jsonb_build_object('user_id', u.id, 'is_active', u.is_active))
       from users u where u.id in (select user_id from ended where client_id is null)) as users`);
  const users = row?.users ?? [];
  await appendToOutbox(tx, ...users.map((user) => userChanged.create(user)));
  return { tokens: row?.count ?? 0, sessionsOf: users.map(({ user_id }) => user_id) };
}

export const endFamily = (tx: Tx, familyId: number, reason: EndReason, now: number) =>
  endFamilies(tx, sql`f.id = ${familyId}::bigint`, reason, now);

/** What a person gave one application: ends with it. */
export const endFamiliesOfGrant = (tx: Tx, userId: number, clientId: string, reason: EndReason, now: number) =>
  endFamilies(tx, sql`f.user_id = ${userId}::bigint and f.client_id = ${clientId}`, reason, now);

/** A session that somebody ended. */
export const endSession = (tx: Tx, sessionId: string, reason: EndReason, now: number) =>
  endFamilies(tx, sql`f.session_id = ${sessionId}::uuid and f.client_id is null`, reason, now);

export const endFamiliesOfClient = (tx: Tx, clientId: string, reason: EndReason, now: number) =>
  endFamilies(tx, sql`f.client_id = ${clientId}`, reason, now);

/** @param except a family that stays, such as the one of the browser in use */
export const endFamiliesOfUser = (
  tx: Tx,
  userId: number,
  reason: EndReason,
  now: number,
  except: number | null = null,
) => endFamilies(tx, sql`f.user_id = ${userId}::bigint and f.id is distinct from ${except}::bigint`, reason, now);

/** Forgets sessions that nothing renews as soon as their time is over. */
export async function deleteBareSessions(tx: Tx, now: number): Promise<number> {
  const families = refreshFamilies;
  const tokens = tx.select({ id: refreshTokens.id }).from(refreshTokens).where(eq(refreshTokens.familyId, families.id));
  const rows = await tx
    .delete(families)
    .where(and(isNull(families.clientId), lt(families.expiresAt, new Date(now)), notExists(tokens)))
    .returning({ id: families.id });
  return rows.length;
}

/** Forgets families that ended or expired long ago, with their tokens and codes. */
export async function deleteOldFamilies(tx: Tx, before: number): Promise<number> {
  const at = new Date(before);
  const rows = await tx
    .delete(refreshFamilies)
    .where(or(lt(refreshFamilies.expiresAt, at), lt(refreshFamilies.endedAt, at)))
    .returning({ id: refreshFamilies.id });
  return rows.length;
}
