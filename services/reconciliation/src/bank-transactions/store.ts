import { anyOf, type Executor } from '@app/db';
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { bankTransactions } from '../schema/bank-transactions.ts';

/** What moved on a house account (docs/contract/bank-transactions.md). */
export type BankTransaction = typeof bankTransactions.$inferSelect;

const t = bankTransactions;
const selection = getTableColumns(t);

/** Transactions of the client account by their ids, in order of id. */
export const findTransactions = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly BankTransaction[]> =>
  ex
    .select(selection)
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), anyOf(t.id, ids)))
    .orderBy(asc(t.id));

export const countTransactions = (ex: Executor, clientAccountId: number): Promise<number> =>
  ex.$count(t, eq(t.clientAccountId, clientAccountId));
