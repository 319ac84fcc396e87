/** Random numbers and choices, the same again from their seed. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * n);
  };
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]! };
}

export type Random = ReturnType<typeof randomFrom>;
