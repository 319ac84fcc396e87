import type { BankStatementOut } from '@app/api/reconciliation/index';
import { invalidField } from '@app/contract/failure';
import { instantOut } from '@app/records';
import type { z } from 'zod';
import { transactionsOfStatements } from '../bank-transactions/known.ts';
import { type PresentingDependencies, presentTransactions } from '../bank-transactions/present.ts';
import type { BankTransaction } from '../bank-transactions/transaction.ts';
import type { BankStatement } from './statement.ts';

export type WireStatement = z.input<typeof BankStatementOut>;

/** Transactions that one answer embeds: more are read by their own list. */
const MOST = 20_000;

/** A statement without its transactions. */
const statementWire = (statement: BankStatement): WireStatement => ({
  id: statement.id,
  uuid: statement.uuid,
  created_at: instantOut(statement.createdAt),
  created_by_id: statement.createdById,
  client_account_id: statement.clientAccountId,
  bank_account_id: statement.bankAccountId,
  statement_reference: statement.statementReference,
  from_date: statement.fromDate,
  to_date: statement.toDate,
  opening_balance: statement.openingBalance,
  closing_balance: statement.closingBalance,
  currency_code: statement.currencyCode,
  source: statement.source,
  transaction_count: statement.transactionCount,
});

export const withTransactions = async (
  deps: PresentingDependencies,
  statement: BankStatement,
  transactions: readonly BankTransaction[],
) => ({
  ...statementWire(statement),
  transactions: await presentTransactions(deps, transactions, new Set(['details'])),
});

/**
 * Statements of one client account, with their transactions when they are asked for.
 * @throws Failure 400 when there are too many for one answer, 503
 */
export async function presentStatements(
  deps: PresentingDependencies,
  clientAccountId: number,
  statements: readonly BankStatement[],
  relations: ReadonlySet<'transactions'>,
): Promise<WireStatement[]> {
  if (!relations.has('transactions')) return statements.map(statementWire);
  const count = statements.reduce((total, { transactionCount }) => total + transactionCount, 0);
  if (count > MOST)
    throw invalidField(
      'with',
      `asks for ${count} transactions; an answer has at most ${MOST}, and GET /bank-transactions gives them page by page`,
    );
  const ids = statements.map(({ id }) => id);
  const found = await transactionsOfStatements(deps.db.executor, clientAccountId, ids);
  const shown = Map.groupBy(
    await presentTransactions(deps, found, new Set(['details'])),
    ({ bank_statement_id }) => bank_statement_id,
  );
  return statements.map((statement) => ({ ...statementWire(statement), transactions: shown.get(statement.id) ?? [] }));
}
