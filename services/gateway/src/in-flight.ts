import type { ServerResponse } from 'node:http';
import type { Principal } from '@app/access';
import { Failure } from '@app/contract/failure';
import { countedAddress } from './client-address.ts';

/** Requests of one user and client, and of one address without credentials, that may be under way at once (PPL-R11). */
export interface InFlightLimits {
  readonly perCaller: number;
  /** Of one user through all clients: they are made by the user, as many as one likes. */
  readonly perUser: number;
  readonly perAddress: number;
}

const inFlightLimits: InFlightLimits = { perCaller: 40, perUser: 120, perAddress: 20 };

/** Something that is counted: by what, how many there may be, and whose they are, in words. */
interface Count {
  readonly key: string;
  readonly limit: number;
  readonly whose: string;
}

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
  const leave = (key: string): void => {
    const left = counts.get(key)! - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
  const enter = (under: readonly Count[], response: ServerResponse): void => {
    // Who went away while the credential was looked at does not go away once more.
    if (scale === 0 || response.destroyed) return;
    for (const { key, limit, whose } of under)
      if ((counts.get(key) ?? 0) >= limit * scale) throw tooManyAtOnce(limit * scale, whose);
    for (const { key } of under) counts.set(key, (counts.get(key) ?? 0) + 1);
    response.once('close', () => {
      for (const { key } of under) leave(key);
    });
  };
  return {
    enterCaller: ({ userId, clientId }, response) =>
      enter(
        [
          { key: `${userId} ${clientId ?? ''}`, limit: limits.perCaller, whose: 'of one user and client' },
          { key: `user ${userId}`, limit: limits.perUser, whose: 'of one user' },
        ],
        response,
      ),
    enterAddress: (address, response) =>
      enter(
        [{ key: countedAddress(address), limit: limits.perAddress, whose: 'of one address without credentials' }],
        response,
      ),
  };
}

const tooManyAtOnce = (limit: number, whose: string): Failure =>
  new Failure(
    'common.rate_limited',
    429,
    `At most ${limit} requests ${whose} may be under way at once; wait for answers and try again`,
    {
      details: { limit, retry_after: 1 },
      headers: { 'Retry-After': '1' },
    },
  );
