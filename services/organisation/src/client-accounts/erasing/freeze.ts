import { appendToOutbox, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { eq, sql } from 'drizzle-orm';
import { clientAccounts } from '../../schema/client-accounts.ts';
import { findAccount } from '../../tenancy/account-store.ts';
import { accountChanged } from '../../tenancy/client-account.ts';
import { accessToAccountChanged } from '../../tenancy/link.ts';

/**
 * Closes an account whose lock the transaction holds to writes, or opens it again, and says so to every service. While
 * it is removed nobody reaches it.
 */
export async function setErasing(
  tx: Tx,
  clock: Clock,
  clientAccountId: number,
  erasing: 'reset' | 'removal' | null,
): Promise<void> {
  const before = await findAccount(tx, clientAccountId, clock.today());
  if (!before) return;
  await tx
    .update(clientAccounts)
    .set({ erasing, version: sql`${clientAccounts.version} + 1` })
    .where(eq(clientAccounts.id, clientAccountId));
  await appendToOutbox(
    tx,
    accountChanged({ ...before, erasing, version: before.version + 1 }),
    accessToAccountChanged(clientAccountId),
  );
}
