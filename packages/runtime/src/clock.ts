/** The one source of time, passed in everywhere; "today" is the calendar date in Oslo (document 4 section 1.4). */
export interface Clock {
  now(): Temporal.Instant;
  /** Oslo's calendar date, `YYYY-MM-DD`. */
  today(): string;
  /** Milliseconds since the epoch. */
  millis(): number;
}

/** A clock that a test may set; it runs on from the moment set (document 4 sections 20 and 22.5). */
export interface SettableClock extends Clock {
  set(now: Temporal.Instant | null): void;
}

export const osloDate = (instant: Temporal.Instant): string => instant.toZonedDateTimeISO('Europe/Oslo').toPlainDate().toString();

/** The machine's clock, moved by an offset once `set` was called. */
export function createClock(): SettableClock {
  let offset = 0;
  const millis = () => Date.now() + offset;
  const now = () => Temporal.Instant.fromEpochMilliseconds(millis());
  return {
    now,
    millis,
    today: () => osloDate(now()),
    set: (instant) => {
      offset = instant === null ? 0 : instant.epochMilliseconds - Date.now();
    },
  };
}

/** `2024-03-15T10:00:00Z`: whole seconds, UTC (document 4 section 1.4). */
export const timestamp = (instant: Temporal.Instant): string => instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
