import { bestOf, type Vote } from './best.ts';
import type { Candidate } from './candidate.ts';
import type { Line } from './text.ts';

const CODE = /(?<![A-Za-z])(NOK|EUR|USD|SEK|DKK|GBP|CHF|ISK|PLN|JPY)(?![A-Za-z])/g;
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', kr: 'NOK', Kr: 'NOK', KR: 'NOK' };
const SIGN = /[€$£]|(?<![A-Za-z])(?:kr|Kr|KR)(?![A-Za-z])/g;
const OF_TOTAL = /\b(?:total|totalt|betale|sum|amount|due|betaling)\b/;

/** The currency of the amounts; that of the total weighs most. A bare `kr` is Norwegian. */
export const currencyOf = (lines: readonly Line[]): Candidate | null =>
  bestOf(
    lines.flatMap((line): Vote[] => {
      const weight = OF_TOTAL.test(line.folded) ? 0.3 : 0;
      return [
        ...[...line.text.matchAll(CODE)].map(([code]) => ({ value: code, weight: 0.6 + weight, line })),
        ...[...line.text.matchAll(SIGN)].map(([sign]) => ({ value: SIGNS[sign]!, weight: 0.5 + weight, line })),
      ];
    }),
  );
