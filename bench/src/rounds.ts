import type { Round } from './bench-case.ts';
import type { Load, Measured } from './load/load.ts';
import { median } from './statistics.ts';

/** What both sides of a comparison did. */
export interface Comparison {
  readonly measured: readonly Measured[];
  readonly reference: readonly Measured[];
  /** Everything that was answered, also what was not measured. */
  readonly done: number;
  readonly referenceDone: number;
}

/** What a round counts for. */
export type Figures = (comparison: Comparison) => Round[];

/**
 * Puts the two loads on in turns, so that whatever else happens on the machine happens to both, after a whole turn each
 * that is not counted. Which of them goes first changes from round to round (A B, B A, A B, ...): what drifts, and what
 * a turn leaves to the next one, such as events under way or pages to be written, then favours neither, as long as the
 * number of rounds is even.
 */
export async function interleave(measured: Load, reference: Load, rounds: number, millis: number): Promise<Comparison> {
  const results: { measured: Measured[]; reference: Measured[] } = { measured: [], reference: [] };
  let [done, referenceDone] = [0, 0];
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['measured', 'reference'] as const) : (['reference', 'measured'] as const);
    for (const side of order) {
      const result = await (side === 'measured' ? measured : reference).run(millis);
      if (side === 'measured') done += result.done;
      else referenceDone += result.done;
      if (round >= 0) results[side].push(result);
    }
  }
  return { ...results, done, referenceDone };
}

/** Requests per second. */
export const rates: Figures = ({ measured, reference }) =>
  measured.map(({ rate }, round) => ({ measured: rate, reference: reference[round]!.rate }));

/** Milliseconds that the median request took. */
export const medianTimes: Figures = ({ measured, reference }) =>
  measured.map(({ latencies }, round) => ({
    measured: median(latencies),
    reference: median(reference[round]!.latencies),
  }));
