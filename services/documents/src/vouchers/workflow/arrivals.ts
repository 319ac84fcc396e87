/** Whether people send vouchers at this moment, so that what nobody waits for leaves the machine to them. */
export interface Arrivals {
  /** A voucher arrives. */
  note(): void;
  /** Whether so many have arrived in the last moment that somebody is sending a pile. */
  areMany(): boolean;
}

/** So many within so long are a pile. */
const MANY = 4;
const WITHIN_MILLIS = 500;

/** @param now milliseconds of a monotonic clock */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  /** The last ones, oldest first. */
  const last: number[] = [];
  return {
    note: () => {
      last.push(now());
      if (last.length > MANY) last.shift();
    },
    areMany: () => last.length === MANY && now() - last[0]! < WITHIN_MILLIS,
  };
}
