/** A calendar date in a text. */
export interface DateFound {
  /** As `2026-01-31`. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'januar', 'january'],
  ['feb', 'februar', 'february'],
  ['mar', 'mars', 'march'],
  ['apr', 'april'],
  ['mai', 'may'],
  ['jun', 'juni', 'june'],
  ['jul', 'juli', 'july'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['okt', 'oct', 'oktober', 'october'],
  ['nov', 'november'],
  ['des', 'dec', 'desember', 'december'],
];
const monthOf = (name: string): number => MONTHS.findIndex((names) => names.includes(name)) + 1;
const NAMES = MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|');

const FORMS: readonly [RegExp, (groups: readonly string[]) => readonly [year: string, month: number, day: number]][] = [
  [/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, ([year, month, day]) => [year!, Number(month), Number(day)]],
  [
    /(?<![\d.])(\d{1,2})[.,] ?(\d{1,2})[.,] ?(\d{4}|\d{2})(?![\d.,]*\d)/g,
    ([day, month, year]) => [year!, Number(month), Number(day)],
  ],
  [
    /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/g,
    ([day, month, year]) => [year!, Number(month), Number(day)],
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})\\.? ?(${NAMES})\\.?,? (\\d{4})(?!\\d)`, 'gi'),
    ([day, name, year]) => [year!, monthOf(name!.toLowerCase()), Number(day)],
  ],
  [
    new RegExp(`(?<![a-z])(${NAMES})\\.? (\\d{1,2}),? (\\d{4})(?!\\d)`, 'gi'),
    ([name, day, year]) => [year!, monthOf(name!.toLowerCase()), Number(day)],
  ],
];

/** Dates that exist, from the left. A year of two digits is of this century. */
export function datesIn(text: string): readonly DateFound[] {
  const found: DateFound[] = [];
  for (const [form, read] of FORMS)
    for (const match of text.matchAll(form)) {
      const [year, month, day] = read(match.slice(1));
      const value = existing(Number(year.length === 2 ? `20${year}` : year), month, day);
      if (value) found.push({ value, start: match.index, end: match.index + match[0].length });
    }
  return found.toSorted((a, b) => a.start - b.start);
}

function existing(year: number, month: number, day: number): string | undefined {
  if (year < 1990 || year > 2099) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}
