import { Failure } from '@app/contract/failure';
import { decimal, formatMoney, sum } from '@app/money';
import type { WritingDeps } from './create.ts';
import { currentBalances, readGround } from './ground.ts';
import { compare, itemsOf } from './judge.ts';
import {
  type Comparison,
  type ExternalEntry,
  type ExternalRecord,
  type NewEntry,
  staleDraft,
  unexplained,
} from './record.ts';

/** Is it a part of the difference that somebody explained? */
export const isItem = ({ kind }: ExternalEntry): boolean => kind === 'RECONCILING_ITEM';

/**
 * What explains a draft, or is sent to explain it, must be its whole difference.
 * @throws Failure 400 `period_reconciliation.unexplained_difference` (XRC-R36)
 */
export function requireCovered(
  { difference }: ExternalRecord,
  entries: readonly ExternalEntry[],
  { items }: { readonly items: readonly { readonly amount: string }[] | undefined },
): void {
  const covered = items ? sum(items.map(({ amount }) => decimal(amount))) : itemsOf(entries.map(asNew));
  if (!decimal(difference).equals(covered)) throw unexplained(difference, formatMoney(covered));
}

const asNew = (entry: ExternalEntry): NewEntry => ({ ...entry, share: null });

/**
 * Compares what a draft compares once more: everything must be as it was when the draft was made (XRC-R37).
 * @throws Failure 409 `period_reconciliation.stale_draft`, 503
 */
export async function compareAgain(
  deps: WritingDeps,
  record: ExternalRecord,
  entries: readonly ExternalEntry[],
): Promise<Comparison> {
  const kept = entries.filter((entry) => !isItem(entry));
  const before = { ...record, entries: kept.map(asNew), isExplained: true };
  if (record.scopeKey !== null) {
    await deps.hooks.reconciling(deps.db.executor, record);
    const balances = kept.filter(({ kind }) => kind === 'LEDGER_BALANCE');
    const now = await currentBalances(deps.ledger, record.clientAccountId, balances);
    if (balances.some(({ amount }, index) => !decimal(amount).equals(decimal(now[index]!.balance))))
      throw staleDraft(record.id);
    return before;
  }
  const again = await staleUnless(record.id, async () =>
    compare(kept, await readGround(deps, record.clientAccountId, kept)),
  );
  if (again.expectedAmount !== record.expectedAmount || again.ledgerAmount !== record.ledgerAmount)
    throw staleDraft(record.id);
  return again;
}

/** What the rules refuse by now has changed since the draft was made. */
async function staleUnless<T>(id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.status === 400) throw staleDraft(id);
    throw error;
  }
}
