import { conflict, type Failure } from '@app/contract/failure';
import { appendToOutbox, type Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { users } from '../schema/users.ts';
import { emailKey } from './email.ts';
import { userChanged } from './events.ts';

/** One at a time per address, until the transaction ends: who proves an address never meets somebody who does the same. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${emailKey(email)}, 2))`);
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
  const losers = await tx.execute<{ id: string; is_active: boolean }>(sql`
    update users set email = null, email_key = null, updated_at = ${now.toISOString()}::timestamptz
    where email_key = ${emailKey(email)} and not email_verified and id is distinct from ${userId}::bigint
    returning id, is_active`);
  for (const { id, is_active: isActive } of losers) {
    await tx.execute(sql`
      update mailed_links set ended_at = ${now.toISOString()}::timestamptz, ended_because = 'void'
      where user_id = ${id}::bigint and email_key = ${emailKey(email)} and ended_at is null`);
    await appendToOutbox(tx, userChanged({ id: Number(id), isActive }));
  }
}

export const emailTaken = (): Failure => conflict('The e-mail address belongs to another user', 'user.email_taken');
