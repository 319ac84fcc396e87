/** How failures of one kind are counted. */
export interface Rule {
  /** Failures within the window before the one that locks make this many together with it. */
  readonly limit: number;
  /** Does a right password start the count anew? */
  readonly isConsecutive: boolean;
}

/** What is remembered of failures. Moments in milliseconds. */
export interface Count {
  /** Oldest first, fewer than the limit; none while locked. */
  readonly failedAt: readonly number[];
  readonly lockedUntil: number | null;
}

/** For how long a failure is remembered, and a lock holds (LOG-R11). */
export const WINDOW_MILLIS = 15 * 60_000;

export const isLocked = ({ lockedUntil }: Count, now: number): boolean => lockedUntil !== null && lockedUntil > now;

/**
 * The count after a wrong password. One that is locked stays as it is: the lock ends when it was to end, however long
 * somebody goes on.
 */
export function afterFailure(count: Count, { limit }: Rule, now: number): Count {
  if (isLocked(count, now)) return count;
  const failedAt = [...count.failedAt.filter((at) => at > now - WINDOW_MILLIS), now];
  return failedAt.length < limit ? { failedAt, lockedUntil: null } : { failedAt: [], lockedUntil: now + WINDOW_MILLIS };
}

/** The count after a right password that was accepted. */
export const afterSuccess = (count: Count, { isConsecutive }: Rule): Count =>
  isConsecutive ? { failedAt: [], lockedUntil: null } : count;
