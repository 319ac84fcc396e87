import { type Decimal, decimal, formatMoney, MAX_MONEY, roundMoney, sum, ZERO } from '@app/money';

const HUNDRED = decimal('100');

/** What a line is worked out from; decimals as text. */
export interface LinePrice {
  readonly quantity: string;
  readonly price: string | null;
  readonly discountPercent: string;
  /** Kept where there is no price. */
  readonly netAmount: string | null;
}

/** Quantity times price, less the discount, to two decimals (DOC-R04). Undefined where neither price nor net is known. */
export function netOf({ quantity, price, discountPercent, netAmount }: LinePrice): Decimal | undefined {
  if (price === null) return netAmount === null ? undefined : decimal(netAmount);
  const kept = HUNDRED.minus(decimal(discountPercent)).div(HUNDRED);
  return roundMoney(decimal(quantity).times(decimal(price)).times(kept));
}

/** Net times rate, to two decimals (DOC-R05). @param rate percent */
export const taxOn = (net: Decimal, rate: string): Decimal => roundMoney(net.times(decimal(rate)).div(HUNDRED));

/** Whether an amount fits the columns that amounts are kept in. */
export const isTooLarge = (amount: Decimal): boolean => amount.abs().greaterThan(MAX_MONEY);

/** Net, VAT and total of a document (DOC-R06). */
export interface Totals {
  readonly netAmount: string;
  readonly taxAmount: string;
  readonly totalAmount: string;
}

export function totalsOf(lines: readonly { readonly netAmount: string; readonly taxAmount: string }[]): Totals {
  const net = sum(lines.map(({ netAmount }) => decimal(netAmount)));
  const tax = sum(lines.map(({ taxAmount }) => decimal(taxAmount)));
  return { netAmount: formatMoney(net), taxAmount: formatMoney(tax), totalAmount: formatMoney(net.plus(tax)) };
}

/** Of a document without lines, whose total was given. */
export const totalsWithoutLines = (totalAmount: string | null): Totals => {
  const total = formatMoney(totalAmount === null ? ZERO : decimal(totalAmount));
  return { netAmount: total, taxAmount: '0.00', totalAmount: total };
};
