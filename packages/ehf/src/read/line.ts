import { Decimal, formatMoney, formatRate, round, sum } from '@app/money';
import { at, childrenOf, type Element } from '../document/element.ts';
import type { InvoiceLine } from '../invoice.ts';
import { readAdjustment } from './adjustment.ts';
import type { Reader } from './reader.ts';
import { readTaxCategory } from './tax-category.ts';
import { plain } from './values.ts';

/** A line, with its price as it stands in the file for the arithmetic: of `basis` units. */
export interface ReadLine extends InvoiceLine {
  readonly exactPrice: { readonly amount: string; readonly basis: string };
}

/** @param quantityName `cbc:InvoicedQuantity` or `cbc:CreditedQuantity` */
export function readLine(reader: Reader, line: Element, quantityName: string): ReadLine {
  const id = reader.required('BR-21', 'The line has no number', line, 'cbc:ID');
  reader.faults.line = id === '' ? '?' : id.slice(0, 30);
  const item = at(line, 'cac:Item');
  const adjustments = childrenOf(line, 'cac:AllowanceCharge').map((one) => readAdjustment(reader, one));
  const quantity = requiredNumber(reader, 'BR-22', 'The line has no quantity', line, quantityName);
  const exactPrice = readPrice(reader, line);
  const netAmount = reader.requiredAmount('BR-24', 'The line has no net amount', line, 'cbc:LineExtensionAmount');
  const { category, rate } = readTaxCategory(reader, at(item, 'cac:ClassifiedTaxCategory'), [
    'BR-CO-04',
    'The line has no VAT category',
  ]);
  const unitCode = at(line, quantityName)?.attributes.get('unitCode') ?? '';
  if (unitCode === '' && at(line, quantityName)) reader.faults.add('BR-23', 'The quantity has no unit');
  const period = at(line, 'cac:InvoicePeriod');
  const read: ReadLine = {
    id,
    description: descriptionOf(reader, line, item),
    itemCode:
      reader.text(item, 'cac:SellersItemIdentification', 'cbc:ID') ??
      reader.text(item, 'cac:StandardItemIdentification', 'cbc:ID'),
    quantity,
    unitCode,
    price: formatRate(new Decimal(exactPrice.amount).div(exactPrice.basis)),
    discountPercent: null,
    adjustments,
    netAmount,
    taxCategory: category,
    taxRate: rate,
    buyerAccounting: reader.text(line, 'cbc:AccountingCost'),
    periodStart: reader.day(period, 'cbc:StartDate'),
    periodEnd: reader.day(period, 'cbc:EndDate'),
    exactPrice,
  };
  reader.faults.line = null;
  return { ...read, discountPercent: discountOf(read) };
}

function readPrice(reader: Reader, line: Element): ReadLine['exactPrice'] {
  const price = at(line, 'cac:Price');
  const found = at(price, 'cbc:PriceAmount');
  // The amount of a price has as many decimals as it needs; its currency is that of the invoice like any other.
  const amount = requiredNumber(reader, 'BR-26', 'The line has no price', price, 'cbc:PriceAmount');
  reader.requireCurrency(found);
  if (new Decimal(amount).isNegative() && amount !== '0') reader.faults.add('BR-27', 'The price is below zero');
  const basis = reader.number(price, 'cbc:BaseQuantity') ?? '1';
  const isPositive = new Decimal(basis).greaterThan(0);
  if (!isPositive) reader.faults.add('PEPPOL-EN16931-R121', 'The quantity that the price is for is not above zero');
  return { amount, basis: isPositive ? basis : '1' };
}

function requiredNumber(
  reader: Reader,
  rule: string,
  message: string,
  element: Element | undefined,
  name: string,
): string {
  if (at(element, name) === undefined) reader.faults.add(rule, message);
  return reader.number(element, name) ?? '0';
}

/** Name, description and note, each said once, on lines of their own. */
function descriptionOf(reader: Reader, line: Element, item: Element | undefined): string {
  const name = reader.required('BR-25', 'The item of the line has no name', item, 'cbc:Name');
  const parts = [name, reader.text(item, 'cbc:Description'), reader.text(line, 'cbc:Note')];
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join('\n');
}

/** The percentage that takes quantity times price to the net amount, when there is one with at most six decimals. */
function discountOf({ quantity, exactPrice, netAmount, adjustments }: ReadLine): string | null {
  const gross = new Decimal(quantity).times(exactPrice.amount).div(exactPrice.basis);
  const net = new Decimal(netAmount);
  if (round(gross, 2).equals(net)) return '0';
  if (gross.isZero() || adjustments.some(({ isCharge }) => isCharge)) return null;
  const off = sum(adjustments.map(({ amount }) => new Decimal(amount)));
  const [only, ...others] = adjustments;
  const said = others.length === 0 && only?.percent ? new Decimal(only.percent) : undefined;
  for (const percent of [said, round(off.div(gross).times(100), 6)]) {
    if (percent === undefined || percent.isNegative() || percent.greaterThan(100)) continue;
    const left = gross.times(new Decimal(100).minus(percent)).div(100);
    if (formatMoney(left) === netAmount) return plain(round(percent, 6));
  }
  return null;
}
