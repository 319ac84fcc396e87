import type { AccountFactsCache } from './account-facts.ts';
import type { AccountFactsStore } from './facts-store.ts';
import type { References } from './references.ts';
import type { ReferencesStore } from './references-store.ts';

interface Projections {
  readonly factsStore: AccountFactsStore;
  readonly facts: AccountFactsCache;
  readonly referencesStore: ReferencesStore;
  readonly references: References;
}

/**
 * Asks the owners again about everything the books point at: every account with facts or books, every dimension value
 * and voucher used. From empty tables it builds them anew. Returns how many values were asked about.
 */
export async function rebuildProjections({
  factsStore,
  facts,
  referencesStore,
  references,
}: Projections): Promise<number> {
  const used = await referencesStore.used();
  const accounts = new Set([...(await factsStore.ids()), ...used.map(({ clientAccountId }) => clientAccountId)]);
  for (const clientAccountId of accounts) await facts.refresh(clientAccountId);
  for (const { clientAccountId, relationType, ids } of used)
    await references.refresh(clientAccountId, relationType, ids);
  return accounts.size + used.reduce((total, { ids }) => total + ids.length, 0);
}
