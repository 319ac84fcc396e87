import type { NewEvent } from '@app/db';
import { bankTransactionExplained, bankTransactionRecorded } from '@app/events';
import type { BankTransaction } from './transaction.ts';

/** Transactions of one account were stored together: by one call, or with one statement. */
export function transactionsRecorded(transactions: readonly BankTransaction[]): NewEvent {
  const [first] = transactions;
  if (!first) throw new Error('mistake of the caller: nothing was recorded');
  const days = transactions.map(({ bookingDate }) => bookingDate).sort();
  return bankTransactionRecorded.create(
    {
      client_account_id: first.clientAccountId,
      bank_account_id: first.bankAccountId,
      bank_statement_id: first.bankStatementId,
      count: transactions.length,
      date_from: days[0]!,
      date_to: days.at(-1)!,
    },
    first.clientAccountId,
  );
}

/** Somebody said what a transaction was. */
export const transactionExplained = (
  { clientAccountId, id }: Pick<BankTransaction, 'clientAccountId' | 'id'>,
  userId: number,
): NewEvent =>
  bankTransactionExplained.create(
    { client_account_id: clientAccountId, bank_transaction_id: id, user_id: userId },
    clientAccountId,
  );
