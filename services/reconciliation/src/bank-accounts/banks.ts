import banks from './banks.json' with { type: 'json' };
import type { AccountNumber } from './number.ts';

/** A bank as it is written on invoices and payments. */
export interface Bank {
  readonly name: string;
  /** ISO 9362, eight characters. */
  readonly bic: string;
}

/**
 * Which banks Norwegian account numbers belong to, by their first four digits. The source of truth is the list of
 * series, BIC and bank that Bits AS keeps for the Norwegian banks (bits.no, "IBAN"). `banks.json` has series that belong
 * to one bank throughout, under a name and a BIC that stand: a number of another series shows no bank rather than one
 * that has merged since.
 */
const ranges = banks.flatMap(({ name, bic, series }) =>
  series.map((range) => ({ bank: { name, bic }, from: range.slice(0, 4), to: range.slice(5) })),
);

/** The bank of a Norwegian account number; undefined where we do not know it. */
export function bankOf({ bban, bankCountry }: Pick<AccountNumber, 'bban' | 'bankCountry'>): Bank | undefined {
  if (bankCountry !== 'NO' || bban === null) return undefined;
  const prefix = bban.slice(0, 4);
  return ranges.find(({ from, to }) => from <= prefix && prefix <= to)?.bank;
}
