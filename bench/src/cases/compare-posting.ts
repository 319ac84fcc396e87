import type { Bench } from '../bench.ts';
import type { Outcome } from '../bench-case.ts';
import { countingEntries } from '../world/count.ts';
import { outcomeOf, putOnInTurns, type Sides } from './compare-loads.ts';

/** Two loads that post. */
export interface PostingSides extends Sides {
  /** Of the measured load; the reference posts one by one. */
  readonly entriesPerRequest?: number;
}

/** Compares two ways of posting; everything that was acknowledged must be stored. */
export async function comparePosting(
  bench: Bench,
  { entriesPerRequest = 1, ...sides }: PostingSides,
): Promise<Outcome> {
  const compared = await countingEntries(bench, async () => {
    const comparison = await putOnInTurns(bench, sides);
    return { ...comparison, stored: comparison.done * entriesPerRequest + comparison.referenceDone };
  });
  return outcomeOf(compared, sides);
}
