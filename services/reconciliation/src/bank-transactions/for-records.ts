import type { Executor } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { bankAccounts } from '../schema/bank-accounts.ts';
import { bankTransactions } from '../schema/bank-transactions.ts';

// What external reconciliations need of bank transactions.

export { markReconciled } from './store.ts';
export { rateTo } from './transaction.ts';

const t = bankTransactions;

/** A bank transaction with what its ledger lines are to be on. */
export interface ComparedTransaction {
  readonly id: number;
  readonly amount: string;
  readonly currencyCode: string;
  readonly exchangeRate: string | null;
  readonly rateTo: string | null;
  /** The house account that it moved, and the account of the books that it is booked on. */
  readonly bankAccountId: number;
  readonly accountCode: string;
}

/** The transaction of this id; undefined when the client account has none. */
export async function findCompared(
  ex: Executor,
  clientAccountId: number,
  id: number,
): Promise<ComparedTransaction | undefined> {
  const [row] = await ex
    .select({
      id: t.id,
      amount: t.amount,
      currencyCode: t.currencyCode,
      exchangeRate: t.exchangeRate,
      rateTo: t.rateTo,
      bankAccountId: t.bankAccountId,
      // A house account is booked on an account of the books.
      accountCode: sql<string>`${bankAccounts.accountCode}`,
    })
    .from(t)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.clientAccountId, t.clientAccountId), eq(bankAccounts.id, t.bankAccountId)),
    )
    .where(and(eq(t.clientAccountId, clientAccountId), eq(t.id, id)));
  return row;
}
