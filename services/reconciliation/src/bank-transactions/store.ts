import { anyOf, builtOnce, type Executor, type Tx, type Value } from '@app/db';
import { changedAt, madeAt, type Stamp } from '@app/records';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { bankTransactionDetails, bankTransactions } from '../schema/bank-transactions.ts';
import type { BankTransaction, NewTransaction, TransactionDetail } from './transaction.ts';

export type { BankTransaction } from './transaction.ts';

const t = bankTransactions;
const d = bankTransactionDetails;
export const transactionSelection = getTableColumns(t);
/** Rows of one statement to the database: the protocol has room for 65 535 values. */
const AT_ONCE = 1_000;

const transactionById = builtOnce((ex, id: Value<number>) =>
  ex.select(transactionSelection).from(t).where(eq(t.id, id)),
);

/** By id alone: the caller decides who may see it. */
export const findTransaction = async (ex: Executor, id: number): Promise<BankTransaction | undefined> =>
  (await transactionById(ex, id))[0];

/** Transactions of the client account by their ids, in order of id. */
export const findTransactions = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly BankTransaction[]> =>
  ex
    .select(transactionSelection)
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), anyOf(t.id, ids)))
    .orderBy(asc(t.id));

/** Transactions of statements, in the order in which they came. */
export const transactionsOfStatements = (
  ex: Executor,
  clientAccountId: number,
  statementIds: readonly number[],
): Promise<readonly BankTransaction[]> =>
  ex
    .select(transactionSelection)
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), anyOf(t.bankStatementId, statementIds)))
    .orderBy(asc(t.id));

export const countTransactions = (ex: Executor, clientAccountId: number): Promise<number> =>
  ex.$count(t, eq(t.clientAccountId, clientAccountId));

/** Parts of transactions, in the order in which they came. */
export const findDetails = (
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<readonly TransactionDetail[]> =>
  ex
    .select(getTableColumns(d))
    .from(d)
    .where(and(eq(d.clientAccountId, clientAccountId), anyOf(d.bankTransactionId, transactionIds)))
    .orderBy(asc(d.id));

/** Stores transactions with their parts. @returns them in the order given */
export async function insertTransactions(
  tx: Tx,
  transactions: readonly NewTransaction[],
  stamp: Stamp,
): Promise<readonly BankTransaction[]> {
  const stored: BankTransaction[] = [];
  for (let start = 0; start < transactions.length; start += AT_ONCE) {
    const rows = transactions
      .slice(start, start + AT_ONCE)
      .map(({ details: _, ...row }) => ({ ...row, ...madeAt(stamp) }));
    stored.push(...(await tx.insert(t).values(rows).returning(transactionSelection)));
  }
  const details = transactions.flatMap(({ details: parts }, index) =>
    (parts ?? []).map((part) => ({
      ...part,
      clientAccountId: stored[index]!.clientAccountId,
      bankTransactionId: stored[index]!.id,
    })),
  );
  for (let start = 0; start < details.length; start += AT_ONCE)
    await tx.insert(d).values(details.slice(start, start + AT_ONCE));
  return stored;
}

/** Transactions that are stored of an account under references of the bank. */
export const transactionsByReference = (
  ex: Executor,
  { clientAccountId, bankAccountId }: Pick<BankTransaction, 'clientAccountId' | 'bankAccountId'>,
  references: readonly string[],
): Promise<readonly Pick<BankTransaction, 'bankReference' | 'amount' | 'bookingDate'>[]> =>
  ex
    .select({ bankReference: t.bankReference, amount: t.amount, bookingDate: t.bookingDate })
    .from(t)
    .where(
      and(
        eq(t.clientAccountId, clientAccountId),
        eq(t.bankAccountId, bankAccountId),
        anyOf(t.bankReference, references),
      ),
    );

/** A transaction of the client account, which nobody else changes until the transaction of the database ends. */
export async function lockTransaction(
  tx: Tx,
  clientAccountId: number,
  id: number,
): Promise<BankTransaction | undefined> {
  const [row] = await tx
    .select(transactionSelection)
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), eq(t.id, id)))
    .for('update');
  return row;
}

/** Notes that a record reconciles a transaction, or that none does any more. */
export async function markReconciled(
  tx: Tx,
  { clientAccountId, id }: Pick<BankTransaction, 'clientAccountId' | 'id'>,
  isReconciled: boolean,
  stamp: Stamp,
): Promise<void> {
  await tx
    .update(t)
    .set({
      externalReconciledAmount: isReconciled ? sql`${t.amount}` : '0',
      version: sql`${t.version} + 1`,
      ...changedAt(stamp),
    })
    .where(and(eq(t.clientAccountId, clientAccountId), eq(t.id, id)));
}
