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
  /** Companies and accounts that are remembered. */
  readonly size: number;
}

/** The common ground, on its way or there. */
interface CommonLoad {
  readonly loaded: Promise<CommonGround>;
  ground?: CommonGround;
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
  /** A chart that needs all the room by itself is not remembered, and puts out nobody else's. */
  const remembered = new LRUCache<number, Ground>({ maxSize: capacity, sizeCalculation: weightOf });
  /** Grounds that are read at this moment: whoever else needs one of them waits for the same statement. */
  const loading = new Map<number, Promise<Ground>>();
  let common: CommonLoad | undefined;

  const forgetAll = (): void => {
    common = undefined;
    loading.clear();
    remembered.clear();
  };

  const commonGround = (): Promise<CommonGround> => {
    if (common) return common.loaded;
    const loaded = store.loadCommon();
    const own: CommonLoad = { loaded };
    common = own;
    loaded.then(
      (ground) => {
        own.ground = ground;
      },
      () => {
        if (common === own) common = undefined;
      },
    );
    return loaded;
  };

  const read = async (clientAccountId: number): Promise<Ground> => {
    const shared = await commonGround();
    let ground = await store.load(clientAccountId, shared);
    if (!ground) {
      await facts.refresh(clientAccountId);
      ground = await store.load(clientAccountId, shared);
    }
    if (!ground) throw new Error(`Nothing is known of client account ${clientAccountId} after its owner was asked`);
    return ground;
  };

  /**
   * Outside any transaction: what one that is rolled back has seen must not be remembered. Nor is what was read before
   * the common ground was found out of date.
   */
  const load = (clientAccountId: number): Promise<Ground> => {
    const begun = loading.get(clientAccountId);
    if (begun) return begun;
    const own = db
      .aside(() => read(clientAccountId))
      .then((ground) => {
        if (loading.get(clientAccountId) === own) remembered.set(clientAccountId, ground);
        return ground;
      })
      .finally(() => {
        if (loading.get(clientAccountId) === own) loading.delete(clientAccountId);
      });
    loading.set(clientAccountId, own);
    return own;
  };

  return {
    get: async (clientAccountId) => remembered.get(clientAccountId) ?? load(clientAccountId),
    isCurrent: async (ground) => {
      const { clientAccountId } = ground;
      const now = await store.versions(clientAccountId);
      const isCommon = now.common === ground.common.version;
      const isOwn = now.version === ground.version;
      // Of many that were judged by one ground the first to learn of another lets go of it; the rest find it read anew.
      if (!isCommon && common?.ground === ground.common) forgetAll();
      else if (!(isCommon && isOwn) && remembered.peek(clientAccountId) === ground) remembered.delete(clientAccountId);
      return isCommon && isOwn;
    },
    get size() {
      return remembered.calculatedSize;
    },
  };
}

const weightOf = ({ accountsById }: Ground): number => 1 + accountsById.size;
