import { type Failure, invalidField } from '@app/contract/failure';
import { type Decimal, formatMoney, sum } from '@app/money';
import { signedOf } from './amounts.ts';
import { isForeign, type Line, type Taken } from './reconciliation.ts';

/** Whether entries balance as they are, and what an exchange difference has to add in the accounting currency. */
export interface Balance {
  /** Signed like debit minus credit, of the line that joins the reconciliation; null when nothing is missing. */
  readonly difference: Decimal | null;
}

/**
 * Balances the entries of a reconciliation (IRC-R12, IRC-R18, IRC-R19). Where they share one foreign currency it sums to
 * zero, and what is then missing in the accounting currency is a difference of exchange rates. Across currencies foreign
 * amounts are not summed, and the accounting currency has to balance.
 * @throws Failure 400
 */
export function balanceOf(taken: readonly Taken[], lines: ReadonlyMap<number, Line>): Balance {
  const amounts = taken.map(signedOf);
  const of = taken.map(({ journalEntryLineId }) => lines.get(journalEntryLineId)!);
  const missing = sum(amounts.map(({ base }) => base)).negated();
  const currencies = new Set(of.map(({ currencyCode }) => currencyCode));
  if (currencies.size === 1 && isForeign(of[0]!)) {
    const missingFc = sum(amounts.map(({ fc }) => fc)).negated();
    if (!missingFc.isZero()) throw unbalanced(missingFc, of[0]!.currencyCode);
    return { difference: missing.isZero() ? null : missing };
  }
  if (!missing.isZero()) throw unbalanced(missing, of[0]!.accountingCurrency);
  return { difference: null };
}

function unbalanced(missing: Decimal, currency: string): Failure {
  const more = formatMoney(missing.abs());
  return invalidField(
    'entry_lines',
    missing.isNegative()
      ? `must balance in ${currency}: debit is ${more} more than credit`
      : `must balance in ${currency}: credit is ${more} more than debit`,
  );
}
