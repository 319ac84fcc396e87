import { type Database, lockName, type Tx } from '@app/db';
import { and, eq, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type SessionOrganization, signupAttempts, signupSessions } from '../schema/signup.ts';
import { identityLinks } from '../schema/users.ts';
import type { IdentityDigest } from './identity-digest.ts';

type Reads = Pick<Database, 'executor'>;

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

export async function insertAttempt(
  db: Reads,
  stateDigest: Buffer,
  attempt: Attempt,
  now: number,
  until: number,
): Promise<void> {
  await db.executor
    .insert(signupAttempts)
    .values({ stateDigest, ...attempt, createdAt: new Date(now), expiresAt: new Date(until) });
}

/** The attempt of a state, which is gone with this very read. */
export async function takeAttempt(
  db: Reads,
  stateDigest: Buffer,
  now: number,
): Promise<{ readonly sealedProofs: Buffer } | undefined> {
  const [row] = await db.executor.delete(signupAttempts).where(eq(signupAttempts.stateDigest, stateDigest)).returning();
  return row && row.expiresAt.getTime() > now ? { sealedProofs: row.sealedProofs } : undefined;
}

/** Sets the locks of identities apart from others. */
const IDENTITIES = 3;

/**
 * Whoever was recognised by a key of old is by the present one from now on, and so are the signups that the person has
 * begun; it can be done only now, when the number itself is known. Nothing else is lost when the person has a link of
 * the present key already. While a key is replaced, processes of both do this for one person at the same moment: they
 * wait for each other until the transaction ends.
 */
export async function renewIdentity(tx: Tx, { digest, keyVersion, earlier = [] }: IdentityDigest): Promise<void> {
  if (earlier.length === 0) return;
  // In one order for everybody.
  for (const each of [digest, ...earlier].toSorted(Buffer.compare)) await lockIdentity(tx, each);
  // Before the link: a completion under way is waited for, and has made one then.
  await tx
    .update(signupSessions)
    .set({ identityDigest: digest, keyVersion })
    .where(inArray(signupSessions.identityDigest, [...earlier]));
  for (const old of earlier) {
    const isKnown = tx.select({ one: sql`1` }).from(identityLinks).where(isIdentity(digest));
    await tx
      .update(identityLinks)
      .set({ digest, keyVersion })
      .where(and(isIdentity(old), notExists(isKnown)));
  }
}

const lockIdentity = (tx: Tx, digest: Buffer): Promise<void> => lockName(tx, digest.toString('hex'), IDENTITIES);

/** The link of the national identity provider with this digest. */
const isIdentity = (digest: Buffer | PgColumn): SQL | undefined =>
  and(eq(identityLinks.provider, 'idp'), eq(identityLinks.digest, digest));

export async function insertSession(
  tx: Tx,
  codeDigest: Buffer,
  session: Omit<SignupSession, 'knownUserId'>,
  now: number,
  until: number,
): Promise<void> {
  await tx.insert(signupSessions).values({
    codeDigest,
    identityDigest: session.identity.digest,
    keyVersion: session.identity.keyVersion,
    givenName: session.givenName,
    familyName: session.familyName,
    organizations: session.organizations,
    createdAt: new Date(now),
    expiresAt: new Date(until),
  });
}

const sessionOf = (row: typeof signupSessions.$inferSelect): SignupSession => ({
  identity: { digest: row.identityDigest, keyVersion: row.keyVersion },
  givenName: row.givenName,
  familyName: row.familyName,
  organizations: row.organizations,
  knownUserId: row.knownUserId,
});

const isCode = (codeDigest: Buffer, now: number): SQL | undefined =>
  and(eq(signupSessions.codeDigest, codeDigest), gt(signupSessions.expiresAt, new Date(now)));

export async function findSessionByCode(
  db: Reads,
  codeDigest: Buffer,
  now: number,
): Promise<SignupSession | undefined> {
  const [row] = await db.executor.select().from(signupSessions).where(isCode(codeDigest, now));
  return row && sessionOf(row);
}

/** Swaps the code for a token; of several that try, one gets the session. Nobody renews its identity meanwhile. */
export async function exchangeCode(
  tx: Tx,
  codeDigest: Buffer,
  tokenDigest: Buffer,
  now: number,
  until: number,
): Promise<SignupSession | undefined> {
  const [found] = await tx
    .select({ digest: signupSessions.identityDigest })
    .from(signupSessions)
    .where(isCode(codeDigest, now));
  if (!found) return undefined;
  await lockIdentity(tx, found.digest);
  const knownUser = tx
    .select({ userId: identityLinks.userId })
    .from(identityLinks)
    .where(isIdentity(signupSessions.identityDigest));
  const [row] = await tx
    .update(signupSessions)
    .set({ codeDigest: null, tokenDigest, expiresAt: new Date(until), knownUserId: sql`(${knownUser})` })
    .where(isCode(codeDigest, now))
    .returning();
  return row && sessionOf(row);
}

export async function findSessionByToken(
  db: Reads,
  tokenDigest: Buffer,
  now: number,
): Promise<SignupSession | undefined> {
  const [row] = await db.executor
    .select()
    .from(signupSessions)
    .where(and(eq(signupSessions.tokenDigest, tokenDigest), gt(signupSessions.expiresAt, new Date(now))));
  return row && sessionOf(row);
}

/** Makes those who complete one session wait for each other. Its identity as it is then; undefined when it is gone. */
export async function lockSession(tx: Tx, tokenDigest: Buffer): Promise<IdentityDigest | undefined> {
  const [locked] = await tx
    .select({ digest: signupSessions.identityDigest, keyVersion: signupSessions.keyVersion })
    .from(signupSessions)
    .where(eq(signupSessions.tokenDigest, tokenDigest))
    .for('update');
  return locked;
}

export async function deleteSession(tx: Tx, tokenDigest: Buffer): Promise<void> {
  await tx.delete(signupSessions).where(eq(signupSessions.tokenDigest, tokenDigest));
}

/** Forgets what has expired: attempts and sessions. */
export async function forgetSignups(db: Reads, now: number): Promise<number> {
  const { executor } = db;
  const at = new Date(now);
  const gone = [
    await executor
      .delete(signupAttempts)
      .where(lte(signupAttempts.expiresAt, at))
      .returning({ at: signupAttempts.expiresAt }),
    await executor
      .delete(signupSessions)
      .where(lte(signupSessions.expiresAt, at))
      .returning({ at: signupSessions.expiresAt }),
  ];
  return gone.reduce((sum, rows) => sum + rows.length, 0);
}
