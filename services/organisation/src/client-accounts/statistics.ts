import { unavailable } from '@app/contract';
import type { Database } from '@app/db';
import type { ClientOf, Records } from '@app/rpc';
import type { ReferenceKinds } from '../references/kinds.ts';

/** A service that counts records of a client account. */
export type RecordCounter = Pick<ClientOf<typeof Records>, 'CountRecords'>;

export interface Statistics {
  readonly journal_entries: number;
  readonly vouchers: number;
  readonly documents: number;
  readonly bank_transactions: number;
  readonly business_partners: number;
}

/**
 * How much a client account holds (docs/contract/client-accounts.md), counted by the owners of the records at the same
 * moment. A count that is missing is no zero. @throws Failure 503 when an owner cannot be asked or does not count
 */
export async function countRecords(
  sources: { readonly db: Database; readonly kinds: ReferenceKinds; readonly counters: readonly RecordCounter[] },
  clientAccountId: number,
): Promise<Statistics> {
  const [own, ...others] = await Promise.all([
    sources.kinds.count(sources.db.executor, clientAccountId),
    ...sources.counters.map((counter) => counter.CountRecords({ clientAccountId })),
  ]);
  const counts = new Map(others.flatMap(({ counts }) => counts).map(({ kind, count }) => [kind, count]));
  const count = (kind: string): number => {
    const found = counts.get(kind);
    if (found === undefined)
      throw unavailable(`The number of ${kind.replace('_', ' ')} cannot be counted right now; try again in a moment`);
    return found;
  };
  return {
    journal_entries: count('journal_entries'),
    vouchers: count('vouchers'),
    documents: count('documents'),
    bank_transactions: count('bank_transactions'),
    business_partners: own.business_partners ?? 0,
  };
}
