import type { Database, Tx } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { emailKey } from '../users/email.ts';
import type { LinkKind } from './token.ts';

type Reads = Pick<Database, 'executor'>;
const iso = (millis: number): string => new Date(millis).toISOString();

export interface NewLink {
  readonly kind: LinkKind;
  readonly userId: number;
  /** Where it is mailed to, and what it proves. */
  readonly email: string;
  /** The address in force, which gets a notice; null when there is nobody to tell. */
  readonly noticeTo: string | null;
}

/** A link as it was mailed. */
export interface MailedLink extends NewLink {
  readonly id: number;
  readonly seed: Buffer;
  readonly digest: Buffer;
  readonly expiresAt: Date;
  /** Neither used, replaced, void nor too old. */
  readonly isAlive: boolean;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly kind: LinkKind;
  readonly user_id: string;
  readonly email: string;
  readonly notice_to: string | null;
  readonly seed: Buffer;
  readonly token_digest: Buffer;
  readonly expires_at: string;
  readonly is_alive: boolean;
}

/** @param lifeMillis how long it works */
export async function insertLink(
  tx: Tx,
  { kind, userId, email, noticeTo }: NewLink,
  { seed, digest }: { readonly seed: Buffer; readonly digest: Buffer },
  now: number,
  lifeMillis: number,
): Promise<number> {
  const [row] = await tx.execute<{ id: string }>(sql`
    insert into mailed_links (kind, user_id, email, email_key, notice_to, seed, token_digest, created_at, expires_at)
    values (${kind}, ${userId}::bigint, ${email}, ${emailKey(email)}, ${noticeTo}, ${seed}, ${digest}, ${iso(now)}::timestamptz,
      ${iso(now + lifeMillis)}::timestamptz)
    returning id`);
  return Number(row!.id);
}

async function findLink(db: Reads, condition: SQL, now: number): Promise<MailedLink | undefined> {
  const [row] = await db.executor.execute<Row>(sql`
    select id, kind, user_id, email, notice_to, seed, token_digest, expires_at, ended_at is null and expires_at > ${iso(now)}::timestamptz as is_alive
    from mailed_links where ${condition}`);
  if (!row) return undefined;
  const { kind, email, notice_to: noticeTo, is_alive: isAlive } = row;
  const ids = { id: Number(row.id), userId: Number(row.user_id) };
  return {
    ...ids,
    kind,
    email,
    noticeTo,
    isAlive,
    seed: Buffer.from(row.seed),
    digest: Buffer.from(row.token_digest),
    expiresAt: new Date(row.expires_at),
  };
}

export const findLinkById = (db: Reads, id: number, now: number) => findLink(db, sql`id = ${id}::bigint`, now);

/** A link that still works, by the digest of its secret. */
export async function findLiveLink(db: Reads, kind: LinkKind, digest: Buffer, now: number): Promise<MailedLink | undefined> {
  const found = await findLink(db, sql`token_digest = ${digest} and kind = ${kind}`, now);
  return found?.isAlive ? found : undefined;
}

/** Spends a link; of many who try exactly one gets true. */
export async function useLink(tx: Tx, id: number, now: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    update mailed_links set ended_at = ${iso(now)}::timestamptz, ended_because = 'used'
    where id = ${id}::bigint and ended_at is null and expires_at > ${iso(now)}::timestamptz returning 1`);
  return rows.length === 1;
}

/** Ends what a user was mailed and has not used. */
export async function endLinks(tx: Tx, userId: number, kind: LinkKind, because: 'replaced' | 'void', now: number): Promise<void> {
  await tx.execute(sql`
    update mailed_links set ended_at = ${iso(now)}::timestamptz, ended_because = ${because}
    where user_id = ${userId}::bigint and kind = ${kind} and ended_at is null`);
}

/** How many were mailed since a moment: to an address by anybody, by a user to anybody, by that user to that address. */
export async function countLinks(tx: Tx, { kind, userId, email }: Pick<NewLink, 'kind' | 'userId' | 'email'>, since: number) {
  const key = emailKey(email);
  const [row] = await tx.execute<{ to_address: number; by_user: number; by_both: number }>(sql`
    select count(*) filter (where email_key = ${key})::int as to_address,
      count(*) filter (where user_id = ${userId}::bigint)::int as by_user,
      count(*) filter (where email_key = ${key} and user_id = ${userId}::bigint)::int as by_both
    from mailed_links
    where kind = ${kind} and (email_key = ${key} or user_id = ${userId}::bigint) and created_at > ${iso(since)}::timestamptz`);
  return { toAddress: row!.to_address, byUser: row!.by_user, byBoth: row!.by_both };
}

/** Forgets links that have not worked for a day; limits look back an hour. */
export async function forgetOldLinks(tx: Tx, now: number): Promise<number> {
  const rows = await tx.execute(sql`delete from mailed_links where expires_at < ${iso(now - 24 * 3_600_000)}::timestamptz returning 1`);
  return rows.length;
}
