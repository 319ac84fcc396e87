import type { IdempotencyStore } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Metrics } from '@app/runtime';

/** Counts an answer by its code, of which there are as many as docs/contract/errors.md lists. */
export const countRefusal = (
  { refusals }: Pick<Metrics, 'refusals'>,
  { code, status }: Pick<Failure, 'code' | 'status'>,
): void => refusals.inc({ code, status: String(status) });

const OUTCOMES = ['first', 'replayed', 'in_progress', 'mismatch'] as const;

/** Counts what became of requests with an `Idempotency-Key` (docs/contract/idempotency.md). */
export function measureIdempotency(
  store: IdempotencyStore,
  { keyedRequests }: Pick<Metrics, 'keyedRequests'>,
): IdempotencyStore {
  for (const outcome of OUTCOMES) keyedRequests.inc({ outcome }, 0);
  const count = (outcome: (typeof OUTCOMES)[number]) => keyedRequests.inc({ outcome });
  return {
    ...store,
    run: async (claim, work) => {
      try {
        const result = await store.run(claim, work);
        count(result.replayed ? 'replayed' : 'first');
        return result;
      } catch (error) {
        count(outcomeOf(error));
        throw error;
      }
    },
  };
}

/** A request that failed otherwise ran all the same. */
function outcomeOf(error: unknown): (typeof OUTCOMES)[number] {
  const code = error instanceof Failure ? error.code : undefined;
  if (code === 'common.idempotency_in_progress') return 'in_progress';
  return code === 'common.idempotency_mismatch' ? 'mismatch' : 'first';
}
