import { Decimal, formatMoney, round, sum, ZERO } from '@app/money';
import type { Faults } from '../failure.ts';
import type { Adjustment, ReadInvoice, TaxSubtotal } from '../invoice.ts';
import type { ReadLine } from '../read/line.ts';

/** What an amount of a line or of an allowance may differ from what it is computed of, in units of the currency. */
const LINE_SLACK = new Decimal('0.02');
/** What the VAT and the base of a category may differ: less than one unit. */
const TAX_SLACK = new Decimal(1);

const nameOf: Readonly<Record<TaxSubtotal['category'], string>> = {
  S: 'S',
  Z: 'Z',
  E: 'E',
  AE: 'AE',
  K: 'IC',
  G: 'G',
  O: 'O',
};

export interface Figures extends Omit<ReadInvoice, 'lines'> {
  readonly lines: readonly ReadLine[];
  /** The sums of allowances and of charges as the invoice says them. */
  readonly statedAdjustments: { readonly allowances: string | null; readonly charges: string | null };
}

/** The arithmetic of EN 16931 and Peppol BIS Billing 3: each rule with the slack that the published rules give it. */
export function faultsOfArithmetic(faults: Faults, invoice: Figures): void {
  for (const line of invoice.lines) {
    faults.line = line.id;
    checkLine(faults, line);
  }
  faults.line = null;
  for (const adjustment of invoice.adjustments) checkAdjustment(faults, adjustment);
  checkPeriods(faults, invoice);
  checkTotals(faults, invoice);
  checkBreakdown(faults, invoice);
}

function checkLine(faults: Faults, line: ReadLine): void {
  const gross = decimalOf(line.quantity).times(line.exactPrice.amount).div(line.exactPrice.basis);
  const expected = gross.plus(sumOf(line.adjustments));
  if (expected.minus(line.netAmount).abs().greaterThan(LINE_SLACK))
    faults.add(
      'PEPPOL-EN16931-R120',
      `The net amount is ${line.netAmount}; quantity, price, allowances and charges give ${formatMoney(expected)}`,
    );
  for (const adjustment of line.adjustments) checkAdjustment(faults, adjustment);
  if (isReversed(line.periodStart, line.periodEnd)) faults.add('BR-30', 'The period of the line ends before it begins');
}

function checkAdjustment(faults: Faults, { amount, baseAmount, percent }: Adjustment): void {
  if (percent !== null && baseAmount === null)
    faults.add('PEPPOL-EN16931-R041', 'An allowance or charge has a percentage and nothing that it is taken of');
  if (percent === null && baseAmount !== null)
    faults.add('PEPPOL-EN16931-R042', 'An allowance or charge says what it is taken of and no percentage');
  if (percent === null || baseAmount === null) return;
  const expected = decimalOf(baseAmount).times(percent).div(100);
  if (expected.minus(amount).abs().greaterThan(LINE_SLACK))
    faults.add(
      'PEPPOL-EN16931-R040',
      `An allowance or charge is ${amount}; ${percent} percent of ${baseAmount} are ${formatMoney(expected)}`,
    );
}

function checkPeriods(faults: Faults, invoice: Figures): void {
  if (isReversed(invoice.periodStart, invoice.periodEnd))
    faults.add('BR-29', 'The period of the invoice ends before it begins');
}

/** Dates as text follow each other as days do. */
const isReversed = (start: string | null, end: string | null): boolean => start !== null && end !== null && end < start;

function checkTotals(faults: Faults, invoice: Figures): void {
  const lines = sum(invoice.lines.map(({ netAmount }) => decimalOf(netAmount)));
  const net = decimalOf(invoice.linesAmount).plus(sumOf(invoice.adjustments));
  const tax = sum(invoice.taxes.map(({ amount }) => decimalOf(amount)));
  const total = decimalOf(invoice.netAmount).plus(invoice.taxAmount);
  const payable = decimalOf(invoice.totalAmount).minus(invoice.prepaidAmount).plus(invoice.rounding);
  const { allowances, charges } = invoice.statedAdjustments;
  const sumOfKind = (isCharge: boolean) => sumOf(invoice.adjustments.filter((one) => one.isCharge === isCharge));
  const check = (
    rule: string,
    said: string,
    expected: Decimal,
    message: (said: string, expected: string) => string,
  ) => {
    if (!expected.equals(said)) faults.add(rule, message(said, formatMoney(expected)));
  };
  check('BR-CO-10', invoice.linesAmount, lines, (a, b) => `The sum of the lines is ${a}; the lines add up to ${b}`);
  check(
    'BR-CO-11',
    allowances ?? '0',
    sumOfKind(false).negated(),
    (a, b) => `The sum of allowances is ${a}; they add up to ${b}`,
  );
  check('BR-CO-12', charges ?? '0', sumOfKind(true), (a, b) => `The sum of charges is ${a}; they add up to ${b}`);
  check(
    'BR-CO-13',
    invoice.netAmount,
    net,
    (a, b) => `The total without VAT is ${a}; lines, allowances and charges add up to ${b}`,
  );
  check('BR-CO-14', invoice.taxAmount, tax, (a, b) => `The VAT is ${a}; its breakdown adds up to ${b}`);
  check(
    'BR-CO-15',
    invoice.totalAmount,
    total,
    (a, b) => `The total with VAT is ${a}; net amount and VAT add up to ${b}`,
  );
  check(
    'BR-CO-16',
    invoice.payableAmount,
    payable,
    (a, b) => `The amount to be paid is ${a}; total, prepaid amount and rounding give ${b}`,
  );
}

