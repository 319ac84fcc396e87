/** A span of posting dates and how many matching lines it has. */
export interface Bucket {
  readonly from: string;
  readonly to: string;
  readonly lines: number;
  /** Nothing in these dates is left out: each line there matches. */
  readonly isComplete: boolean;
}

/** Where a page lies: in these dates, after `skip` lines of them. */
export interface Place {
  readonly from: string;
  readonly to: string;
  readonly skip: number;
  /** As of a bucket: no line has to be looked at to know whether it counts. */
  readonly isComplete: boolean;
}

export const total = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { lines }) => sum + lines, 0);

/**
 * Finds the dates that hold the lines `offset` to `offset + size` by adding up, so that no line before or after them is
 * looked at.
 * @param buckets ascending, without overlap
 * @returns undefined when there is no such line
 */
export function locate(buckets: readonly Bucket[], offset: number, size: number): Place | undefined {
  let before = 0;
  let start: { readonly from: string; readonly skip: number } | undefined;
  let to = '';
  let isComplete = true;
  for (const bucket of buckets) {
    const after = before + bucket.lines;
    if (start === undefined && after > offset) start = { from: bucket.from, skip: offset - before };
    if (start !== undefined) isComplete &&= bucket.isComplete;
    if (bucket.lines > 0) to = bucket.to;
    if (after >= offset + size) break;
    before = after;
  }
  return start && { ...start, to, isComplete };
}
