import { anyOf, type Executor } from '@app/db';
import { and, desc, eq } from 'drizzle-orm';
import { bankStatements } from '../schema/bank-statements.ts';

/** What stood on an account at the end of a statement. */
export interface Balance {
  readonly as_of: string;
  readonly amount: string;
  readonly currency_code: string;
}

/** The closing balance of the newest statement of each account, by account; none where there is no statement. */
export async function newestBalances(
  ex: Executor,
  clientAccountId: number,
  bankAccountIds: readonly number[],
): Promise<ReadonlyMap<number, Balance>> {
  const s = bankStatements;
  const rows = await ex
    .selectDistinctOn([s.bankAccountId], {
      bankAccountId: s.bankAccountId,
      as_of: s.toDate,
      amount: s.closingBalance,
      currency_code: s.currencyCode,
    })
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.bankAccountId, bankAccountIds)))
    .orderBy(s.bankAccountId, desc(s.toDate), desc(s.id));
  return new Map(rows.map(({ bankAccountId, ...balance }) => [bankAccountId, balance]));
}
