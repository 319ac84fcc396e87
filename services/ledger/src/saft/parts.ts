/** The days that a file covers, both of them included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** One file of an export: the days whose transactions it has. */
export interface Part extends Span {
  /** From 1. */
  readonly number: number;
  /** How many there are. */
  readonly of: number;
}

/** Lines that were posted on a day. */
export interface DayLines {
  readonly day: string;
  readonly lines: number;
}

/**
 * Lines of one file. The authority takes files of up to 2 GB; a line has about 400 bytes, and hardly more than 900
 * with a long description, a currency, a tax code and dimensions.
 */
export const LINES_PER_FILE = 2_000_000;

/** A file that grew beyond the limit in spite of that is not given out. */
export const BYTES_PER_FILE = 2_000_000_000;

/**
 * Shares the days of a span among files, each with no more lines than a file takes; a single day is never divided.
 * @param days in their order; those without lines may be missing
 */
export function partsOf({ from, to }: Span, days: readonly DayLines[], linesPerFile: number): readonly Part[] {
  const begins = [from];
  let lines = 0;
  for (const { day, lines: more } of days) {
    if (lines > 0 && lines + more > linesPerFile) {
      begins.push(day);
      lines = 0;
    }
    lines += more;
  }
  return begins.map((begin, index) => ({
    from: begin,
    to: index + 1 < begins.length ? dayBefore(begins[index + 1]!) : to,
    number: index + 1,
    of: begins.length,
  }));
}

const dayBefore = (day: string): string => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
