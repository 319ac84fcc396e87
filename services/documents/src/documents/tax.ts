import type { DocumentKind } from './kinds.ts';

/** A tax code in the rate period of the day. */
export interface TaxCode {
  readonly id: number;
  readonly code: string;
  /** Percent. */
  readonly rate: string;
  readonly category: 'input' | 'output' | null;
  readonly taxAccountCode: string | null;
  readonly acquisitionAccountCode: string | null;
}

/** What a code does with a line of a document. */
export type Treatment =
  /** No VAT moves. */
  | { readonly kind: 'none' }
  /** VAT is charged, on this account. */
  | { readonly kind: 'charged'; readonly account: string; readonly rate: string }
  /** The buyer owes the VAT to the state, and deducts it where there is an account for that. */
  | { readonly kind: 'reverse'; readonly account: string; readonly deduction: string | null; readonly rate: string };

const NONE: Treatment = { kind: 'none' };

/**
 * What a code does on one side of the trade (docs/contract/tax-codes.md): a code with an account of output VAT charges
 * it on sales, one with an account of input VAT deducts it on purchases, one that is for purchases and has an account of
 * output VAT is reverse charge.
 * @returns undefined for a code of the other side
 */
export function treatmentOf(code: TaxCode, side: DocumentKind['side']): Treatment | undefined {
  if (side === 'other') return NONE;
  if (isReverse(code))
    return side === 'purchase'
      ? { kind: 'reverse', account: code.taxAccountCode!, deduction: code.acquisitionAccountCode, rate: code.rate }
      : undefined;
  if (code.category !== null && code.category !== (side === 'sale' ? 'output' : 'input') && !isNeutral(code))
    return undefined;
  const account = side === 'sale' ? code.taxAccountCode : code.acquisitionAccountCode;
  return account === null ? NONE : { kind: 'charged', account, rate: code.rate };
}

/** Codes of purchases whose VAT the buyer works out: 81 to 84, 86 to 89, 91 and 92. */
const isReverse = ({ code, taxAccountCode }: TaxCode): boolean => taxAccountCode !== null && /^[89]/.test(code);
/** No VAT treatment at all, whichever way the goods go. */
const isNeutral = ({ code }: TaxCode): boolean => code === '0' || code === '7';

/** Codes of sales at the rate zero, which have an account of their own (DOC-R47). */
export const ZERO_RATED: ReadonlySet<string> = new Set(['5', '51', '52']);
