/** Stops calling a system that keeps failing, and looks now and then whether it is back. */
export interface Breaker {
  /** May a call be made now? After a pause one call is let through to look; its outcome decides. */
  admit(): boolean;
  succeeded(): void;
  failed(): void;
}

export interface BreakerOptions {
  /** Failed calls in a row that open it; 5 by default. */
  readonly failures?: number;
  /** Milliseconds of the first pause; 2 000 by default. It doubles with every look that fails. */
  readonly pauseMillis?: number;
  /** The longest pause; 30 000 by default. */
  readonly maxPauseMillis?: number;
  /** A monotonic clock in milliseconds: pauses are real time, whatever clock the service shows. */
  readonly millis?: () => number;
}

export function createBreaker(options: BreakerOptions = {}): Breaker {
  const { failures = 5, pauseMillis = 2_000, maxPauseMillis = 30_000, millis = () => performance.now() } = options;
  let failed = 0;
  let pause = pauseMillis;
  let closedUntil: number | undefined;
  let isLooking = false;

  return {
    admit() {
      if (closedUntil === undefined) return true;
      if (isLooking || millis() < closedUntil) return false;
      isLooking = true;
      return true;
    },
    succeeded() {
      failed = 0;
      pause = pauseMillis;
      closedUntil = undefined;
      isLooking = false;
    },
    failed() {
      failed += 1;
      if (closedUntil !== undefined && isLooking) pause = Math.min(pause * 2, maxPauseMillis);
      if (failed >= failures) closedUntil = millis() + pause;
      isLooking = false;
    },
  };
}
