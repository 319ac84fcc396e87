import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import { datesIn } from './dates.ts';
import { type Found, findLabels, label } from './labels.ts';
import type { Line } from './text.ts';

const issued = [
  label(0.95, 'fakturadato', 'faktura dato', 'invoice date', 'kreditnotadato', 'credit note date', 'kvitteringsdato'),
  label(0.8, 'dato', 'date', 'utstedt', 'issued', 'date of issue', 'salgsdato', 'kjopsdato'),
];
const due = [
  label(0.95, 'forfallsdato', 'forfalls dato', 'due date', 'betalingsfrist', 'payment due', 'betales innen', 'pay by'),
  label(0.85, 'forfall', 'forfaller', 'due'),
];
/** Days of something else. */
const other = [
  label(
    1,
    'leveringsdato',
    'levert',
    'delivery date',
    'delivered',
    'ordredato',
    'bestillingsdato',
    'order date',
    'periode',
    'period',
    'utskriftsdato',
    'print date',
    'startdato',
    'sluttdato',
  ),
];
/** Words in front of "date" that make it the date of something else. */
const OF_ANOTHER = /(?:due|delivery|order|print|forfalls?|leverings?|start|end|ordre|payment)[\s.:-]*$/;

/** When the paper was issued. */
export function issueDateOf(lines: readonly Line[], dueDate: Candidate | null): Candidate | null {
  const votes = votesOf(lines, issued, [...due, ...other]);
  if (votes.length > 0) return bestOf(votes);
  const first = lines.flatMap((line) => datesIn(line.text).map(({ value }) => ({ value, line })));
  const free = first.find(({ value }) => value !== dueDate?.value);
  return free ? { value: free.value, confidence: 0.5, line: free.line.text } : null;
}

/** Until when it is to be paid. */
export const dueDateOf = (lines: readonly Line[]): Candidate | null =>
  bestOf(votesOf(lines, due, [...issued, ...other]));

function votesOf(lines: readonly Line[], wanted: typeof issued, others: typeof issued): readonly Vote[] {
  const mine = findLabels(lines, wanted).filter(isOwn);
  const all = [...mine, ...findLabels(lines, others)];
  return mine.flatMap((found): Vote[] => {
    const value = beside(found, all) ?? under(lines, found, all);
    return value === undefined ? [] : [{ value, weight: found.weight, line: found.line }];
  });
}

const isOwn = ({ line, start }: Found): boolean => !OF_ANOTHER.test(line.folded.slice(0, start));

/** The first date behind a label, unless another label comes before it. */
function beside({ line, end }: Found, all: readonly Found[]): string | undefined {
  const date = datesIn(line.text).find(({ start }) => start >= end);
  if (!date) return undefined;
  const isAnothers = all.some((one) => one.line === line && one.end > end && one.end <= date.start);
  return isAnothers ? undefined : date.value;
}

/** Labels in a row and their values in the row below: the date that stands as far from the left as the label. */
function under(lines: readonly Line[], found: Found, all: readonly Found[]): string | undefined {
  const { line } = found;
  if (datesIn(line.text).length > 0) return undefined;
  const at = columnsOf(all.filter((one) => one.line === line)).findIndex(
    ({ start, end }) => found.start >= start && found.end <= end,
  );
  for (const next of lines.slice(line.number + 1, line.number + 3)) {
    const dates = datesIn(next.text);
    if (dates.length > 0) return dates[Math.min(at, dates.length - 1)]!.value;
  }
  return undefined;
}

/** Labels of a line from the left; those that stand within others, as "date" in "due date", are theirs. */
function columnsOf(labels: readonly Found[]): readonly Found[] {
  const within = (a: Found, b: Found): boolean => a.start >= b.start && a.end <= b.end;
  return labels
    .filter((one) => !labels.some((other) => within(one, other) && !within(other, one)))
    .filter((one, i, kept) => kept.findIndex((other) => other.start === one.start) === i)
    .toSorted((a, b) => a.start - b.start);
}
