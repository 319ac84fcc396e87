import type { AccountFactsCache } from '../projections/account-facts.ts';
import type { References } from '../projections/references.ts';
import type { Refusal } from './fault.ts';
import type { EntryHeader, NewLine } from './journal-entry.ts';

interface Asked {
  readonly header: Pick<EntryHeader, 'voucherId'>;
  readonly lines: readonly NewLine[];
}

/**
 * Asks the owners about everything a refusal may have got wrong because an event is still under way: facts of the
 * account, dimension values, vouchers. A refusal is never based on a projection alone.
 * @param asked what was asked about before for the same request: nothing is asked twice. Added to.
 * @returns whether there was anything to ask
 */
export async function refreshRefused(
  projections: { readonly facts: AccountFactsCache; readonly references: Pick<References, 'refresh'> },
  clientAccountId: number,
  refusal: Refusal,
  entries: readonly Asked[],
  asked: Set<string>,
): Promise<boolean> {
  const wanted = new Map<string, Set<number>>();
  let isAccountStale = false;
  for (const { entry, line, field, index, rule } of refusal.faults) {
    if (field === 'client_account_id' || rule === 'not_liable') isAccountStale = true;
    if (rule !== 'unknown' && rule !== 'inactive') continue;
    if (field === 'voucher_id') want(wanted, 'voucher', entries[entry]?.header.voucherId);
    if (field === 'dimensions') {
      const found = entries[entry]?.lines.find(({ position }) => position === line)?.dimensions[index ?? 0];
      if (found) want(wanted, found.relationType, found.relationId);
    }
  }
  const before = asked.size;
  if (isAccountStale && !asked.has('account')) {
    asked.add('account');
    await projections.facts.refresh(clientAccountId);
  }
  for (const [type, ids] of wanted) {
    const fresh = [...ids].filter((id) => !asked.has(`${type} ${id}`));
    for (const id of fresh) asked.add(`${type} ${id}`);
    if (fresh.length > 0) await projections.references.refresh(clientAccountId, type, fresh);
  }
  return asked.size > before;
}

function want(wanted: Map<string, Set<number>>, type: string, id: number | null | undefined): void {
  if (id == null) return;
  const ids = wanted.get(type) ?? new Set();
  wanted.set(type, ids.add(id));
}
