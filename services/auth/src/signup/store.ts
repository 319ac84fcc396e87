import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import type { Touch } from './attribution.ts';
import type { IdentityDigest } from './identity-digest.ts';

type Reads = Pick<Database, 'executor'>;

export interface SessionOrganization {
  readonly id: number;
  readonly organization_number: string;
  readonly name: string;
}

/** A verified person on the way to a completed signup. */
export interface SignupSession {
  readonly identity: IdentityDigest;
  readonly givenName: string;
  readonly familyName: string;
  readonly organizations: readonly SessionOrganization[];
  readonly knownUserId: number | null;
}

export interface Attempt {
  readonly sealedProofs: Buffer;
  readonly sessionKeyDigest: Buffer;
}

const iso = (millis: number): string => new Date(millis).toISOString();

export async function insertAttempt(db: Reads, stateDigest: Buffer, attempt: Attempt, now: number, until: number): Promise<void> {
  await db.executor.execute(sql`
    insert into signup_attempts (state_digest, session_key_digest, sealed_proofs, created_at, expires_at)
    values (${stateDigest}, ${attempt.sessionKeyDigest}, ${attempt.sealedProofs}, ${iso(now)}::timestamptz, ${iso(until)}::timestamptz)`);
}

/** The attempt of a state, which is gone with this very read. */
export async function takeAttempt(db: Reads, stateDigest: Buffer, now: number): Promise<{ readonly sealedProofs: Buffer } | undefined> {
  const [row] = await db.executor.execute<{ sealed_proofs: Buffer; live: boolean }>(sql`
    delete from signup_attempts where state_digest = ${stateDigest} returning sealed_proofs, expires_at > ${iso(now)}::timestamptz as live`);
  return row?.live ? { sealedProofs: Buffer.from(row.sealed_proofs) } : undefined;
}

export async function insertSession(db: Reads, codeDigest: Buffer, session: Omit<SignupSession, 'knownUserId'>, now: number, until: number): Promise<void> {
  await db.executor.execute(sql`
    insert into signup_sessions (code_digest, identity_digest, key_version, given_name, family_name, organizations, created_at, expires_at)
    values (${codeDigest}, ${session.identity.digest}, ${session.identity.keyVersion}::int, ${session.givenName}, ${session.familyName},
      ${JSON.stringify(session.organizations)}::jsonb, ${iso(now)}::timestamptz, ${iso(until)}::timestamptz)`);
}

interface SessionRow extends Record<string, unknown> {
  readonly identity_digest: Buffer;
  readonly key_version: number;
  readonly given_name: string;
  readonly family_name: string;
  readonly organizations: readonly SessionOrganization[];
  readonly known_user_id: string | null;
}

const sessionOf = (row: SessionRow): SignupSession => ({
  identity: { digest: Buffer.from(row.identity_digest), keyVersion: row.key_version },
  givenName: row.given_name,
  familyName: row.family_name,
  organizations: row.organizations,
  knownUserId: row.known_user_id === null ? null : Number(row.known_user_id),
});

const columns = sql`identity_digest, key_version, given_name, family_name, organizations, known_user_id`;

/** Swaps the code for a token; of several that try, one gets the session. */
export async function exchangeCode(db: Reads, codeDigest: Buffer, tokenDigest: Buffer, now: number, until: number): Promise<SignupSession | undefined> {
  const [row] = await db.executor.execute<SessionRow>(sql`
    update signup_sessions s set code_digest = null, token_digest = ${tokenDigest}, expires_at = ${iso(until)}::timestamptz,
      known_user_id = (select user_id from identity_links l where l.provider = 'idp' and l.digest = s.identity_digest)
    where code_digest = ${codeDigest} and expires_at > ${iso(now)}::timestamptz
    returning ${columns}`);
  return row && sessionOf(row);
}

export async function findSessionByToken(db: Reads, tokenDigest: Buffer, now: number): Promise<SignupSession | undefined> {
  const [row] = await db.executor.execute<SessionRow>(sql`
    select ${columns} from signup_sessions where token_digest = ${tokenDigest} and expires_at > ${iso(now)}::timestamptz`);
  return row && sessionOf(row);
}

export const deleteSession = (tx: Tx, tokenDigest: Buffer) => tx.execute(sql`delete from signup_sessions where token_digest = ${tokenDigest}`);

/** A completion that was begun. */
export interface Registration {
  readonly commandKey: string;
  readonly tokenDigest: Buffer;
  readonly userId: number;
  readonly organizationId: number;
  /** Was the user made for this signup? */
  readonly isNewUser: boolean;
  /** Was the identity linked for this signup? */
  readonly hasNewLink: boolean;
  readonly touches: readonly Touch[];
  readonly isDone: boolean;
}

interface RegistrationRow extends Record<string, unknown> {
  readonly command_key: string;
  readonly token_digest: Buffer;
  readonly user_id: string;
  readonly organization_id: string;
  readonly is_new_user: boolean;
  readonly has_new_link: boolean;
  readonly touches: readonly Touch[];
  readonly status: 'pending' | 'done';
}

