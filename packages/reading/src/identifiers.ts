import { isAccountNumber, isOrganizationNumber, isPaymentReference } from '@app/check-digits';
import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import { findLabels, label } from './labels.ts';
import type { Line } from './text.ts';

const ORGANIZATION = /(?<![\d.])(?:NO[\s.:-]?)?(\d{3} ?\d{3} ?\d{3})(?!\d|[ .]\d{3})( ?MVA)?/gi;
const ACCOUNT = /(?<!\d)(\d{4}[. ]?\d{2}[. ]?\d{5})(?!\d)/g;
const IBAN = /NO\d{2} ?(\d{4} ?\d{4} ?\d{3})(?!\d)/gi;

const organizationLabels = [
  label(
    1,
    'org nr',
    'orgnr',
    'org no',
    'organisasjonsnr',
    'organisasjonsnummer',
    'foretaksregisteret',
    'foretaksnr',
    'organization number',
    'vat no',
    'vat reg no',
  ),
];
const accountLabels = [
  label(
    1,
    'konto',
    'kontonr',
    'kontonummer',
    'til konto',
    'bankkonto',
    'account',
    'account no',
    'account number',
    'bank account',
  ),
];
const referenceLabels = [
  label(0.9, 'kid', 'kid nr', 'kid nummer', 'kidnr', 'kid nummer', 'payment reference', 'betalingsreferanse'),
];
/** What belongs to whom the paper is for. */
const OF_RECEIVER = /\b(?:kunde|deres|customer|your|kjoper|buyer|bill to|faktura til)\b/;

/** The sender's number in the business registry. */
export function organizationNumberOf(lines: readonly Line[], own: string | undefined): Candidate | null {
  const labelled = new Set(findLabels(lines, organizationLabels).map(({ line }) => line));
  return bestOf(
    lines.flatMap((line) =>
      [...line.text.matchAll(ORGANIZATION)].flatMap(([, digits, isLiable]): Vote[] => {
        const value = digits!.replace(/ /g, '');
        if (value === own || !isOrganizationNumber(value)) return [];
        const weight = isLiable ? 0.95 : labelled.has(line) ? 0.9 : 0.5;
        return [{ value, weight: weight - (OF_RECEIVER.test(line.folded) ? 0.4 : 0), line }];
      }),
    ),
  );
}

/** The Norwegian bank account to pay to. */
export function accountNumberOf(lines: readonly Line[]): Candidate | null {
  const labels = findLabels(lines, accountLabels);
  const labelled = new Set(labels.map(({ line }) => line.number));
  const isNear = ({ number }: Line): boolean => labelled.has(number) || labelled.has(number - 1);
  return bestOf([
    // Behind a label recognition may have put spaces anywhere.
    ...labels.flatMap(({ line, end }) => vote(/^[\D]*([\d. ]+)/.exec(line.text.slice(end))?.[1] ?? '', line, 0.85)),
    ...lines.flatMap((line): Vote[] => [
      ...[...line.text.matchAll(ACCOUNT)].flatMap(([, digits]) => vote(digits!, line, isNear(line) ? 0.9 : 0.5)),
      ...[...line.text.matchAll(IBAN)].flatMap(([, digits]) => vote(digits!, line, 0.9)),
    ]),
  ]);
}

function vote(digits: string, line: Line, weight: number): Vote[] {
  const value = digits.replace(/[ .]/g, '');
  return isAccountNumber(value) ? [{ value, weight, line }] : [];
}

/** The reference that the payment must carry. Its check digit is right, or it is none. */
export const paymentReferenceOf = (lines: readonly Line[]): Candidate | null =>
  bestOf(
    findLabels(lines, referenceLabels).flatMap(({ line, weight, end }): Vote[] => {
      const own = referenceIn(line.text.slice(end));
      const below = lines[line.number + 1];
      const value = own ?? (below && referenceIn(below.text));
      return value === undefined ? [] : [{ value, weight: own ? weight : weight - 0.2, line }];
    }),
  );

/** Digits that may be printed in groups. A reference in one piece goes before what pieces make together. */
function referenceIn(text: string): string | undefined {
  for (const [run] of text.matchAll(/\d[\d ]*\d-?/g)) {
    const pieces = run.split(' ');
    const whole = [pieces[0]!, pieces.join('')].find((each) => each.length >= 3 && isPaymentReference(each));
    if (whole !== undefined) return whole;
  }
  return undefined;
}
