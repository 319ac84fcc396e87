/** A source of choices that a printed seed repeats (mulberry32). */
export interface Choices {
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** `count` of them, each once, in their order. */
  some<T>(from: readonly T[], count: number): readonly T[];
}

export function createChoices(seed: number): Choices {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    some: (from, count) => {
      if (count >= from.length) return from;
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(below(from.length));
      return from.filter((_, at) => chosen.has(at));
    },
  };
}
