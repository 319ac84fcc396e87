import { describe, expect, it } from 'vitest';
import { monthColumns } from './period.ts';

const shown = (from: string, to: string) =>
  monthColumns(from, to).map(({ month, year }) => (year === null ? `${month}` : `${month}/${year}`));

describe('the columns of a span', () => {
  it('are its months', () => {
    expect(shown('2026-02-10', '2026-04-01')).toEqual(['2', '3', '4']);
    expect(shown('2026-02-10', '2026-02-10')).toEqual(['2']);
    expect(shown('2026-01-01', '2026-12-31')).toHaveLength(12);
  });

  it('stand in their order and name the year where there are two', () => {
    expect(shown('2025-11-30', '2026-02-01')).toEqual(['11/2025', '12/2025', '1/2026', '2/2026']);
    expect(shown('2025-02-01', '2026-01-31')).toHaveLength(12);
  });

  it('are those of the calendar when a month comes back, for its years are added together [REP-R38]', () => {
    const calendar = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];
    expect(shown('2025-01-15', '2026-01-14')).toEqual(calendar);
    expect(shown('1900-01-01', '2999-12-31')).toEqual(calendar);
  });
});
