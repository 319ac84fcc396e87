import { emailKey } from '@app/api/email-address';
import { conflict, type Failure } from '@app/contract/failure';
import { appendToOutbox, lockName, type Tx } from '@app/db';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { mailedLinks } from '../schema/mailed-links.ts';
import { users } from '../schema/users.ts';
import { userChanged } from './events.ts';

/**
 * One at a time per address, until the transaction ends: who proves an address never meets somebody who does the same.
 */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await lockName(tx, emailKey(email), 2);
}

/**
 * Asserts that nobody else has proven an address, and holds it until the transaction ends.
 * @param userId whose it may be already
 * @throws Failure 409 `user.email_taken`
 */
export async function assertAddressFree(tx: Tx, email: string, userId: number | null): Promise<void> {
  await lockAddress(tx, email);
  const [holder] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKey(email)), eq(users.emailVerified, true)));
  if (holder && holder.id !== userId) throw emailTaken();
}

/**
 * Takes an address for whoever has just proven it: users who named it without a proof lose it, and go on signing in by
 * identity (PPL-R02). The caller writes it to the user.
 * @param userId who takes it; null for one who is made next
 * @throws Failure 409 `user.email_taken` when somebody proved it before
 */
export async function takeAddress(tx: Tx, email: string, userId: number | null, now: Date): Promise<void> {
  await assertAddressFree(tx, email, userId);
  const key = emailKey(email);
  const isOther = userId === null ? undefined : ne(users.id, userId);
  const losers = await tx
    .update(users)
    .set({ email: null, emailKey: null, updatedAt: now })
    .where(and(eq(users.emailKey, key), eq(users.emailVerified, false), isOther))
    .returning({ id: users.id, isActive: users.isActive });
  for (const { id, isActive } of losers) {
    await tx
      .update(mailedLinks)
      .set({ endedAt: now, endedBecause: 'void' })
      .where(and(eq(mailedLinks.userId, id), eq(mailedLinks.emailKey, key), isNull(mailedLinks.endedAt)));
    await appendToOutbox(tx, userChanged({ id, isActive }));
  }
}

export const emailTaken = (): Failure => conflict('The e-mail address belongs to another user', 'user.email_taken');
