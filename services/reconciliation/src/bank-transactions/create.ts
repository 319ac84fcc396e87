import { appendToOutbox } from '@app/db';
import { takeStamp } from '@app/records';
import { findBankAccounts } from '../bank-accounts/known.ts';
import type { AreaDependencies } from '../deps.ts';
import { transactionsRecorded } from './events.ts';
import { judgeTransaction, type SentTransaction } from './judge.ts';
import { insertTransactions } from './store.ts';
import type { BankTransaction } from './transaction.ts';

/**
 * Stores a transaction that stands on no statement.
 * @throws Failure 400 `bank_transaction.bank_account_required`, `bank_transaction.invalid_bank_account`, 503
 */
export async function createTransaction(
  { db, clock, companies }: Pick<AreaDependencies, 'db' | 'clock' | 'companies'>,
  actorId: number,
  clientAccountId: number,
  sent: SentTransaction,
): Promise<BankTransaction> {
  const accountingCurrency = await companies.currencyOf(clientAccountId);
  return db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const named = [sent.payee_bank_account_id, sent.payor_bank_account_id].flatMap((id) => id ?? []);
    const bankAccounts = new Map((await findBankAccounts(tx, clientAccountId, named)).map((one) => [one.id, one]));
    const judged = judgeTransaction({ clientAccountId, accountingCurrency, bankAccounts }, sent);
    const [stored] = await insertTransactions(tx, [judged], stamp);
    await appendToOutbox(tx, transactionsRecorded([stored!]));
    return stored!;
  });
}
