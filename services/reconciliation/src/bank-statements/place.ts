import { appendToOutbox, type Tx } from '@app/db';
import { bankStatementRecorded } from '@app/events';
import { addMoney } from '@app/money';
import type { Stamp } from '@app/records';
import { transactionsRecorded } from '../bank-transactions/events.ts';
import { insertTransactions, transactionsByReference } from '../bank-transactions/known.ts';
import type { BankTransaction, NewTransaction } from '../bank-transactions/transaction.ts';
import { assertBalanced, assertContinues, type BankStatement, type StatementHead } from './statement.ts';
import { findNeighbours, insertStatement } from './store.ts';

/** A statement as it was stored. */
export interface PlacedStatement {
  readonly statement: BankStatement;
  readonly transactions: readonly BankTransaction[];
  /** What was stored already, and stands on the statement in its balance alone. */
  readonly skipped: readonly NewTransaction[];
}

/**
 * Stores a statement with its transactions, in the turn of its client account: it balances, it is new, and it continues
 * its neighbours. A transaction that is stored already under the bank's reference with the same amount and day is not
 * stored again; those of one statement are never the same, however alike.
 * @param stamp taken in this transaction, which makes neighbours wait for each other
 * @throws Failure 400 `bank_statement.unbalanced`, 409 `bank_statement.duplicate`, `bank_statement.balance_gap`
 */
export async function placeStatement(
  tx: Tx,
  head: StatementHead,
  transactions: readonly NewTransaction[],
  stamp: Stamp,
): Promise<PlacedStatement> {
  assertBalanced(
    head,
    transactions.map(({ amount }) => amount),
  );
  assertContinues(head, await findNeighbours(tx, head));
  const { fresh, skipped } = await separate(tx, head, transactions);
  const statement = await insertStatement(
    tx,
    {
      ...head,
      transactionCount: fresh.length,
      skippedAmount: addMoney('0', ...skipped.map(({ amount }) => amount)),
    },
    stamp,
  );
  const stored = await insertTransactions(
    tx,
    fresh.map((one) => ({
      ...one,
      bankStatementId: statement.id,
      details: (one.details ?? []).map(ofStatement(statement)),
    })),
    stamp,
  );
  if (stored.length > 0) await appendToOutbox(tx, transactionsRecorded(stored));
  await appendToOutbox(tx, bankStatementRecorded.create(factOf(statement), statement.clientAccountId));
  return { statement, transactions: stored, skipped };
}

/** What is published of a statement. */
export const factOf = (statement: BankStatement) => ({
  client_account_id: statement.clientAccountId,
  bank_account_id: statement.bankAccountId,
  bank_statement_id: statement.id,
  date_from: statement.fromDate,
  date_to: statement.toDate,
});

const ofStatement =
  ({ uuid }: BankStatement) =>
  (detail: NonNullable<NewTransaction['details']>[number]) => ({
    ...detail,
    statementUuid: detail.statementUuid ?? uuid,
  });

const keyOf = ({
  bankReference,
  amount,
  bookingDate,
}: Pick<NewTransaction, 'bankReference' | 'amount' | 'bookingDate'>): string =>
  `${bookingDate} ${amount} ${bankReference}`;

/** As many of a kind are skipped as are stored of it. */
async function separate(tx: Tx, head: StatementHead, transactions: readonly NewTransaction[]) {
  const references = [...new Set(transactions.flatMap(({ bankReference }) => bankReference ?? []))];
  const stored = new Map<string, number>();
  if (references.length > 0)
    for (const one of await transactionsByReference(tx, head, references))
      stored.set(keyOf(one), (stored.get(keyOf(one)) ?? 0) + 1);
  const [fresh, skipped]: NewTransaction[][] = [[], []];
  for (const one of transactions) {
    const left = one.bankReference ? (stored.get(keyOf(one)) ?? 0) : 0;
    if (left > 0) stored.set(keyOf(one), left - 1);
    (left > 0 ? skipped! : fresh!).push(one);
  }
  return { fresh: fresh!, skipped: skipped! };
}
