/** The first year of the books. */
export const FIRST_YEAR = 2024;

/** The day on which the general meeting settles the accounts of the year before, the last one that it may. */
const GENERAL_MEETING = '06-30';

const lastSettled = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) >= GENERAL_MEETING ? 1 : 2);

/** The years whose accounts are settled on a day. */
export function closedYears(until: string): readonly number[] {
  return Array.from({ length: Math.max(0, lastSettled(until) - FIRST_YEAR + 1) }, (_, n) => FIRST_YEAR + n);
}

/**
 * The year in which guides and samples post on a day: the demo company has it open, and its first half is over, so that
 * nothing that they say is in the future.
 */
export const openYear = (today: string): number => lastSettled(today) + 1;
