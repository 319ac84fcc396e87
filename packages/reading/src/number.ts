import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import { datesIn } from './dates.ts';
import { findLabels, label } from './labels.ts';
import type { Line } from './text.ts';

const labels = [
  label(
    0.95,
    'fakturanummer',
    'fakturanr',
    'faktura nr',
    'faktura nummer',
    'invoice number',
    'invoice no',
    'invoice #',
    'invoice num',
  ),
  label(
    0.9,
    'kreditnotanr',
    'kreditnotanummer',
    'kreditnota nr',
    'kreditnota nummer',
    'credit note no',
    'credit note number',
  ),
  label(
    0.8,
    'kvitteringsnr',
    'kvittering nr',
    'kvitteringsnummer',
    'receipt no',
    'receipt number',
    'receipt #',
    'bongnr',
    'bong nr',
    'bilagsnr',
    'bilag nr',
  ),
  label(0.6, 'faktura', 'invoice', 'kreditnota', 'credit note', 'kvittering', 'receipt', 'bong'),
];
/** Letters, digits, hyphens and slashes with a digit among them. */
const NUMBER = /^[\s.:#]*(?:nr\b\.?|no\b\.?)?[\s.:#]*((?=[A-Z/-]*\d)[A-Z0-9][A-Z0-9/-]{0,29})(?![.,]?\d)/i;

/** The number that the sender gave the paper. */
export function documentNumberOf(lines: readonly Line[]): Candidate | null {
  const votes = findLabels(lines, labels).flatMap(({ line, weight, end }): Vote[] => {
    const behind = line.text.slice(end);
    const number = numberAt(behind);
    if (number !== undefined) return [{ value: number, weight, line }];
    // The weak labels are titles as well; what stands below a title is no number.
    const below = weight > 0.7 && !/\d/.test(behind) ? lines[line.number + 1] : undefined;
    const under = below && numberAt(below.text);
    return under === undefined ? [] : [{ value: under, weight: weight - 0.2, line: below! }];
  });
  return bestOf(votes);
}

function numberAt(text: string): string | undefined {
  const value = NUMBER.exec(text)?.[1]?.replace(/[/-]+$/, '');
  return value === undefined || datesIn(text)[0]?.start === text.indexOf(value) ? undefined : value;
}
