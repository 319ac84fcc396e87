import { allEndpoints } from '@app/api/endpoints';
import { closedYears, openYear } from '@app/demo';
import { readGuides, type Step, stepsOf } from '@app/guides';
import { requestOf } from '@app/samples';
import { describe, expect, it } from 'vitest';

/** Days on which somebody begins: around the one on which the demo company closes a year, and far from it. */
const BEGINNINGS = [
  ...['2026-11-28', '2026-12-31', '2027-01-01', '2027-02-01', '2027-06-15', '2027-06-29'],
  ...['2027-06-30', '2027-07-01', '2027-12-31', '2028-02-29', '2028-06-30', '2031-07-01'],
];

/** Fields by whose date the books are changed. */
const POSTS = /^(posting|booking|value|document|disposal|transaction|payment)_date$|^(date|until)$/;

/** Every date that a value changes the books by. */
function datesIn(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return POSTS.test(name) && /^\d{4}-\d\d-\d\d$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => datesIn(inner, Array.isArray(value) ? name : key));
}

const sampleDates = (year: number): readonly string[] =>
  allEndpoints
    .filter(({ methods, example }) => methods[0] !== 'GET' && example?.cannotRun === undefined)
    .filter(({ name }) => !name.startsWith('testing.'))
    .flatMap((endpoint) => datesIn(requestOf(endpoint, 'http://127.0.0.1:8080', (_, example) => example, year).body));

const textOf = (step: Step): string => (step.kind === 'shell' ? step.script : step.text);

const guideDates = (year: number): readonly string[] =>
  readGuides(year)
    .guides.flatMap(({ tokens }) => stepsOf(tokens).map(textOf))
    .flatMap((text) => [...text.matchAll(/"?(?:posting|booking)_date"?: ["'](\d{4}-\d\d-\d\d)/g)])
    .map(([, date]) => date!);

describe.each([
  ['samples', sampleDates, 25],
  ['guides', guideDates, 20],
] as const)('%s', (_, datesOf, atLeast) => {
  it.each(BEGINNINGS)('read on %s post where the demo company is open, and not in the future', (today) => {
    const closed = closedYears(Temporal.PlainDate.from(today).subtract({ days: 1 }).toString());
    const dates = datesOf(openYear(today));
    expect(dates.length).toBeGreaterThan(atLeast);
    expect(dates.filter((date) => date <= `${closed.at(-1)}-12-31` || date > today)).toEqual([]);
  });
});

it('guides keep what is a date of another kind', () => {
  const later = readGuides(2031).guides.find(({ slug }) => slug === 'assistants')!;
  const text = stepsOf(later.tokens).map(textOf).join('\n');
  expect(text).toContain('MCP-Protocol-Version: 2025-06-18');
  expect(text).toContain('"posting_date": "2031-02-10"');
});

it('guides lock the year in which they post, and open all of it again', () => {
  const monthEnd = readGuides(2031).guides.find(({ slug }) => slug === 'month-end')!;
  const locks = stepsOf(monthEnd.tokens).flatMap((step) => [
    ...textOf(step).matchAll(/"locked_until_date": "([\d-]+)"/g),
  ]);
  expect(locks.map(([, day]) => day)).toEqual(['2031-04-30', '2030-12-31']);
});
