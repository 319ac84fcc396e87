import { recordOn, type Tally } from '@app/audit';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import { userChanged } from '@app/identity';
import { type SQL, sql } from 'drizzle-orm';
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
  /** When and by which browser it was rotated; null for one that was not, and for clients, whose browser nobody knows. */
  readonly used: { readonly at: number; readonly by: Buffer } | null;
  /** Neither expired nor ended, and its user is active. */
  readonly isAlive: boolean;
}

type Reads = Pick<Database, 'executor'>;
const iso = (millis: number): string => new Date(millis).toISOString();

export async function findRefreshToken(db: Reads, digest: Buffer, now: number): Promise<FoundToken | undefined> {
  const [row] = await db.executor.execute<{
    family_id: string;
    user_id: string;
    client_id: string | null;
    scope: Scope;
    resource: string | null;
    session_id: string;
    is_used: boolean;
    used_at: string | null;
    used_by: Buffer | null;
    is_alive: boolean;
  }>(sql`
    select f.id as family_id, f.user_id, f.client_id, f.scope, f.resource, f.session_id, t.used_at is not null as is_used, t.used_at, t.used_by,
      f.ended_at is null and f.expires_at > ${iso(now)}::timestamptz and t.expires_at > ${iso(now)}::timestamptz and u.is_active as is_alive
    from refresh_tokens t join refresh_families f on f.id = t.family_id join users u on u.id = f.user_id
    where t.token_digest = ${digest}`);
  if (!row) return undefined;
  const { scope, resource, session_id: sessionId, used_at, used_by } = row;
  const ids = { familyId: Number(row.family_id), sessionId, userId: Number(row.user_id), clientId: row.client_id };
  const used = used_at === null || used_by === null ? null : { at: Date.parse(used_at), by: used_by };
  return { ...ids, scope, resource, isUsed: row.is_used, used, isAlive: row.is_alive };
}

/** Begins a family outside the code grant, with its first refresh token. @returns its session id */
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
  const [row] = await db.executor.execute<{ session_id: string }>(sql`
    insert into refresh_families (user_id, scope, created_at, expires_at)
    values (${userId}::bigint, 'read write', ${iso(now)}::timestamptz, ${iso(now + lifeMillis)}::timestamptz)
    returning session_id`);
  return row!.session_id;
}

/** The live family behind a session id. */
export async function findSessionFamily(db: Reads, userId: number, sessionId: string): Promise<number | undefined> {
  const [row] = await db.executor.execute<{ id: string }>(sql`
    select id from refresh_families
    where session_id = ${sessionId}::uuid and user_id = ${userId}::bigint and client_id is null and ended_at is null`);
  return row && Number(row.id);
}

/**
 * Spends a token and stores the one that follows it, in one statement: of parallel callers exactly one gets true
 * (RFC 9700 section 4.14.2).
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

/** One more refresh token of a family that lives; false when it has ended. */
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
 * Ends the family of a refresh token or code that was used before, in a transaction of its own: the refusal that follows takes everything else
 * back, but not this. A session among them is told of, so that its tokens are refused everywhere.
 */
export async function endReusedFamily(
  { db, tally }: { readonly db: Pick<Database, 'raw' | 'committed'>; readonly tally: Pick<Tally, 'note'> },
  { familyId, userId }: { readonly familyId: number; readonly userId: number },
  what: 'refresh_token' | 'code',
  now: number,
): Promise<void> {
  const event = { kind: 'token_reused', result: 'refused', targetUserId: userId, details: { what, family_id: familyId } } as const;
  const isFirst = await db.raw.begin(async (tx) => {
    const ended = await tx`
      with ended as (
        update refresh_families set ended_at = ${new Date(now)}, ended_because = 'reuse' where id = ${familyId} and ended_at is null
        returning user_id, client_id),
      told as (
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

/**
 * Ends the live families that match and tells how many tokens of OAuth clients died with them. Where a session was among them, verifiers are
 * told to forget what they know of its user.
 */
async function endFamilies(tx: Tx, condition: SQL, reason: EndReason, now: number): Promise<number> {
  const [row] = await tx.execute<{ count: number; users: { user_id: number; is_active: boolean }[] | null }>(sql`
    with ended as (
      update refresh_families f set ended_at = ${iso(now)}::timestamptz, ended_because = ${reason}
      where f.ended_at is null and ${condition} returning f.id, f.client_id, f.user_id)
    select
      (select count(*)::int from ended join refresh_tokens t on t.family_id = ended.id
       where ended.client_id is not null and t.used_at is null and t.expires_at > ${iso(now)}::timestamptz) as count,
      (select jsonb_agg(jsonb_build_object('user_id', u.id, 'is_active', u.is_active))
       from users u where u.id in (select user_id from ended where client_id is null)) as users`);
  await appendToOutbox(tx, ...(row?.users ?? []).map((user) => userChanged.create(user)));
  return row?.count ?? 0;
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
export const endFamiliesOfUser = (tx: Tx, userId: number, reason: EndReason, now: number, except: number | null = null) =>
  endFamilies(tx, sql`f.user_id = ${userId}::bigint and f.id is distinct from ${except}::bigint`, reason, now);

/** Forgets sessions that nothing renews as soon as their time is over. */
export async function deleteBareSessions(tx: Tx, now: number): Promise<number> {
  const rows = await tx.execute(sql`
    delete from refresh_families f
    where f.client_id is null and f.expires_at < ${iso(now)}::timestamptz and not exists (select 1 from refresh_tokens t where t.family_id = f.id)
    returning 1`);
  return rows.length;
}

/** Forgets families that ended or expired long ago, with their tokens and codes. */
export async function deleteOldFamilies(tx: Tx, before: number): Promise<number> {
  const rows = await tx.execute(sql`
    delete from refresh_families where expires_at < ${iso(before)}::timestamptz or ended_at < ${iso(before)}::timestamptz returning 1`);
  return rows.length;
}
