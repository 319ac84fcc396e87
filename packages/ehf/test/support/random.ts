import { Decimal, formatMoney } from '@app/money';
import type { DocumentAdjustment, OutgoingInvoice, OutgoingLine, TaxCategory } from '../../src/index.ts';
import { invoiceOf, line, seller } from './invoices.ts';

/** Numbers from a seed: the same ones every time. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const rates: readonly (readonly [TaxCategory, string])[] = [
  ['S', '25.00'],
  ['S', '15.00'],
  ['S', '12.00'],
  ['S', '11.11'],
  ['Z', '0.00'],
  ['E', '0.00'],
  ['AE', '0.00'],
  ['G', '0.00'],
];

const words = ['Kaffe', 'blåbær', '<Ærlig>', '"øl"', '& mer', 'Åpen løsning', '😀', "l'eau", '100 % bomull'];

/** Any invoice or credit note that a company may send, with texts that markup would trip over. */
export function randomInvoice(seed: number): OutgoingInvoice {
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const whole = (most: number): number => Math.floor(random() * most);
  const isOutsideVat = random() < 0.1;
  const tax = (): readonly [TaxCategory, string] => (isOutsideVat ? ['O', '0.00'] : pick(rates));
  const text = (): string => Array.from({ length: 1 + whole(4) }, () => pick(words)).join(' ');

  const newLine = (): OutgoingLine => {
    const [taxCategory, taxRate] = tax();
    const quantity = new Decimal(whole(100_000)).div(pick([1, 10, 1000])).times(random() < 0.1 ? -1 : 1);
    const price = new Decimal(whole(10_000_000)).div(pick([1, 100, 1_000_000]));
    const discount = random() < 0.3 ? new Decimal(whole(1000)).div(10) : new Decimal(0);
    const net = quantity.times(price).times(new Decimal(100).minus(discount)).div(100);
    return line({
      description: random() < 0.2 ? `${text()}\nNr. ${whole(99)}` : text(),
      itemCode: random() < 0.5 ? `V-${whole(999)}` : null,
      quantity: quantity.toFixed(),
      unitCode: pick(['C62', 'HUR', 'KGM', 'MTK']),
      price: price.toFixed(),
      discountPercent: discount.isZero() ? null : discount.toFixed(),
      netAmount: formatMoney(net),
      taxCategory,
      taxRate,
    });
  };
  const newAdjustment = (): DocumentAdjustment => {
    const [taxCategory, taxRate] = tax();
    const isPercentage = random() < 0.5;
    const base = new Decimal(whole(1_000_000)).div(100);
    return {
      isCharge: random() < 0.5,
      reason: text(),
      amount: formatMoney(isPercentage ? base.times(7).div(100) : base),
      baseAmount: isPercentage ? formatMoney(base) : null,
      percent: isPercentage ? '7' : null,
      taxCategory,
      taxRate,
    };
  };
  const isForeign = random() < 0.2;
  const isCredit = random() < 0.3;
  const invoice = invoiceOf(Array.from({ length: 1 + whole(12) }, newLine), {
    kind: isCredit ? 'CREDIT_NOTE' : 'INVOICE',
    typeCode: isCredit ? '381' : pick(['380', '383']),
    adjustments: random() < 0.3 ? Array.from({ length: 1 + whole(3) }, newAdjustment) : [],
    currency: isForeign ? 'EUR' : 'NOK',
    note: random() < 0.5 ? text() : null,
    prepaidAmount: random() < 0.2 ? '10.00' : '0.00',
    rounding: random() < 0.2 ? '-0.30' : '0.00',
    credited: isCredit ? [{ number: String(whole(10_000)), issueDate: '2026-02-01' }] : [],
    attachments:
      random() < 0.2
        ? [{ fileName: 'timeliste æ.pdf', mediaType: 'application/pdf', content: new Uint8Array([37, 80, whole(255)]) }]
        : [],
    ...(isOutsideVat ? { supplier: { ...seller, vatNumber: null } } : {}),
  });
  if (!isForeign) return invoice;
  return {
    ...invoice,
    taxInOtherCurrency: { currency: 'NOK', amount: formatMoney(new Decimal(invoice.taxAmount).times('11.5')) },
  };
}
