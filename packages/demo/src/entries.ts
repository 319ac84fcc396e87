import { atRate, type DemoEntry, type DemoLine, line, type Ore, part, rateText } from './book.ts';
import { vatOf } from './vat.ts';

type Dimensions = NonNullable<DemoLine['dimensions']>;

export interface Purchase {
  readonly date: string;
  readonly supplier: number;
  readonly supplierName: string;
  readonly what: string;
  readonly account: string;
  readonly vat: string;
  readonly net: Ore;
  readonly dimensions: Dimensions;
}

/** An invoice received: cost and input VAT against the payable. */
export function purchase({ date, supplier, supplierName, what, account, vat, net, dimensions }: Purchase): DemoEntry {
  const rate = vat === '0' ? undefined : vatOf(vat);
  const tax = rate ? part(net, rate.rate) : 0;
  const lines = [line(date, account, net, { tax_code: vat, dimensions })];
  if (rate && tax !== 0) lines.push(line(date, rate.input!, tax, { tax_line: true, tax_for_line: 1 }));
  lines.push(
    line(date, '2400', -(net + tax), { dimensions: [{ relation_type: 'businesspartner', relation_id: supplier }] }),
  );
  return { description: `${what}, ${supplierName}`, lines };
}

export interface ReverseCharge extends Omit<Purchase, 'net'> {
  readonly currency: string;
  /** Minor units of the currency. */
  readonly amount: number;
  /** Millionths of a krone per unit. */
  readonly rate: number;
}

/** A purchase abroad: the buyer works out the VAT, deducted again where the code allows, else part of the cost. */
export function reverseCharge(p: ReverseCharge): DemoEntry {
  const net = atRate(p.amount, p.rate);
  const vat = vatOf(p.vat);
  const tax = part(net, vat.rate);
  const foreign = { currency_code: p.currency, exchange_rate: rateText(p.rate) };
  const fc = `${Math.floor(p.amount / 100)}.${String(p.amount % 100).padStart(2, '0')}`;
  const partner = [{ relation_type: 'businesspartner', relation_id: p.supplier }];
  return {
    description: `${p.what}, ${p.supplierName}`,
    lines: [
      line(p.date, p.account, net, { ...foreign, debit_fc: fc, tax_code: p.vat, dimensions: p.dimensions }),
      line(p.date, '2400', -net, { ...foreign, credit_fc: fc, dimensions: partner }),
      line(p.date, vat.input ?? p.account, tax, { tax_line: true, tax_for_line: 1 }),
      line(p.date, vat.output!, -tax, { tax_line: true, tax_for_line: 1 }),
    ],
  };
}

/** Money in for an invoice, or out for one. */
export const settled = (
  date: string,
  account: '1500' | '2400',
  ore: Ore,
  partner: number,
  text: string,
): DemoEntry => ({
  description: text,
  lines: [
    line(date, '1920', ore),
    line(date, account, -ore, { dimensions: [{ relation_type: 'businesspartner', relation_id: partner }] }),
  ],
});
