import type { Executor } from '@app/db';
import { decimal, sum } from '@app/money';
import { advicesUnder, type ReceivablePayment, referenceEndOf } from './store.ts';

/** What of a transaction says which advices it sums up. */
interface Movement {
  readonly id: number;
  readonly bankReference: string | null;
  readonly payeeBankAccountId: number | null;
  readonly bookingDate: string;
  readonly amount: string;
}

const keyOf = (account: number, day: string, end: string): string => `${account} ${day} ${end}`;

/**
 * The advices that belong to transactions (BTX-R19): those of the account that was paid, of the day, with the same end
 * of the reference, when they add up to the amount of the transaction. In one read however many there are.
 * @returns by transaction
 */
export async function advicesOfTransactions(
  ex: Executor,
  clientAccountId: number,
  transactions: readonly Movement[],
): Promise<ReadonlyMap<number, readonly ReceivablePayment[]>> {
  const asked = transactions.flatMap(({ id, bankReference, payeeBankAccountId, bookingDate, amount }) =>
    bankReference === null || payeeBankAccountId === null
      ? []
      : [{ id, amount, bookingDate, bankAccountId: payeeBankAccountId, referenceEnd: referenceEndOf(bankReference) }],
  );
  const byKey = Map.groupBy(
    await advicesUnder(ex, clientAccountId, asked),
    ({ bankAccountId, bookingDate, referenceEnd }) => keyOf(bankAccountId, bookingDate, referenceEnd!),
  );
  return new Map(
    asked.flatMap(({ id, amount, bankAccountId, bookingDate, referenceEnd }) => {
      const advices = byKey.get(keyOf(bankAccountId, bookingDate, referenceEnd)) ?? [];
      const total = sum(advices.map((advice) => decimal(advice.bookedAmount ?? advice.amount)));
      return total.equals(decimal(amount)) ? [[id, advices] as const] : [];
    }),
  );
}
