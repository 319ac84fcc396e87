import { type Executor, sqlState, type Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, asc, eq, getTableColumns, gte, lte } from 'drizzle-orm';
import { bankStatements } from '../schema/bank-statements.ts';
import { bankTransactions } from '../schema/bank-transactions.ts';
import type { BankStatement, Neighbours, StatementHead } from './statement.ts';

const s = bankStatements;
const selection = getTableColumns(s);

export interface StatementFilter {
  readonly clientAccountId: number;
  readonly bankAccountId?: number | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/** Statements that have a day of a span. */
const conditionOf = ({ clientAccountId, bankAccountId, fromDate, toDate }: StatementFilter) =>
  and(
    eq(s.clientAccountId, clientAccountId),
    bankAccountId === undefined ? undefined : eq(s.bankAccountId, bankAccountId),
    fromDate === undefined ? undefined : gte(s.toDate, fromDate),
    toDate === undefined ? undefined : lte(s.fromDate, toDate),
  );

export const countStatements = (ex: Executor, filter: StatementFilter): Promise<number> =>
  ex.$count(s, conditionOf(filter));

/** In the order of their ids. */
export const listStatements = (
  ex: Executor,
  filter: StatementFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly BankStatement[]> =>
  ex.select(selection).from(s).where(conditionOf(filter)).orderBy(asc(s.id)).limit(limit).offset(offset);

/** By id alone: the caller decides who may see it. */
export async function findStatement(ex: Executor, id: number): Promise<BankStatement | undefined> {
  const [row] = await ex.select(selection).from(s).where(eq(s.id, id));
  return row;
}

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** What stands beside a statement on its account. */
export async function findNeighbours(
  ex: Executor,
  head: Pick<StatementHead, 'clientAccountId' | 'bankAccountId' | 'statementReference' | 'fromDate' | 'toDate'>,
): Promise<Neighbours> {
  const { clientAccountId, bankAccountId, statementReference, fromDate, toDate } = head;
  const near = await ex
    .select(selection)
    .from(s)
    .where(conditionOf({ clientAccountId, bankAccountId, fromDate: dayBefore(fromDate), toDate: dayAfter(toDate) }))
    .orderBy(asc(s.fromDate));
  const ofAccount = and(eq(s.clientAccountId, clientAccountId), eq(s.bankAccountId, bankAccountId));
  const same =
    statementReference === null ? 0 : await ex.$count(s, and(ofAccount, eq(s.statementReference, statementReference)));
  return {
    sameReference: same > 0,
    touching: near.filter((one) => one.toDate >= fromDate && one.fromDate <= toDate),
    before: near.find((one) => one.toDate === dayBefore(fromDate)),
    after: near.find((one) => one.fromDate === dayAfter(toDate)),
  };
}

export async function insertStatement(
  tx: Tx,
  statement: StatementHead & Pick<BankStatement, 'transactionCount' | 'skippedAmount'>,
  { moment, actorId }: Stamp,
): Promise<BankStatement> {
  const [row] = await tx
    .insert(s)
    .values({ ...statement, createdAt: moment, createdById: actorId })
    .returning(selection);
  return row!;
}

/**
 * Removes a statement and its transactions.
 * @returns false, and nothing is removed, when a transaction is reconciled or something refers to it
 */
export async function removeStatement(
  tx: Tx,
  { clientAccountId, id }: Pick<BankStatement, 'clientAccountId' | 'id'>,
): Promise<boolean> {
  const t = bankTransactions;
  const own = await tx
    .select({ amount: t.externalReconciledAmount })
    .from(t)
    .where(and(eq(t.clientAccountId, clientAccountId), eq(t.bankStatementId, id)))
    .for('update');
  if (own.some(({ amount }) => Number(amount) !== 0)) return false;
  try {
    await tx.delete(t).where(and(eq(t.clientAccountId, clientAccountId), eq(t.bankStatementId, id)));
    await tx.delete(s).where(and(eq(s.clientAccountId, clientAccountId), eq(s.id, id)));
  } catch (error) {
    if (sqlState(error) === '23503') return false;
    throw error;
  }
  return true;
}