/** Per category and rate: the base is that of its lines, allowances and charges, the VAT follows from base and rate. */
function checkBreakdown(faults: Faults, invoice: Figures): void {
  const bases = basesOf(invoice);
  const seen = new Set<string>();
  for (const { category, rate, base, amount } of invoice.taxes) {
    const key = keyOf(category, rate);
    const rules = nameOf[category];
    if (seen.has(key)) faults.add(`BR-${rules}-01`, `The VAT breakdown has ${category} ${rate} percent more than once`);
    seen.add(key);
    checkRate(faults, category, rate, '05');
    const expected = bases.get(key) ?? ZERO;
    const differs =
      category === 'S' ? expected.minus(base).abs().greaterThanOrEqualTo(TAX_SLACK) : !expected.equals(base);
    if (differs)
      faults.add(
        `BR-${rules}-08`,
        `The base of the VAT ${category} ${rate} percent is ${base}; lines, allowances and charges give ${formatMoney(expected)}`,
      );
    checkTax(faults, { category, rate, base, amount });
  }
  for (const key of bases.keys())
    if (!seen.has(key)) {
      const [category = 'O', rate = ''] = key.split(' ') as [TaxSubtotal['category'], string];
      faults.add(`BR-${nameOf[category]}-01`, `The VAT breakdown has no part for ${category} ${rate} percent`);
    }
}

function checkTax(
  faults: Faults,
  { category, rate, base, amount }: Pick<TaxSubtotal, 'category' | 'rate' | 'base' | 'amount'>,
): void {
  const expected = category === 'S' ? round(decimalOf(base).times(rate).div(100), 2) : ZERO;
  const differs =
    category === 'S' ? expected.minus(amount).abs().greaterThanOrEqualTo(TAX_SLACK) : !decimalOf(amount).isZero();
  if (differs)
    faults.add(
      category === 'S' ? 'BR-CO-17' : `BR-${nameOf[category]}-09`,
      `The VAT ${category} ${rate} percent is ${amount}; base and rate give ${formatMoney(expected)}`,
    );
}

/** `S` has a rate above zero, the others none. */
function checkRate(faults: Faults, category: TaxSubtotal['category'], rate: string, number: string): void {
  const isTaxed = decimalOf(rate).greaterThan(0);
  if (isTaxed !== (category === 'S'))
    faults.add(
      `BR-${nameOf[category]}-${number}`,
      `The rate of the VAT category ${category} is ${rate} percent, which it cannot be`,
    );
}

function basesOf({ lines, adjustments }: Figures): ReadonlyMap<string, Decimal> {
  const bases = new Map<string, Decimal>();
  const add = (category: TaxSubtotal['category'], rate: string, amount: Decimal): void => {
    const key = keyOf(category, rate);
    bases.set(key, (bases.get(key) ?? ZERO).plus(amount));
  };
  for (const { taxCategory, taxRate, netAmount } of lines) add(taxCategory, taxRate, decimalOf(netAmount));
  for (const one of adjustments) add(one.taxCategory, one.taxRate, signed(one));
  return bases;
}

const keyOf = (category: TaxSubtotal['category'], rate: string): string => `${category} ${rate}`;

const decimalOf = (text: string): Decimal => new Decimal(text);

const signed = ({ isCharge, amount }: Adjustment): Decimal => decimalOf(amount).times(isCharge ? 1 : -1);

const sumOf = (adjustments: readonly Adjustment[]): Decimal => sum(adjustments.map(signed));
