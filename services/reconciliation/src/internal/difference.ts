import { decimal } from '@app/money';
import { sidesOf } from './amounts.ts';
import type { Difference } from './plan.ts';

/** A gain of exchange rates, and a loss (IRC-R41). */
const GAIN_ACCOUNT = '8060';
const LOSS_ACCOUNT = '8160';

/** What journal entries of exchange differences belong to, by the id of the reconciliation. */
const RELATION_TYPE = 'INTERNAL_RECONCILIATION';

/** A debit on the account of the lines is a gain: more is taken of their credits. */
export const isGain = ({ amount }: Pick<Difference, 'amount'>): boolean => !decimal(amount).isNegative();

/**
 * The entry of an exchange difference as the ledger takes it: a line on the account of the first entry, with its
 * dimensions and in its currency, of which it moves nothing, against gain or loss in the accounting currency.
 */
export function differenceEntry(
  {
    reconciliationId,
    actorId,
    date,
  }: { readonly reconciliationId: number; readonly actorId: number; readonly date: string },
  difference: Difference & { readonly reconciliationEntryId: number; readonly description: string },
) {
  const { debit, credit } = sidesOf({ base: decimal(difference.amount), fc: decimal(difference.amount) });
  const { description } = difference;
  return {
    ...{ userId: actorId, description, relationType: RELATION_TYPE, relationId: reconciliationId },
    line: {
      ...{ postingDate: date, description, accountCode: difference.accountCode, debit, credit },
      ...{ currencyCode: difference.currencyCode, exchangeRate: difference.exchangeRate, isExchangeDifference: true },
      dimensions: difference.dimensions,
    },
    resultLine: {
      ...{ postingDate: date, description, debit: credit, credit: debit, dimensions: [] },
      accountCode: isGain(difference) ? GAIN_ACCOUNT : LOSS_ACCOUNT,
    },
    reconciliationEntryId: difference.reconciliationEntryId,
  };
}
