import { invalid } from '@app/contract/failure';

/** Internal: lines against each other. External: lines against the bank or a document. A line is open for both. */
export type ClaimKind = 'internal' | 'external';

/** An amount of a line that an entry of a reconciliation takes. */
export interface Claim {
  readonly reconciliationEntryId: number;
  readonly journalLineId: number;
  /** In the accounting currency, signed like debit minus credit; not zero. */
  readonly amount: string;
  /** In the currency of the line; not looked at when that is the accounting currency. */
  readonly amountFc: string;
}

/** As wide as the columns of amounts: 17 digits and two decimals. */
const AMOUNT = /^-?\d{1,17}(\.\d{1,2})?$/;
const ZERO = /^-?0+(\.0+)?$/;

/** @throws Failure 400 */
export function requireAmounts({ amount, amountFc }: Claim): void {
  for (const text of [amount, amountFc])
    if (!AMOUNT.test(text)) throw invalid(`"${text}" is not an amount with at most two decimals`);
  if (ZERO.test(amount)) throw invalid('An amount of zero claims nothing');
}
