import { anyOf, type Executor, type Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { transactionStatements } from '../schema/transaction-statements.ts';
import type { BankTransaction } from './transaction.ts';

/** What somebody says about a transaction: what the API calls its statement. */
export type Explanation = typeof transactionStatements.$inferSelect;

export type ExplanationFields = Pick<Explanation, 'category' | 'businessPartnerId' | 'voucherId' | 'comment'>;

const s = transactionStatements;

/** What was said about transactions, oldest first. */
export const findExplanations = (
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<readonly Explanation[]> =>
  ex
    .select(getTableColumns(s))
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.bankTransactionId, transactionIds)))
    .orderBy(asc(s.id));

export async function insertExplanation(
  tx: Tx,
  { clientAccountId, id }: Pick<BankTransaction, 'clientAccountId' | 'id'>,
  fields: ExplanationFields,
  { moment, actorId }: Stamp & { readonly actorId: number },
): Promise<Explanation> {
  const [row] = await tx
    .insert(s)
    .values({ ...fields, clientAccountId, bankTransactionId: id, createdAt: moment, createdById: actorId })
    .returning(getTableColumns(s));
  return row!;
}
