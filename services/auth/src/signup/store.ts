import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';
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
  /** The user of this identity when the code was exchanged. */
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

/**
 * Whoever was recognised by a key of old is by the present one from now on; it can be done only now, when the number itself is known. Nothing else
 * is lost when the person has a link of the present key already.
 */
export async function renewIdentityLink(db: Reads, { digest, keyVersion, earlier = [] }: IdentityDigest): Promise<void> {
  for (const old of earlier)
    await db.executor.execute(sql`
      update identity_links set digest = ${digest}, key_version = ${keyVersion}::int
      where provider = 'idp' and digest = ${old} and not exists (select 1 from identity_links where provider = 'idp' and digest = ${digest})`);
}

export async function insertSession(
  db: Reads,
  codeDigest: Buffer,
  session: Omit<SignupSession, 'knownUserId'>,
  now: number,
  until: number,
): Promise<void> {
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

export async function findSessionByCode(db: Reads, codeDigest: Buffer, now: number): Promise<SignupSession | undefined> {
  const [row] = await db.executor.execute<SessionRow>(sql`
    select ${columns} from signup_sessions where code_digest = ${codeDigest} and expires_at > ${iso(now)}::timestamptz`);
  return row && sessionOf(row);
}

/** Swaps the code for a token; of several that try, one gets the session. */
export async function exchangeCode(
  db: Reads,
  codeDigest: Buffer,
  tokenDigest: Buffer,
  now: number,
  until: number,
): Promise<SignupSession | undefined> {
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

/** Makes those who complete one session wait for each other. False when it is gone. */
export async function lockSession(tx: Tx, tokenDigest: Buffer): Promise<boolean> {
  const locked = await tx.execute(sql`select 1 from signup_sessions where token_digest = ${tokenDigest} for update`);
  return locked.length === 1;
}

export const deleteSession = (tx: Tx, tokenDigest: Buffer) =>
  tx.execute(sql`delete from signup_sessions where token_digest = ${tokenDigest}`);

/** Forgets what has expired: attempts and sessions. */
export async function forgetSignups(db: Reads, now: number): Promise<number> {
  const counts = [
    await db.executor.execute(sql`delete from signup_attempts where expires_at <= ${iso(now)}::timestamptz returning 1`),
    await db.executor.execute(sql`delete from signup_sessions where expires_at <= ${iso(now)}::timestamptz returning 1`),
  ];
  return counts.reduce((sum, rows) => sum + rows.length, 0);
}
