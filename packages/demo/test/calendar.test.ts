import { expect, it } from 'vitest';
import { movementsOf, spansOf, statementsOf } from '../src/bank/movements.ts';
import { oreOf } from '../src/book.ts';
import type { Cast } from '../src/cast.ts';
import { employees, suppliers as salonSuppliers, tellSalon } from '../src/salon/story.ts';
import { trades } from '../src/setting.ts';
import { tellStory } from '../src/story.ts';

const named = (from: number, names: readonly string[]) => names.map((name, i) => ({ id: from + i, name }));
const cast: Cast = {
  customers: named(1, ['Hotell Fjordgløtt AS', 'Røros Håndverk og Kafé', 'Söderknopp Kaffehandel AB']),
  suppliers: named(50, Object.values(trades)),
  shareholders: named(90, ['Ingrid Nordlys', 'Per Nordlys']),
  assets: { shop: 101, roaster: 102, till: 103, van: 104, espresso: 105 },
  departments: [1, 2, 3],
  projects: [4, 5, 6],
};

const FAR = '2028-07-10';
/** Days on which somebody may start, over three ends of a year: those around which much happens, and ends of months. */
const days: readonly string[] = [
  ...Array.from({ length: 12 }, (_, n) => Temporal.PlainYearMonth.from('2025-07').add({ months: 3 * n }))
    .map((month) => month.toPlainDate({ day: 31 }))
    .map(String),
  // Taxes, the dividend and the end of a year's accounts, the end of Easter, 29 February and Christmas.
  ...['2025-12-24', '2025-12-26', '2026-01-12', '2026-01-13', '2026-02-14', '2026-02-16', '2026-04-06', '2026-04-15'],
  ...['2026-06-12', '2026-06-29', '2026-06-30', '2026-07-05', '2026-07-06', '2026-12-24', '2026-12-31', '2027-01-02'],
  ...['2027-03-29', '2027-06-30', '2028-02-28', '2028-02-29', '2028-03-01', '2028-04-18', '2028-06-29', '2028-06-30'],
].sort();

const far = tellStory(cast, FAR);
const stories = days.map((day) => ({ day, story: tellStory(cast, day) }));
const textOf = (list: readonly unknown[]): string => list.map((one) => JSON.stringify(one)).join('\n');
const isBeginningOf = (whole: string, part: string): boolean => part === '' || `${whole}\n`.startsWith(`${part}\n`);

it('a company of any day is the beginning of the one of a later day: nothing is added to days that were there', () => {
  for (const part of ['entries', 'booked', 'closed', 'invoices', 'bills'] as const) {
    const whole = textOf(far[part]);
    const wrong = stories.filter(({ story }) => !isBeginningOf(whole, textOf(story[part])));
    expect(
      wrong.map(({ day }) => day),
      part,
    ).toEqual([]);
  }
  for (const { day, story } of stories) {
    const isOf = ({ lines }: (typeof far.booked)[number]): boolean => lines[0]!.posting_date <= day;
    expect([day, far.booked.filter(isOf).length]).toEqual([day, story.booked.length]);
  }
});

it('statements of a later start open with what those of an earlier one closed with, whichever the day', () => {
  for (const code of ['1920', '1950'] as const) {
    let [last, balance] = ['2023-12-31', '0.00'];
    for (const { day, story } of stories) {
      const spans = spansOf(Temporal.PlainDate.from(last).add({ days: 1 }).toString(), day);
      for (const { opening, closing, to } of statementsOf(
        '15032044106',
        movementsOf(story.booked, cast, code),
        spans,
      )) {
        expect(opening, `${code} after ${last}`).toBe(balance);
        [last, balance] = [to, closing];
      }
      expect(last).toBe(day);
    }
    const moved = movementsOf(far.booked, cast, code).filter(({ date }) => date <= last);
    expect(oreOf(balance)).toBe(moved.reduce((sum, { ore }) => sum + ore, 0));
  }
});

it('makes a profit every year, and keeps money in the bank', () => {
  expect(far.closed.map(({ year }) => year)).toEqual([2024, 2025, 2026, 2027]);
  for (const { year, tax, dividend } of far.closed) expect([year, tax > 0, dividend > 0]).toEqual([year, true, true]);
  let left = 0;
  const daily = Map.groupBy(movementsOf(far.booked, cast), ({ date }) => date);
  for (const [day, moved] of [...daily].sort(([one], [other]) => (one < other ? -1 : 1))) {
    left += moved.reduce((sum, { ore }) => sum + ore, 0);
    expect(left, day).toBeGreaterThan(0);
  }
});

it('keeps the books of the second company by the same rule', () => {
  const partners = new Map([...employees.map(({ name }) => name), ...salonSuppliers].map((name, n) => [name, n + 1]));
  const whole = tellSalon(partners, FAR);
  for (const part of ['entries', 'closed'] as const) {
    const isBeginning = (day: string) => isBeginningOf(textOf(whole[part]), textOf(tellSalon(partners, day)[part]));
    expect(
      days.filter((day) => !isBeginning(day)),
      part,
    ).toEqual([]);
  }
});
