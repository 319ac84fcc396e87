/** A small deterministic source of choices: one seed, one company, for ever. */
export interface Dice {
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean;
}

/**
 * A 32-bit linear congruential generator (Numerical Recipes, section 7.1): integers only, the same on every machine.
 */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  const between = (low: number, high: number) => low + (next() % (high - low + 1));
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
    chance: (percent) => between(1, 100) <= percent,
  };
}
