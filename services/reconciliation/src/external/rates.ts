import { decimal, formatRate } from '@app/money';
import { type EntryWish, entryFault } from './record.ts';

/**
 * The exchange rate of an entry: what was sent, else that of what it points at; 1 in the accounting currency (XRC-R33).
 * @param derived of the record that it points at, or of the outside figure for what points at none
 * @throws Failure 400 where there is none (XRC-R34), or where the accounting currency has another one than 1
 */
export function rateOf(
  index: number,
  { currencyCode, exchangeRate }: EntryWish,
  accountingCurrency: string,
  derived: string | null | undefined,
): string {
  if (currencyCode === accountingCurrency) {
    if (exchangeRate !== null && !decimal(exchangeRate).equals(1))
      throw entryFault(index, `exchange_rate must be 1 in ${currencyCode}, the accounting currency`);
    return '1.000000';
  }
  const rate = exchangeRate ?? derived;
  if (rate === null || rate === undefined)
    throw entryFault(index, `exchange_rate is required: what the entry points at has no rate for ${currencyCode}`);
  return formatRate(decimal(rate));
}
