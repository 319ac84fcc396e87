/** The earlier one of two days. */
export const earlierOf = (one: string, other: string): string => [one, other].sort()[0]!;

/** The day of a month; the last one where the month is shorter. */
export const dayOf = (year: number, month: number, day: number): string =>
  Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toString();

export const later = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** A day as people in Norway write it: `04.03.2024`. */
export const written = (date: string): string => date.split('-').reverse().join('.');

const fixedHolidays = new Set(['01-01', '05-01', '05-17', '12-25', '12-26']);
/** Holy days that move, in days after Easter Sunday. */
const movingHolidays = new Set([-3, -2, 0, 1, 39, 49, 50]);

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): Temporal.PlainDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}

const holidays = new Map<number, ReadonlySet<string>>();
function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const moving = [...movingHolidays].map((days) => easter.add({ days }).toString());
  const all = new Set([...moving, ...[...fixedHolidays].map((day) => `${year}-${day}`)]);
  holidays.set(year, all);
  return all;
}

export const isHoliday = (date: string): boolean => holidaysOf(Number(date.slice(0, 4))).has(date);
/** From 1, Monday, to 7, Sunday. */
export const weekdayOf = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek;
const isBusinessDay = (date: string): boolean => weekdayOf(date) < 6 && !isHoliday(date);

/** The day itself, or the first one after it on which banks are open. */
export function businessDay(date: string): string {
  let day = date;
  while (!isBusinessDay(day)) day = later(day, 1);
  return day;
}

/** The days of a month, the first one first. */
export function daysOf(year: number, month: number): readonly string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month });
  return Array.from({ length: daysInMonth }, (_, n) => dayOf(year, month, n + 1));
}
