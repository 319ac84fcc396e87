import { expect, it } from 'vitest';
import { createCalendar, createClock } from '../src/clock.ts';

it('a calendar says the date of its clock, at midnight, over summer time, and when the clock is set back', () => {
  const clock = createClock();
  const today = createCalendar(clock);
  for (const [moment, date] of [
    ['2026-03-28T22:59:59.000Z', '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T21:59:59.000Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2026-03-28T12:00:00.000Z', '2026-03-28'],
    ['2026-10-25T22:59:59.000Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ] as const) {
    clock.set(Temporal.Instant.from(moment));
    expect([today(), clock.today()]).toEqual([date, date]);
  }
});
