import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import { findLabels, label } from './labels.ts';
import { amountsIn, moneyOf, oreOf } from './money.ts';
import { VAT_RATES, vatOn, vatWithin } from './rates.ts';
import type { Line } from './text.ts';

const labels = [
  label(
    0.85,
    'sum mva',
    'mva totalt',
    'total mva',
    'mva belop',
    'herav mva',
    'hvorav mva',
    'total vat',
    'vat total',
    'vat amount',
  ),
  label(0.75, 'mva', 'merverdiavgift', 'moms', 'vat', 'of which vat', 'incl vat of'),
];
/** A registration, a total with or without the tax, or the base of it. */
const NOT_THE_TAX =
  /(?:(?:eks|ekskl|excl|ex|uten|inkl|incl|inc|without|including)[\s.]*(?:mva|vat|moms)|(?:mva|vat)[\s.-]*(?:nr|no|reg|number|grunnlag|sats|rate|id)|\d{3} ?\d{3} ?\d{3} ?mva|(?:total|sum|belop)[\s.]*(?:eks|inkl))/;
const RATE = /(?<!\d)(\d{1,2}(?:[.,]\d{1,2})?) ?%/g;

/** The VAT of all rates. */
export function vatOf(lines: readonly Line[], total: Candidate | null): Candidate | null {
  const gross = total ? oreOf(total.value) : undefined;
  const specified = specification(lines);
  const votes = findLabels(lines, labels).flatMap(({ line, weight, end }): Vote[] => {
    if (NOT_THE_TAX.test(line.folded)) return [];
    const amount = amountsIn(line.text.slice(end)).at(-1);
    if (!amount || amount.value === total?.value) return [];
    return [{ value: amount.value, weight: weight * amount.confidence - 0.15, line }];
  });
  const rows = [...specified.values()];
  if (rows.length > 0)
    votes.push({ value: moneyOf(rows.reduce((sum, { vat }) => sum + vat, 0)), weight: 0.8, line: rows[0]!.line });
  const printed = new Set(lines.flatMap(({ text }) => amountsIn(text).map(({ value }) => oreOf(value))));
  return bestOf(votes, (value) => {
    if (gross === undefined) return 0;
    if (Math.abs(oreOf(value)) >= Math.abs(gross)) return -0.5;
    // What is left of the total is printed as the net amount.
    if (printed.has(gross - oreOf(value))) return 0.3;
    return VAT_RATES.some((rate) => Math.abs(vatWithin(gross, rate) - oreOf(value)) <= 1) ? 0.15 : 0;
  });
}

/** Rows of a specification: a rate, what it is of, and the tax, in whatever order; each rate once. */
function specification(lines: readonly Line[]): Map<number, { vat: number; line: Line }> {
  const byRate = new Map<number, { vat: number; line: Line }>();
  for (const line of lines)
    for (const [, percent] of line.text.matchAll(RATE)) {
      const rate = Math.round(Number(percent!.replace(',', '.')) * 100);
      if (!VAT_RATES.some((known) => known === rate) || byRate.has(rate)) continue;
      const amounts = amountsIn(line.text).map(({ value }) => oreOf(value));
      const vat = amounts.find((one) =>
        amounts.some((other) => other !== one && (near(vatOn(other, rate), one) || near(vatWithin(other, rate), one))),
      );
      if (vat !== undefined && vat !== 0) byRate.set(rate, { vat, line });
    }
  return byRate;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1;
