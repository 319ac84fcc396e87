import type { ServerResponse } from 'node:http';
import type { Principal } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { countedAddress } from './client-address.ts';

/** Requests of one user and client, and of one address without credentials, that may be under way at once (PPL-R11). */
export interface InFlightLimits {
  readonly perCaller: number;
  readonly perAddress: number;
}

const inFlightLimits: InFlightLimits = { perCaller: 40, perAddress: 20 };

/** Counts what is under way in this process; a request counts until its answer was read or its connection is gone. */
export interface InFlight {
  /** @throws Failure 429 `common.rate_limited` when the caller has as many under way as one may */
  enterCaller(principal: Pick<Principal, 'userId' | 'clientId'>, response: ServerResponse): void;
  /** For requests that nobody is named in: counted by address, IPv6 by /64. @throws Failure 429 */
  enterAddress(address: string, response: ServerResponse): void;
}

/**
 * Nobody takes the place of others: the counts are per caller, and nothing waits. Each replica of the gateway counts by
 * itself, since a count that is shared would cost every request a round trip.
 * @param options.scale multiplies both limits; 0 switches them off
 */
export function createInFlight({
  scale,
  limits = inFlightLimits,
}: {
  readonly scale: number;
  readonly limits?: InFlightLimits;
}): InFlight {
  const counts = new Map<string, number>();
  const enter = (key: string, limit: number, who: string, response: ServerResponse): void => {
    if (scale === 0) return;
    const count = counts.get(key) ?? 0;
    if (count >= limit * scale) throw tooManyAtOnce(limit * scale, who);
    counts.set(key, count + 1);
    response.once('close', () => {
      const left = counts.get(key)! - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  };
  return {
    enterCaller: ({ userId, clientId }, response) =>
      enter(`${userId} ${clientId ?? ''}`, limits.perCaller, 'of one user and client', response),
    enterAddress: (address, response) =>
      enter(countedAddress(address), limits.perAddress, 'of one address without credentials', response),
  };
}

const tooManyAtOnce = (limit: number, who: string): Failure =>
  new Failure(
    'common.rate_limited',
    429,
    `At most ${limit} requests ${who} may be under way at once; wait for answers and try again`,
    {
      details: { limit, retry_after: 1 },
      headers: { 'Retry-After': '1' },
    },
  );