const registrationOf = (row: RegistrationRow): Registration => ({
  commandKey: row.command_key,
  tokenDigest: Buffer.from(row.token_digest),
  userId: Number(row.user_id),
  organizationId: Number(row.organization_id),
  isNewUser: row.is_new_user,
  hasNewLink: row.has_new_link,
  touches: row.touches,
  isDone: row.status === 'done',
});

const registrationColumns = sql`command_key, token_digest, user_id, organization_id, is_new_user, has_new_link, touches, status`;

/** False when another completion of the session came first. */
export async function insertRegistration(tx: Tx, registration: Omit<Registration, 'isDone'>, now: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    insert into signup_registrations (command_key, token_digest, user_id, organization_id, is_new_user, has_new_link, touches, status, created_at, updated_at)
    values (${registration.commandKey}::uuid, ${registration.tokenDigest}, ${registration.userId}::bigint, ${registration.organizationId}::bigint,
      ${registration.isNewUser}::boolean, ${registration.hasNewLink}::boolean, ${JSON.stringify(registration.touches)}::jsonb, 'pending', ${iso(now)}::timestamptz, now())
    on conflict do nothing returning 1`);
  return rows.length === 1;
}

export async function findRegistration(db: Reads, commandKey: string, tokenDigest: Buffer): Promise<Registration | undefined> {
  const [row] = await db.executor.execute<RegistrationRow>(sql`
    select ${registrationColumns} from signup_registrations where command_key = ${commandKey}::uuid and token_digest = ${tokenDigest}`);
  return row && registrationOf(row);
}

/** False when it was finished, or taken back, before. */
export async function finishRegistration(tx: Tx, commandKey: string, clientAccountId: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    update signup_registrations set status = 'done', client_account_id = ${clientAccountId}::bigint, updated_at = now()
    where command_key = ${commandKey}::uuid and status = 'pending' returning 1`);
  return rows.length === 1;
}

/** Takes a refused completion back, with the user or the link that was made for it. */
export async function removeRegistration(tx: Tx, { commandKey, userId, isNewUser, hasNewLink }: Registration): Promise<void> {
  const rows = await tx.execute(sql`delete from signup_registrations where command_key = ${commandKey}::uuid and status = 'pending' returning 1`);
  if (rows.length === 0) return;
  if (hasNewLink) await tx.execute(sql`delete from identity_links where user_id = ${userId}::bigint and provider = 'idp'`);
  if (isNewUser) await tx.execute(sql`delete from users where id = ${userId}::bigint and not is_active`);
}

/** Completions whose process seems to have died; each is given to one replica for the next seconds. */
export async function claimUnfinished(db: Reads, olderThanSeconds: number): Promise<readonly Registration[]> {
  const rows = await db.executor.execute<RegistrationRow>(sql`
    update signup_registrations set updated_at = now() where command_key in (
      select command_key from signup_registrations where status = 'pending' and updated_at < now() - make_interval(secs => ${olderThanSeconds}::int)
      order by updated_at limit 20 for update skip locked)
    returning ${registrationColumns}`);
  return rows.map(registrationOf);
}

/** Rule 4 of the attribution: a touch identical to a stored one is not stored twice. */
export async function insertTouches(db: Reads, userId: number, touches: readonly Touch[], now: number): Promise<void> {
  for (const { type, clickIdType, clickId, ts, utm, landingPath, referrerDomain } of touches) {
    await db.executor.execute(sql`
      insert into marketing_touches (user_id, touch_type, click_id_type, click_id, touched_at, utm_source, utm_medium, utm_campaign, utm_term, utm_content, landing_path, referrer_domain, created_at)
      values (${userId}::bigint, ${type}, ${clickIdType}, ${clickId}, ${iso(ts)}::timestamptz, ${utm.utm_source}, ${utm.utm_medium}, ${utm.utm_campaign}, ${utm.utm_term}, ${utm.utm_content},
        ${landingPath}, ${referrerDomain}, ${iso(now)}::timestamptz)
      on conflict do nothing`);
  }
}

/** Forgets what has expired: attempts, sessions, and completions of two days ago. */
export async function forgetSignups(db: Reads, now: number): Promise<number> {
  const counts = [
    await db.executor.execute(sql`delete from signup_attempts where expires_at <= ${iso(now)}::timestamptz returning 1`),
    await db.executor.execute(sql`
      delete from signup_sessions s where expires_at <= ${iso(now)}::timestamptz
        and not exists (select 1 from signup_registrations r where r.token_digest = s.token_digest and r.status = 'pending') returning 1`),
    await db.executor.execute(sql`delete from signup_registrations where status = 'done' and created_at <= ${iso(now - 48 * 3_600_000)}::timestamptz returning 1`),
  ];
  return counts.reduce((sum, rows) => sum + rows.length, 0);
}
