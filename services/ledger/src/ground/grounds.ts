import type { Database } from '@app/db';
import { LRUCache } from 'lru-cache';
import type { AccountFactsCache } from '../projections/account-facts.ts';
import type { CommonGround, Ground } from './ground.ts';
import type { GroundStore } from './ground-store.ts';

/** Companies and accounts of their own that are remembered, together: some ten megabytes. */
const CAPACITY = 50_000;

/**
 * The ground of each company, remembered for as long as the version stands that it was read under. Whoever judges by it
 * need not ask whether it still does: the statement that writes takes effect under that version alone.
 */
export interface Grounds {
  /** What is remembered, or else read; the owner of a company that is not known is asked. @throws Failure 404, 503 */
  get(clientAccountId: number): Promise<Ground>;
  /** Whether the ground is the one of this moment; what is not is forgotten. */
  isCurrent(ground: Ground): Promise<boolean>;
  /** After a write that found another version. */
  forget(clientAccountId: number): void;
  /** Companies and accounts that are remembered. */
  readonly size: number;
}

/** @param options.capacity how many companies and accounts are remembered, together */
export function createGrounds(
  {
    db,
    store,
    facts,
  }: {
    readonly db: Pick<Database, 'aside'>;
    readonly store: GroundStore;
    readonly facts: Pick<AccountFactsCache, 'refresh'>;
  },
  options: { readonly capacity?: number } = {},
): Grounds {
  const { capacity = CAPACITY } = options;
  const remembered = new LRUCache<number, Ground>({ maxSize: capacity, sizeCalculation: weightOf });
  let common: Promise<CommonGround> | undefined;

  const forget = (clientAccountId: number): void => void remembered.delete(clientAccountId);

  const forgetCommon = (): void => {
    common = undefined;
    remembered.clear();
  };

  const commonGround = (): Promise<CommonGround> => {
    if (!common) {
      const loading = store.loadCommon();
      common = loading;
      loading.catch(() => {
        if (common === loading) common = undefined;
      });
    }
    return common;
  };

  /** Outside any transaction: what one that is rolled back has seen must not be remembered. */
  const load = async (clientAccountId: number): Promise<Ground> => {
    const shared = await commonGround();
    let ground = await store.load(clientAccountId, shared);
    if (!ground) {
      await facts.refresh(clientAccountId);
      ground = await store.load(clientAccountId, shared);
    }
    if (!ground) throw new Error(`Nothing is known of client account ${clientAccountId} after its owner was asked`);
    remembered.set(clientAccountId, ground);
    return ground;
  };

  return {
    get: async (clientAccountId) => remembered.get(clientAccountId) ?? db.aside(() => load(clientAccountId)),
    isCurrent: async (ground) => {
      const now = await store.versions(ground.clientAccountId);
      if (now.common !== ground.common.version) forgetCommon();
      if (now.version !== ground.version) forget(ground.clientAccountId);
      return now.common === ground.common.version && now.version === ground.version;
    },
    forget,
    get size() {
      return remembered.calculatedSize;
    },
  };
}

const weightOf = ({ accountsById }: Ground): number => 1 + accountsById.size;
