import { emailKey } from '@app/api/email-address';
import type { Database, Tx } from '@app/db';
import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { mailedLinks } from '../schema/mailed-links.ts';
import type { LinkKind } from './token.ts';

type Reads = Pick<Database, 'executor'>;

export interface NewLink {
  readonly kind: LinkKind;
  readonly userId: number;
  /** Where it is mailed to, and what it proves. */
  readonly email: string;
  /** The address in force, which gets a notice; null when there is nobody to notify. */
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

/** @param lifeMillis how long it works */
export async function insertLink(
  tx: Tx,
  { kind, userId, email, noticeTo }: NewLink,
  { seed, digest }: { readonly seed: Buffer; readonly digest: Buffer },
  now: number,
  lifeMillis: number,
): Promise<number> {
  const [row] = await tx
    .insert(mailedLinks)
    .values({
      kind,
      userId,
      email,
      emailKey: emailKey(email),
      noticeTo,
      seed,
      tokenDigest: digest,
      createdAt: new Date(now),
      expiresAt: new Date(now + lifeMillis),
    })
    .returning({ id: mailedLinks.id });
  return row!.id;
}

async function findLink(db: Reads, condition: SQL | undefined, now: number): Promise<MailedLink | undefined> {
  const [row] = await db.executor.select().from(mailedLinks).where(condition);
  if (!row) return undefined;
  const { id, kind, userId, email, noticeTo, seed, tokenDigest: digest, expiresAt, endedAt } = row;
  const isAlive = endedAt === null && expiresAt.getTime() > now;
  return { id, kind, userId, email, noticeTo, seed, digest, expiresAt, isAlive };
}

export const findLinkById = (db: Reads, id: number, now: number) => findLink(db, eq(mailedLinks.id, id), now);

/** A link that still works, by the digest of its secret. */
export async function findLiveLink(
  db: Reads,
  kind: LinkKind,
  digest: Buffer,
  now: number,
): Promise<MailedLink | undefined> {
  const found = await findLink(db, and(eq(mailedLinks.tokenDigest, digest), eq(mailedLinks.kind, kind)), now);
  return found?.isAlive ? found : undefined;
}

/** Spends a link; of many who try exactly one gets true. */
export async function useLink(tx: Tx, id: number, now: number): Promise<boolean> {
  const rows = await tx
    .update(mailedLinks)
    .set({ endedAt: new Date(now), endedBecause: 'used' })
    .where(and(eq(mailedLinks.id, id), isNull(mailedLinks.endedAt), gt(mailedLinks.expiresAt, new Date(now))))
    .returning({ id: mailedLinks.id });
  return rows.length === 1;
}

/** Ends what a user was mailed and has not used. */
export async function endLinks(
  tx: Tx,
  userId: number,
  kind: LinkKind,
  because: 'replaced' | 'void',
  now: number,
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ endedAt: new Date(now), endedBecause: because })
    .where(and(eq(mailedLinks.userId, userId), eq(mailedLinks.kind, kind), isNull(mailedLinks.endedAt)));
}

/**
 * How many were mailed since a moment: to an address by anybody, by a user to anybody, by that user to that address.
 */
export async function countLinks(
  tx: Tx,
  { kind, userId, email }: Pick<NewLink, 'kind' | 'userId' | 'email'>,
  since: number,
) {
  const isToAddress = eq(mailedLinks.emailKey, emailKey(email));
  const isByUser = eq(mailedLinks.userId, userId);
  const count = (condition?: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await tx
    .select({ toAddress: count(isToAddress), byUser: count(isByUser), byBoth: count(and(isToAddress, isByUser)) })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.kind, kind), or(isToAddress, isByUser), gt(mailedLinks.createdAt, new Date(since))));
  return row!;
}

/** Forgets links that have not worked for a day; limits look back an hour. */
export async function forgetOldLinks(tx: Tx, now: number): Promise<number> {
  const rows = await tx
    .delete(mailedLinks)
    .where(lt(mailedLinks.expiresAt, new Date(now - 24 * 3_600_000)))
    .returning({ id: mailedLinks.id });
  return rows.length;
}
