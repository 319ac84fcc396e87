import type { Database } from '@app/db';
import type { ClientOf, Organisation } from '@app/rpc';
import { LRUCache } from 'lru-cache';
import type { AccountFacts, AccountFactsStore, NewFacts } from './facts-store.ts';
import { vatLiableDuring } from './vat-liability.ts';

export type AccountSource = Pick<ClientOf<typeof Organisation>, 'GetAccount'>;

/** Postings verify what they were prepared with, so this only bounds how long a preparation may be in vain. */
const CACHE_MILLIS = 60_000;
const CACHE_SIZE = 10_000;

export interface AccountFactsCache {
  /** What is known of a client account, read through to its owner on a miss. @throws Failure 404, 503 */
  get(clientAccountId: number): Promise<AccountFacts>;
  /** Asks the owner again: what a refusal calls for. */
  refresh(clientAccountId: number): Promise<AccountFacts>;
  /** Drops what is remembered in this process; the table stays. */
  forget(clientAccountId: number): void;
  forgetAll(): void;
}

export function createFacts(
  db: Pick<Database, 'aside'>,
  store: AccountFactsStore,
  organisation: AccountSource,
): AccountFactsCache {
  const remembered = new LRUCache<number, AccountFacts>({ max: CACHE_SIZE, ttl: CACHE_MILLIS });

  const remember = (facts: AccountFacts): AccountFacts => {
    remembered.set(facts.clientAccountId, facts);
    return facts;
  };

  const ask = async (clientAccountId: number): Promise<NewFacts> => {
    const { account } = await organisation.GetAccount({ clientAccountId });
    if (!account) throw new Error('organisation answered without an account');
    return {
      clientAccountId,
      accountingCurrency: account.accountingCurrency,
      accountingLanguage: account.accountingLanguage,
      displayName: account.displayName,
      organizationNumber: account.organizationNumber || null,
      isActive: account.isActive,
      vatLiableDuring: vatLiableDuring(account.settings),
      version: account.version,
    };
  };

  /** Outside any transaction: what is remembered of it must be there for everybody, whatever becomes of the request. */
  const refresh = (clientAccountId: number): Promise<AccountFacts> =>
    db.aside(async () => {
      const isNew = (await store.find(clientAccountId)) === undefined;
      await store.put(await ask(clientAccountId));
      // An event that came while nothing was known here changed nothing: what it was about is there to be read by now.
      if (isNew) await store.put(await ask(clientAccountId));
      return remember((await store.find(clientAccountId))!);
    });

  return {
    get: async (clientAccountId) => {
      const known = remembered.get(clientAccountId);
      if (known) return known;
      const stored = await store.find(clientAccountId);
      return stored ? remember(stored) : refresh(clientAccountId);
    },
    refresh,
    forget: (clientAccountId) => void remembered.delete(clientAccountId),
    forgetAll: () => remembered.clear(),
  };
}
