import { Decimal, formatMoney } from '@app/money';
import type { InvoiceKind, OutgoingLine, TaxCategory } from '../invoice.ts';
import { plain } from '../read/values.ts';
import { aggregate, amount, basic } from './elements.ts';

/** UNCL5189: a discount. */
const DISCOUNT = '95';

/** @param number of the line, from 1 */
export function writeLine(line: OutgoingLine, number: number, kind: InvoiceKind, currency: string): string {
  const [name = '', ...rest] = line.description.split('\n');
  const { quantity, price } = withPositivePrice(line);
  const isInvoice = kind === 'INVOICE';
  return aggregate(
    isInvoice ? 'InvoiceLine' : 'CreditNoteLine',
    basic('ID', String(number)),
    basic(isInvoice ? 'InvoicedQuantity' : 'CreditedQuantity', plain(quantity), { unitCode: line.unitCode }),
    amount('LineExtensionAmount', line.netAmount, currency),
    writePeriod(line.periodStart, line.periodEnd),
    writeDiscount(line, quantity.times(price), currency),
    aggregate(
      'Item',
      basic('Description', rest.join(' ')),
      basic('Name', name),
      aggregate('SellersItemIdentification', basic('ID', line.itemCode)),
      writeTaxCategory('ClassifiedTaxCategory', line.taxCategory, line.taxRate, null),
    ),
    aggregate('Price', amount('PriceAmount', plain(price), currency)),
  );
}

export const writePeriod = (start: string | null, end: string | null): string =>
  aggregate('InvoicePeriod', basic('StartDate', start), basic('EndDate', end));

/** The format knows no negative prices: the quantity is negative instead. */
function withPositivePrice(line: OutgoingLine): { readonly quantity: Decimal; readonly price: Decimal } {
  const quantity = new Decimal(line.quantity);
  const price = new Decimal(line.price);
  return price.isNegative() ? { quantity: quantity.negated(), price: price.negated() } : { quantity, price };
}

/** What the discount takes off is what it takes to get from the rounded gross amount to the net amount. */
function writeDiscount({ discountPercent, netAmount }: OutgoingLine, gross: Decimal, currency: string): string {
  if (discountPercent === null || new Decimal(discountPercent).isZero()) return '';
  const base = formatMoney(gross);
  return aggregate(
    'AllowanceCharge',
    basic('ChargeIndicator', 'false'),
    basic('AllowanceChargeReasonCode', DISCOUNT),
    basic('AllowanceChargeReason', 'Rabatt'),
    basic('MultiplierFactorNumeric', plain(new Decimal(discountPercent))),
    amount('Amount', formatMoney(new Decimal(base).minus(netAmount)), currency),
    amount('BaseAmount', base, currency),
  );
}

/** What is outside VAT has no rate (BR-O-05). */
export const writeTaxCategory = (name: string, category: TaxCategory, rate: string, reason: string | null): string =>
  aggregate(
    name,
    basic('ID', category),
    category === 'O' ? '' : basic('Percent', rate),
    basic('TaxExemptionReason', category === 'S' || category === 'Z' ? null : reason),
    aggregate('TaxScheme', basic('ID', 'VAT')),
  );
