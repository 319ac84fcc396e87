import type { Row } from './rows.ts';

/** Rows of one page, and whether the totals stand below them. */
export interface Page {
  readonly rows: readonly Row[];
  readonly hasTotals: boolean;
}

/** Room for rows and totals, in points. */
export interface Room {
  readonly first: number;
  readonly other: number;
  readonly totals: number;
}

/** Rows that stand beside the totals, if there are so many. */
const KEPT_WITH_TOTALS = 2;

/**
 * Rows onto pages, in their order. The totals stand below the last row; where there is no room for them, the last two
 * rows go with them, so that no page has totals alone.
 */
export function paginate(rows: readonly Row[], room: Room): readonly Page[] {
  const pages: Row[][] = [[]];
  let used = 0;
  const roomOf = (index: number): number => (index === 0 ? room.first : room.other);
  for (const row of rows) {
    const page = pages.at(-1)!;
    if (page.length > 0 && used + row.height > roomOf(pages.length - 1)) {
      pages.push([row]);
      used = row.height;
    } else {
      page.push(row);
      used += row.height;
    }
  }
  if (used + room.totals > roomOf(pages.length - 1)) pages.push([]);
  takeAlong(pages, room);
  return pages.map((page, index) => ({ rows: page, hasTotals: index === pages.length - 1 }));
}

/**
 * Moves rows to the page of the totals until two stand there. The page before keeps one, unless there would be none
 * beside the totals.
 */
function takeAlong(pages: readonly Row[][], room: Room): void {
  const last = pages.at(-1)!;
  const before = pages.at(-2);
  if (before === undefined) return;
  let height = last.reduce((sum, row) => sum + row.height, room.totals);
  while (last.length < KEPT_WITH_TOTALS && before.length > (last.length === 0 ? 0 : 1)) {
    height += before.at(-1)!.height;
    if (last.length > 0 && height > room.other) return;
    last.unshift(before.pop()!);
  }
}
