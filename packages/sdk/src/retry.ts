import { ApiError } from './api-error.ts';

export interface RetryPolicy {
  /** Tries in all. */
  readonly attempts: number;
  /** Milliseconds before the second try; doubled each time, with jitter. */
  readonly first: number;
  /** The longest wait, in milliseconds, also of what `Retry-After` asks for; a longer one is not waited for. */
  readonly longest: number;
}

export const defaultRetry: RetryPolicy = { attempts: 4, first: 200, longest: 30_000 };

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits; rejects with the signal's reason when it aborts. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, milliseconds);
    function abort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    function done(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    signal?.addEventListener('abort', abort, { once: true });
  });

/**
 * Runs a call and repeats it while that is safe and may help. A refusal that was certainly not executed (429) is
 * repeated for every method; a lost connection, a try that took too long, 502, 503, 504 and "still running" only where a repeat cannot do harm.
 */
export async function retrying<T>(
  policy: RetryPolicy,
  options: { readonly isSafe: boolean; readonly wait: Sleep; readonly signal?: AbortSignal | undefined },
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const pause =
        attempt < policy.attempts && !options.signal?.aborted
          ? pauseAfter(error, attempt, policy, options.isSafe)
          : null;
      if (pause === null) throw error;
      await options.wait(pause, options.signal);
    }
  }
}

function pauseAfter(error: unknown, attempt: number, policy: RetryPolicy, isSafe: boolean): number | null {
  const ceiling = Math.min(policy.longest, policy.first * 2 ** (attempt - 1));
  const jittered = ceiling / 2 + Math.random() * (ceiling / 2);
  if (!(error instanceof ApiError)) return isSafe && wasNotAnswered(error) ? jittered : null;
  const running = error.code === 'common.idempotency_in_progress' || error.code === 'idempotency_in_progress';
  const passing = running || error.status === 502 || error.status === 503 || error.status === 504;
  if (error.status !== 429 && !(isSafe && passing)) return null;
  if (error.retryAfter === null) return jittered;
  return error.retryAfter * 1000 <= policy.longest ? error.retryAfter * 1000 : null;
}

/** What `fetch` throws when there was no answer, or none in time. An abort is the caller's wish and never repeated. */
const wasNotAnswered = (error: unknown): boolean =>
  error instanceof TypeError
    ? error.message !== '' && !('code' in error && error.code === 'ERR_INVALID_URL')
    : error instanceof DOMException && error.name === 'TimeoutError';
