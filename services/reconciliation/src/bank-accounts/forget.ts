import { anyOf, appendToOutbox, type Tx } from '@app/db';
import { and, asc, eq, isNotNull, type SQL } from 'drizzle-orm';
import { bankAccounts } from '../schema/bank-accounts.ts';
import { bankAccountChanged } from './bank-account.ts';

/** Removes bank accounts of an account that fulfil a condition, and says of each that nothing may refer to it any more. */
async function forget(tx: Tx, clientAccountId: number, most: number, condition?: SQL): Promise<number> {
  const { id, version, name, bban, iban } = bankAccounts;
  const gone = await tx
    .select({ id, version, name, bban, iban })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.clientAccountId, clientAccountId), condition))
    .orderBy(asc(bankAccounts.id))
    .limit(most)
    .for('update');
  if (gone.length === 0) return 0;
  const ids = gone.map((account) => account.id);
  await tx
    .delete(bankAccounts)
    .where(and(eq(bankAccounts.clientAccountId, clientAccountId), anyOf(bankAccounts.id, ids)));
  const last = gone.map((account) => ({ ...account, clientAccountId, isActive: false, version: account.version + 1 }));
  await appendToOutbox(tx, ...last.map(bankAccountChanged));
  return gone.length;
}

export const forgetBankAccounts = (tx: Tx, clientAccountId: number, most: number): Promise<number> =>
  forget(tx, clientAccountId, most);

/** Those of business partners go with their partners. */
export const forgetPartnerAccounts = (tx: Tx, clientAccountId: number, most: number): Promise<number> =>
  forget(tx, clientAccountId, most, isNotNull(bankAccounts.businessPartnerId));
