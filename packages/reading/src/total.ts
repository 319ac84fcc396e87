import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import { findLabels, label } from './labels.ts';
import { type Amount, amountsIn, oreOf, wholeAmountsIn } from './money.ts';
import { VAT_RATES, vatWithin } from './rates.ts';
import type { Line } from './text.ts';

const labels = [
  label(0.9, 'a betale', 'belop a betale', 'total a betale', 'sum a betale', 'til betaling', 'a betale nok'),
  label(0.9, 'amount due', 'total due', 'balance due', 'grand total', 'amount payable', 'total amount'),
  label(
    0.85,
    'totalsum',
    'totalbelop',
    'sum inkl mva',
    'total inkl mva',
    'totalt inkl mva',
    'total incl vat',
    'total inc vat',
  ),
  label(0.8, 'totalt', 'total', 'fakturabelop', 'invoice total', 'a kreditere', 'til gode'),
  label(0.65, 'sum', 'belop', 'betalt', 'paid', 'bankkort', 'bank', 'visa', 'kort', 'amount'),
];
/** What makes a total one of something else. */
const NOT_THE_TOTAL =
  /\b(?:eks|ekskl|excl|ex|uten|netto|net|for|before|delsum|subtotal|sub total|herav|hvorav|of which|mva grunnlag|grunnlag|basis|rabatt|discount|spart|saved|antall|quantity|items|varer|vekslepenger|change|avrunding|rounding)\b/;
const WITH_VAT = /\b(?:inkl|incl|inc|including)\b/;
const IS_VAT = /\b(?:mva|vat|moms|merverdiavgift)\b/;

/** What is to be paid, VAT included. */
export function totalOf(lines: readonly Line[]): Candidate | null {
  const votes = findLabels(lines, labels).flatMap(({ line, weight, end }): Vote[] => {
    if (NOT_THE_TOTAL.test(line.folded) && !WITH_VAT.test(line.folded)) return [];
    const isOfVat = IS_VAT.test(line.folded) && !WITH_VAT.test(line.folded);
    const amount = lastOf(line.text.slice(end)) ?? below(lines, line);
    if (!amount || oreOf(amount.value) === 0) return [];
    return [{ value: amount.value, weight: weight * amount.confidence - (isOfVat ? 0.3 : 0), line }];
  });
  const ore = new Set(lines.flatMap(({ text }) => amountsIn(text).map(({ value }) => oreOf(value))));
  const best = bestOf(votes, (value) => (isMadeOf(oreOf(value), ore) ? 0.1 : 0));
  return best ?? largest(lines);
}

const lastOf = (text: string): Amount | undefined => amountsIn(text).at(-1) ?? wholeAmountsIn(text).at(-1);

/** A value that stands under its label, on a line with little else. */
function below(lines: readonly Line[], { number }: Line): Amount | undefined {
  const next = lines[number + 1];
  if (!next || (next.text.match(/\p{L}/gu)?.length ?? 0) > 6) return undefined;
  return amountsIn(next.text).at(-1);
}

/** Net and VAT of a rate stand on the paper that make this amount. */
const isMadeOf = (total: number, ore: ReadonlySet<number>): boolean =>
  VAT_RATES.some((rate) => {
    const vat = vatWithin(total, rate);
    return [-1, 0, 1].some((off) => ore.has(vat + off) && ore.has(total - vat - off));
  });

/** Without any label: the largest amount. It is a guess. */
function largest(lines: readonly Line[]): Candidate | null {
  const votes = lines.flatMap((line) => amountsIn(line.text).map(({ value }) => ({ value, line })));
  const top = votes.toSorted((a, b) => oreOf(b.value) - oreOf(a.value))[0];
  return top ? { value: top.value, confidence: 0.3, line: top.line.text } : null;
}
