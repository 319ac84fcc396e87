import { conflict } from '@app/contract';
import type { Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { findAccount, lockAccounts } from './account-store.ts';
import { accountNotFound } from './client-account.ts';

/**
 * Keeps an account as it is until the transaction ends, provided that it takes writes: one that is inactive, reset or
 * removed takes none. @throws Failure 404, 409 `client_account.inactive`
 */
export async function holdWritable(tx: Tx, clock: Clock, clientAccountId: number): Promise<void> {
  const isThere = (await lockAccounts(tx, [clientAccountId])).has(clientAccountId);
  const account = isThere ? await findAccount(tx, clientAccountId, clock.today()) : undefined;
  if (!account) throw accountNotFound(clientAccountId);
  if (!account.isActive || account.erasing !== null)
    throw conflict('The client account is inactive and read-only', 'client_account.inactive');
}
