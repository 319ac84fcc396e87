import type { AnyEndpoint, Method, RateLimit } from '@app/contract';
import { Failure, unavailable } from '@app/contract/failure';
import type { Clock, Logger } from '@app/runtime';
import { LRUCache } from 'lru-cache';
import { countedAddress } from '../client-address.ts';
import type { RateLimitStore, Window } from './store.ts';

export interface Limiter {
  /**
   * Counts a request of a limited endpoint. Undefined where nothing is limited. The store cannot be asked: the request
   * is refused, since these limits are what stands between a guesser and passwords.
   */
  check(endpoint: AnyEndpoint, method: string, address: string): Promise<Verdict | undefined>;
}

/** What the limit says: headers of every answer, and the refusal when there is one. */
export interface Verdict {
  readonly headers: Readonly<Record<string, string>>;
  readonly failure: Failure | undefined;
}

/** Windows that are known to be used up. */
const KEPT = 10_000;

/**
 * A window that is used up stays so until it ends, since what is refused is not counted: it is remembered, and the store
 * is not asked again. So whoever goes on asking keeps no connection to the store from others, who sign in by it.
 * @param options.scale multiplies every limit; 0 switches limiting off
 */
export function createLimiter(options: {
  readonly store: RateLimitStore;
  readonly scale: number;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}): Limiter {
  const { store, scale, clock, logger } = options;
  /** `since` is when it was found used up: a clock that was set back behind that knows nothing of it. */
  const usedUp = new LRUCache<string, { readonly window: Window; readonly since: number }>({ max: KEPT });
  return {
    check: async (endpoint, method, address) => {
      const limit = limitOf(endpoint, method);
      if (!limit || scale === 0) return undefined;
      const requests = limit.requests * scale;
      const now = clock.millis();
      const client = countedAddress(address);
      const key = `${limit.name} ${client}`;
      const known = usedUp.get(key);
      if (known && known.since <= now && now < known.window.endsAt) return verdict(limit, requests, known.window, now);
      try {
        const window = await store.count({ ...limit, requests }, client, now);
        if (!window.isCounted) usedUp.set(key, { window, since: now });
        return verdict(limit, requests, window, now);
      } catch (error) {
        logger.error({ err: error, limit: limit.name }, 'the store of the rate limits cannot be asked');
        const failure = unavailable(
          'The limit of this call cannot be checked at the moment; try again in a moment',
          error,
        );
        return { headers: { ...headersOf(requests, 0, 1), 'Retry-After': '1' }, failure };
      }
    },
  };
}

/** The limit that counts this method; a HEAD counts as the GET it stands for. */
function limitOf(endpoint: AnyEndpoint, method: string): RateLimit | undefined {
  const counted = (method === 'HEAD' ? 'GET' : method) as Method;
  return endpoint.rateLimit?.methods.includes(counted) ? endpoint.rateLimit : undefined;
}

const headersOf = (limit: number, remaining: number, reset: number): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
});

function verdict(limit: RateLimit, requests: number, window: Window, now: number): Verdict {
  const reset = Math.max(1, Math.min(limit.windowSeconds, Math.ceil((window.endsAt - now) / 1000)));
  const headers = headersOf(requests, Math.max(0, requests - window.count), reset);
  if (window.isCounted) return { headers, failure: undefined };
  const message = `This call is limited to ${requests} requests per ${spanOf(limit.windowSeconds)} and client address; try again in ${reset} seconds`;
  return {
    headers: { ...headers, 'Retry-After': String(reset) },
    failure: new Failure('common.rate_limited', 429, message, {
      details: { limit: requests, window_seconds: limit.windowSeconds, retry_after: reset },
    }),
  };
}

function spanOf(seconds: number): string {
  if (seconds === 3600) return 'hour';
  if (seconds === 60) return 'minute';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}
