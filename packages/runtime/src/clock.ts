/**
 * The one source of time, passed in everywhere; "today" is the calendar date in Oslo (docs/contract/general.md,
 * "Values").
 */
export interface Clock {
  now(): Temporal.Instant;
  /** Oslo's calendar date, `YYYY-MM-DD`. */
  today(): string;
  /** Milliseconds since the epoch. */
  millis(): number;
}

/** A clock that a test may set; it runs on from the moment set (JOB-R06). */
export interface SettableClock extends Clock {
  set(now: Temporal.Instant | null): void;
}

export const osloDate = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO('Europe/Oslo').toPlainDate().toString();

/** What `clock.today()` gives, worked out once a day: for what asks with every request. */
export function createCalendar(clock: Pick<Clock, 'millis'>): () => string {
  let day = { date: '', from: 0, until: 0 };
  return () => {
    const at = clock.millis();
    if (at < day.from || at >= day.until) {
      const midnight = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Oslo').startOfDay();
      const until = midnight.add({ days: 1 }).epochMilliseconds;
      day = { date: midnight.toPlainDate().toString(), from: midnight.epochMilliseconds, until };
    }
    return day.date;
  };
}

/** The machine's clock, moved by an offset once `set` was called. */
export function createClock(): SettableClock {
  let offset = 0;
  const millis = () => Date.now() + offset;
  const now = () => Temporal.Instant.fromEpochMilliseconds(millis());
  return {
    now,
    millis,
    today: createCalendar({ millis }),
    set: (instant) => {
      offset = instant === null ? 0 : instant.epochMilliseconds - Date.now();
    },
  };
}

/** `2024-03-15T10:00:00Z`: whole seconds, UTC (GENX-R36). */
export const timestamp = (instant: Temporal.Instant): string =>
  instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
