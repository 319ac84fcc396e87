import type { Database } from '@app/db';
import { LRUCache } from 'lru-cache';
import { DIMENSIONS, similarity } from './embedding.ts';
import { embeddingsSince } from './texts-store.ts';

/** The embeddings of one account, as far as they have been read. */
interface Known {
  readonly vectors: Map<number, Float32Array>;
  /** The moment of the newest of them; later ones are asked for each time. */
  newestAt: Date;
}

export interface Likeness {
  /** How much vouchers of an account are like one, by id. Those that have no embedding by now are left out. */
  compare(
    source: Float32Array,
    clientAccountId: number,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly similarity: number }[]>;
}

/** Embeddings that are remembered at most; each has a kilobyte. */
const MOST = 150_000;

/**
 * Remembers embeddings, since reading fifty thousand of them takes longer than comparing them. What changed is read
 * every time, in the order of commits; what was deleted is no longer among the ids that are asked about.
 */
export function createLikeness(db: Database): Likeness {
  const accounts = new LRUCache<number, Known>({
    maxSize: MOST,
    sizeCalculation: ({ vectors }) => Math.max(1, vectors.size),
  });

  const known = async (clientAccountId: number): Promise<Known> => {
    const before = accounts.get(clientAccountId);
    const now = before ?? { vectors: new Map(), newestAt: new Date(0) };
    for (;;) {
      const page = await embeddingsSince(db.executor, clientAccountId, now.newestAt);
      for (const { voucherId, embedding, embeddedAt } of page) {
        now.vectors.set(voucherId, embedding);
        now.newestAt = embeddedAt;
      }
      if (page.length === 0) break;
    }
    // Set again for its size.
    if (now.vectors.size <= MOST) accounts.set(clientAccountId, now);
    return now;
  };

  return {
    compare: async (source, clientAccountId, ids) => {
      if (source.length !== DIMENSIONS) throw new Error('an embedding of another length');
      const { vectors } = await known(clientAccountId);
      return ids.flatMap((id) => {
        const vector = vectors.get(id);
        return vector ? [{ id, similarity: similarity(source, vector) }] : [];
      });
    },
  };
}
