import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

/** A general ledger account as a line shows it. */
export interface LineAccount {
  readonly id: number;
  readonly accountCode: string;
  readonly descriptionNob: string;
  readonly descriptionEng: string | null;
  readonly mandatoryDimensions: readonly string[];
}

/** Texts and dimensions may be this much behind in the answer to a write; an account's code never changes. */
const CACHE_MILLIS = 10_000;
const CACHE_SIZE = 50_000;

export interface LineAccounts {
  /**
   * Accounts by id. `remembered`: as they were up to ten seconds ago, without asking the database for those that were
   * seen since, and on a connection that no request uses: whoever asks may be waited for by a group of postings, which
   * holds a connection meanwhile.
   */
  describe(
    ids: readonly number[],
    options?: { readonly remembered?: boolean },
  ): Promise<ReadonlyMap<number, LineAccount>>;
}

/** What the answers about lines show of their accounts. */
export function createLineAccounts(db: Database): LineAccounts {
  const cache = new LRUCache<number, LineAccount>({ max: CACHE_SIZE, ttl: CACHE_MILLIS });

  const load = async (ids: readonly number[]): Promise<readonly LineAccount[]> => {
    if (ids.length === 0) return [];
    // Raw: the dimensions of an account come back as one array beside it.
    const rows = await db.executor.execute<{
      id: string;
      account_code: string;
      description_nob: string;
      description_eng: string | null;
      dimensions: string[];
    }>(sql`
      select a.id, a.account_code, a.description_nob, a.description_eng,
        array(select m.relation_type from account_mandatory_dimensions m where m.account_id = a.id order by m.relation_type) as dimensions
      from accounts a where a.id = any (${`{${ids.join(',')}}`}::bigint[])`);
    return rows.map((row) => ({
      id: Number(row.id),
      accountCode: row.account_code,
      descriptionNob: row.description_nob,
      descriptionEng: row.description_eng,
      mandatoryDimensions: row.dimensions,
    }));
  };

  return {
    describe: async (ids, { remembered = false } = {}) => {
      const found = new Map<number, LineAccount>();
      const asked = performance.now();
      const missing: number[] = [];
      for (const id of new Set(ids)) {
        const known = remembered ? cache.get(id) : undefined;
        if (known) found.set(id, known);
        else missing.push(id);
      }
      for (const account of await (remembered ? db.aside(() => load(missing)) : load(missing))) {
        cache.set(account.id, account, { start: asked });
        found.set(account.id, account);
      }
      return found;
    },
  };
}
