import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { samenessOf, type Touch } from '../attribution.ts';

type Reads = Pick<Database, 'executor'>;

/** A completion that was begun. */
export interface Registration {
  /** One per completion; `organisation` makes one client account for it, however often it is asked. */
  readonly commandKey: string;
  readonly tokenDigest: Buffer;
  readonly userId: number;
  readonly organizationId: number;
  /** Was the user made for this signup? */
  readonly isNewUser: boolean;
  /** Was the identity linked for this signup? */
  readonly hasNewLink: boolean;
  readonly touches: readonly Touch[];
  readonly begunAt: Date;
  /** Once it is done. */
  readonly clientAccountId: number | null;
}

interface Row extends Record<string, unknown> {
  readonly command_key: string;
  readonly token_digest: Buffer;
  readonly user_id: string;
  readonly organization_id: string;
  readonly is_new_user: boolean;
  readonly has_new_link: boolean;
  readonly touches: readonly Touch[];
  readonly created_at: string;
  readonly client_account_id: string | null;
}

const registrationOf = (row: Row): Registration => ({
  commandKey: row.command_key,
  tokenDigest: Buffer.from(row.token_digest),
  userId: Number(row.user_id),
  organizationId: Number(row.organization_id),
  isNewUser: row.is_new_user,
  hasNewLink: row.has_new_link,
  touches: row.touches,
  begunAt: new Date(row.created_at),
  clientAccountId: row.client_account_id === null ? null : Number(row.client_account_id),
});

const columns = sql`command_key, token_digest, user_id, organization_id, is_new_user, has_new_link, touches, created_at, client_account_id`;

/** How long one process may take for the rest; it asks `organisation` once, which takes at most a few seconds. */
const lease = sql`now() + interval '15 seconds'`;

export async function insertRegistration(tx: Tx, registration: Omit<Registration, 'clientAccountId'>): Promise<void> {
  const { commandKey, tokenDigest, userId, organizationId, isNewUser, hasNewLink, touches, begunAt } = registration;
  await tx.execute(sql`
    insert into signup_registrations (command_key, token_digest, user_id, organization_id, is_new_user, has_new_link, touches, status, created_at, driven_until)
    values (${commandKey}::uuid, ${tokenDigest}, ${userId}::bigint, ${organizationId}::bigint, ${isNewUser}::boolean, ${hasNewLink}::boolean,
      ${JSON.stringify(touches)}::jsonb, 'pending', ${begunAt.toISOString()}::timestamptz, ${lease})`);
}

export async function findRegistration(db: Reads, tokenDigest: Buffer): Promise<Registration | undefined> {
  const [row] = await db.executor.execute<Row>(sql`select ${columns} from signup_registrations where token_digest = ${tokenDigest}`);
  return row && registrationOf(row);
}

/** Takes over an unfinished completion that nobody drives. False when somebody does, or it is finished. */
export async function claimRegistration(db: Reads, commandKey: string): Promise<boolean> {
  const rows = await db.executor.execute(sql`
    update signup_registrations set driven_until = ${lease}
    where command_key = ${commandKey}::uuid and status = 'pending' and driven_until <= now() returning 1`);
  return rows.length === 1;
}

/** Lets others go on with it at once. */
export const releaseRegistration = (db: Reads, commandKey: string) =>
  db.executor.execute(
    sql`update signup_registrations set driven_until = now() where command_key = ${commandKey}::uuid and status = 'pending'`,
  );

/** Unfinished completions that nobody drives; each is given to one replica. */
export async function claimUnfinished(db: Reads): Promise<readonly Registration[]> {
  const rows = await db.executor.execute<Row>(sql`
    update signup_registrations set driven_until = ${lease} where command_key in (
      select command_key from signup_registrations where status = 'pending' and driven_until <= now() order by driven_until limit 20 for update skip locked)
    returning ${columns}`);
  return rows.map(registrationOf);
}

/** False when it was finished, or taken back, before. */
export async function finishRegistration(tx: Tx, commandKey: string, clientAccountId: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    update signup_registrations set status = 'done', client_account_id = ${clientAccountId}::bigint
    where command_key = ${commandKey}::uuid and status = 'pending' returning 1`);
  return rows.length === 1;
}

/** Takes a refused completion back, with the user or the link that was made for it. */
export async function removeRegistration(tx: Tx, { commandKey, userId, isNewUser, hasNewLink }: Registration): Promise<void> {
  const rows = await tx.execute(
    sql`delete from signup_registrations where command_key = ${commandKey}::uuid and status = 'pending' returning 1`,
  );
  if (rows.length === 0) return;
  if (hasNewLink) await tx.execute(sql`delete from identity_links where user_id = ${userId}::bigint and provider = 'idp'`);
  if (isNewUser) await tx.execute(sql`delete from users where id = ${userId}::bigint and not is_active`);
}

/** A touch identical to a stored one is not stored twice (ATT-R08). */
export async function insertTouches(tx: Tx, userId: number, touches: readonly Touch[], now: number): Promise<void> {
  for (const touch of touches) {
    const { type, clickIdType, clickId, ts, utm, landingPath, referrerDomain } = touch;
    await tx.execute(sql`
      insert into marketing_touches (user_id, touch_type, click_id_type, click_id, touched_at, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
        landing_path, referrer_domain, sameness, created_at)
      values (${userId}::bigint, ${type}, ${clickIdType}, ${clickId}, ${new Date(ts).toISOString()}::timestamptz, ${utm.utm_source}, ${utm.utm_medium},
        ${utm.utm_campaign}, ${utm.utm_term}, ${utm.utm_content}, ${landingPath}, ${referrerDomain}, ${samenessOf(touch)}, ${new Date(now).toISOString()}::timestamptz)
      on conflict on constraint marketing_touches_sameness do nothing`);
  }
}
