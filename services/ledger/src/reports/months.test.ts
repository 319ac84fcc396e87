import { describe, expect, it } from 'vitest';
import { readingOf, readingUpTo, readingWithin } from './months.ts';

const days = (from: string, to: string): string[] => {
  const found: string[] = [];
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, Temporal.PlainDate.from(to)) <= 0;
    day = day.add({ days: 1 })
  )
    found.push(day.toString());
  return found;
};

const endOf = (month: string) => Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 }).toString();

describe('reading a span of days', () => {
  it('takes whole months whole', () => {
    expect(readingOf('2026-01-01', '2026-12-31')).toEqual({
      before: '2026-01-01',
      whole: { from: '2026-01-01', to: '2026-12-01' },
      broken: [],
    });
    expect(readingOf('2024-02-01', '2024-02-29').whole).toEqual({ from: '2024-02-01', to: '2024-02-01' });
  });

  it('reads nothing but lines inside one month', () => {
    expect(readingOf('2026-03-05', '2026-03-20')).toEqual({
      before: '2026-03-01',
      whole: null,
      broken: [{ from: '2026-03-01', to: '2026-03-20' }],
    });
    expect(readingOf('2026-03-01', '2026-03-20').broken).toEqual([{ from: '2026-03-01', to: '2026-03-20' }]);
  });

  it('sees every day exactly once, whatever the span', () => {
    const all = days('2024-01-29', '2024-04-02').filter((_, index) => index % 3 < 2);
    for (const [index, from] of all.entries()) {
      for (const to of all.slice(index)) {
        const { before, whole, broken } = readingOf(from, to);
        const seen = broken.flatMap((span) => days(span.from, span.to));
        if (whole) seen.push(...days(whole.from, endOf(whole.to)));
        // The rest of the past is whole months before `before`; together they reach from there to the last day of the
        // span.
        expect(seen.sort(), `${from} to ${to}`).toEqual(days(before, to));
        expect(broken.length).toBeLessThanOrEqual(2);
      }
    }
  });

  it('sees the days of a span and no others where nothing before it is wanted', () => {
    const all = days('2024-01-29', '2024-04-02').filter((_, index) => index % 3 < 2);
    for (const [index, from] of all.entries()) {
      for (const to of all.slice(index)) {
        const { before, whole, broken } = readingWithin(from, to);
        const seen = broken.flatMap((span) => days(span.from, span.to));
        if (whole) seen.push(...days(whole.from, endOf(whole.to)));
        expect(seen.sort(), `${from} to ${to}`).toEqual(days(from, to));
        expect(before).toBeNull();
      }
    }
  });

  it('reads everything up to a day', () => {
    expect(readingUpTo('2026-01-31')).toEqual({ before: '2026-02-01', broken: null });
    expect(readingUpTo('2026-01-30')).toEqual({
      before: '2026-01-01',
      broken: { from: '2026-01-01', to: '2026-01-30' },
    });
    expect(readingUpTo('2024-02-29')).toEqual({ before: '2024-03-01', broken: null });
  });
});
