import type { DemoEntry, RunningBalances } from '../book.ts';
import { createDice, type Dice } from '../dice.ts';

/**
 * When several things happen on a day: what is reversed, traded, paid; then the wages, and what clears a term or a
 * year.
 */
export const RANK = { opening: 0, trade: 1, wages: 2, monthEnd: 3, clearing: 4 } as const;

/** Something that happens on a day, as the books have it. */
export interface Step {
  readonly date: string;
  readonly rank: number;
  /** Its entry, or none; what clears a balance asks for it. */
  readonly entry: (balances: RunningBalances) => DemoEntry | undefined;
  /** A document of the same content stands for it: then the entry is not posted, it only counts. */
  readonly isPaper?: true;
}

export const step = (date: string, rank: number, entry: DemoEntry, isPaper?: boolean): Step => ({
  ...{ date, rank, entry: () => entry },
  ...(isPaper ? { isPaper: true as const } : {}),
});

export interface Month {
  readonly year: number;
  readonly month: number;
}

/** Choices about one subject in one month, the same whatever comes before and after. */
export function diceOf({ year, month }: Month, subject: number): Dice {
  const dice = createDice(Math.imul(year * 12 + month, 2_654_435_761) ^ Math.imul(subject + 1, 40_503));
  for (let n = 0; n < 3; n++) dice.between(0, 1);
  return dice;
}
