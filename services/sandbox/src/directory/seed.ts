import { createHash } from 'node:crypto';

/**
 * Numbers that follow from a text and nothing else: the same text gives the same sequence on every machine and in every
 * run.
 */
export interface Seed {
  /** A whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createSeed(text: string): Seed {
  let step = 0;
  const below = (bound: number): number => {
    step += 1;
    return createHash('sha256').update(`${text}#${step}`).digest().readUIntBE(0, 6) % bound;
  };
  return { below, pick: (items) => items[below(items.length)]! };
}
