/** How many matching lines a day has. */
export interface DayCount {
  readonly day: string;
  readonly lines: number;
}

/** Where a page begins: on which day, and after how many lines of it. */
export interface PageStart {
  readonly day: string;
  readonly skip: number;
}

/** Finds the day of the line at `offset` by adding up; undefined when there is no such line. Days ascend. */
export function findPageStart(days: readonly DayCount[], offset: number): PageStart | undefined {
  let before = 0;
  for (const { day, lines } of days) {
    if (before + lines > offset) return { day, skip: offset - before };
    before += lines;
  }
  return undefined;
}
