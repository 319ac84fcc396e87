import { conflict } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { bankStatementDeleted } from '@app/events';
import { takeStamp } from '@app/records';
import { transactionsOfStatements } from '../bank-transactions/known.ts';
import type { AreaDependencies } from '../deps.ts';
import { forgetDraftsOf } from '../external/of-transactions.ts';
import { factOf } from './place.ts';
import { type BankStatement, statementNotFound } from './statement.ts';
import { findStatement, removeStatement } from './store.ts';

/** Deletes a statement with its transactions. @throws Failure 404, 409 `bank_statement.has_reconciled_transactions` */
export const deleteStatement = (
  { db, clock }: Pick<AreaDependencies, 'db' | 'clock'>,
  actorId: number,
  { clientAccountId, id }: Pick<BankStatement, 'clientAccountId' | 'id'>,
): Promise<void> =>
  db.write(async (tx) => {
    const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
    const statement = await findStatement(tx, id);
    if (!statement) throw statementNotFound(id);
    const transactions = await transactionsOfStatements(tx, clientAccountId, [id]);
    await forgetDraftsOf(
      tx,
      clientAccountId,
      transactions.map((transaction) => transaction.id),
      stamp,
    );
    if (!(await removeStatement(tx, statement)))
      throw conflict(
        'A transaction of the statement is reconciled or in use; take that back first',
        'bank_statement.has_reconciled_transactions',
      );
    await appendToOutbox(tx, bankStatementDeleted.create(factOf(statement), clientAccountId));
  });
