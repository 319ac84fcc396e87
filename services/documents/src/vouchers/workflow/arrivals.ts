/** How vouchers come at a moment: now and then, as people send a pile of them, or as a program sends many. */
export type Pace = 'few' | 'pile' | 'flood';

/** Whether people send vouchers at this moment, so that what nobody waits for leaves the machine to them. */
export interface Arrivals {
  /** A voucher arrives. */
  note(): void;
  pace(): Pace;
}

/** So many within so long are of a pace, the fastest one first. */
const PACES = [
  { pace: 'flood', many: 16, withinMillis: 200 },
  { pace: 'pile', many: 4, withinMillis: 500 },
] as const;
const MOST = Math.max(...PACES.map(({ many }) => many));

/** @param now milliseconds of a monotonic clock */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  /** The last ones, oldest first. */
  const last: number[] = [];
  return {
    note: () => {
      last.push(now());
      if (last.length > MOST) last.shift();
    },
    pace: () => {
      const at = now();
      const isOf = ({ many, withinMillis }: (typeof PACES)[number]): boolean =>
        last.length >= many && at - last.at(-many)! < withinMillis;
      return PACES.find(isOf)?.pace ?? 'few';
    },
  };
}
