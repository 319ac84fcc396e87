import type { Database, Tx } from '@app/db';
import type { Language } from '@app/runtime';
import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm';
import { browserSessions } from '../schema/tokens.ts';
import { users } from '../schema/users.ts';

type Reads = Pick<Database, 'executor'>;

export async function insertSession(
  db: Reads,
  digest: Buffer,
  userId: number,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.executor.insert(browserSessions).values({ sessionDigest: digest, userId, createdAt: now, expiresAt });
}

export interface SessionUser {
  readonly userId: number;
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

/** The active user of a live session. */
export async function findSession(db: Reads, digest: Buffer, now: Date): Promise<SessionUser | undefined> {
  const [row] = await db.executor
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      language: users.language,
    })
    .from(browserSessions)
    .innerJoin(users, eq(users.id, browserSessions.userId))
    .where(
      and(eq(browserSessions.sessionDigest, digest), gt(browserSessions.expiresAt, now), eq(users.isActive, true)),
    );
  return row;
}

/**
 * Waits for whoever is changing the user of a session, and keeps others from it until the transaction ends; consents of
 * one user do not wait for each other.
 */
export async function lockUserOfSession(tx: Tx, digest: Buffer): Promise<void> {
  const owner = tx
    .select({ id: browserSessions.userId })
    .from(browserSessions)
    .where(eq(browserSessions.sessionDigest, digest));
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('share');
}

export async function deleteSession(db: Reads, digest: Buffer): Promise<void> {
  await db.executor.delete(browserSessions).where(eq(browserSessions.sessionDigest, digest));
}

/** @param except a session that stays: the one the change came from */
export async function deleteSessionsOfUser(tx: Tx, userId: number, except: Buffer | undefined): Promise<void> {
  const own = eq(browserSessions.userId, userId);
  await tx.delete(browserSessions).where(except ? and(own, ne(browserSessions.sessionDigest, except)) : own);
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<number> {
  const rows = await tx
    .delete(browserSessions)
    .where(lt(browserSessions.expiresAt, now))
    .returning({ userId: browserSessions.userId });
  return rows.length;
}
