import { expect, it } from 'vitest';
import { parseInvoice } from '../src/document/parse.ts';
import {
  EhfFailure,
  isInvoiceXml,
  type OutgoingInvoice,
  type ReadInvoice,
  readInvoice,
  writeInvoice,
} from '../src/index.ts';
import { buyer, bytes, invoiceOf, line, seller } from './support/invoices.ts';
import { randomInvoice } from './support/random.ts';
import { faultsOfStructure } from './support/structure.ts';

const ROUNDS = 400;
const SEED = Number(process.env.EHF_SEED ?? 20_260_331);

/** What must come back of an invoice, in the form in which it is read. */
function expected(invoice: OutgoingInvoice): Partial<ReadInvoice> {
  const { lines: _, isInBusinessRegister, supplier, customer, ...head } = invoice;
  const isOutsideVat = head.taxes.some(({ category }) => category === 'O');
  const withoutVat = (vatNumber: string | null) => (isOutsideVat ? null : vatNumber);
  return {
    ...head,
    supplier: { ...supplier, vatNumber: withoutVat(supplier.vatNumber) },
    customer: { ...customer, vatNumber: withoutVat(customer.vatNumber) },
  };
}

it(`reads back what it writes, and it is of the published structure (seed ${SEED})`, () => {
  for (let round = 0; round < ROUNDS; round++) {
    const invoice = randomInvoice(SEED + round);
    const document = writeInvoice(invoice);
    expect(faultsOfStructure(parseInvoice(bytes(document))), `round ${round}`).toEqual([]);
    const read = readInvoice(bytes(document));
    expect(read, `round ${round}`).toMatchObject(expected(invoice));
    expect(read.lines).toHaveLength(invoice.lines.length);
    for (const [index, sent] of invoice.lines.entries()) {
      const found = read.lines[index]!;
      const { taxCategory, taxRate, netAmount, itemCode, unitCode } = sent;
      expect(found).toMatchObject({
        taxCategory,
        taxRate,
        netAmount,
        itemCode,
        unitCode,
        description: sent.description,
      });
      expect([Number(found.quantity), Number(found.price)]).toEqual([Number(sent.quantity), Number(sent.price)]);
    }
  }
});

it('says a discount so that it comes back as one', () => {
  const discounted = line({ quantity: '3', price: '99.99', discountPercent: '12.5', netAmount: '262.47' });
  const [read] = readInvoice(bytes(writeInvoice(invoiceOf([discounted])))).lines;
  expect(read).toMatchObject({ quantity: '3', price: '99.990000', discountPercent: '12.5', netAmount: '262.47' });
});

it('turns a price below zero into a quantity below zero', () => {
  const back = line({ quantity: '2', price: '-50', netAmount: '-100.00' });
  const [read] = readInvoice(bytes(writeInvoice(invoiceOf([line(), back])))).lines.slice(1);
  expect(read).toMatchObject({ quantity: '-2', price: '50.000000', netAmount: '-100.00' });
});

it('names the register of companies, and no VAT number where nothing is taxed', () => {
  const document = writeInvoice(invoiceOf([line()]));
  expect(document).toContain('<cbc:CompanyID>Foretaksregisteret</cbc:CompanyID>');
  const outside = invoiceOf([line({ taxCategory: 'O', taxRate: '0.00' })]);
  expect(writeInvoice(outside)).not.toContain('MVA');
});

it('holds markup and control characters as text', () => {
  const document = writeInvoice(
    invoiceOf([line({ description: 'A\u0000<script>alert("&")</script>\u0007' })], { note: ']]>\u0001' }),
  );
  expect(isInvoiceXml(bytes(document))).toBe(true);
  expect(readInvoice(bytes(document)).lines[0]!.description).toBe('A<script>alert("&")</script>');
});

const refusals: readonly (readonly [string, Partial<OutgoingInvoice>])[] = [
  ['PEPPOL-EN16931-R003', { buyerReference: null, orderReference: ' ' }],
  ['PEPPOL-EN16931-R010', { customer: { ...buyer, endpoint: null } }],
  ['PEPPOL-EN16931-R020', { supplier: { ...seller, endpoint: null } }],
  ['PEPPOL-COMMON-R041', { customer: { ...buyer, endpoint: { id: '12345', scheme: '0192' } } }],
  ['BR-CO-26', { supplier: { ...seller, organizationNumber: null, vatNumber: null } }],
  ['BR-S-02', { supplier: { ...seller, vatNumber: null } }],
  ['NO-R-001', { supplier: { ...seller, vatNumber: 'NO313609030' } }],
  ['BR-CL-14', { customer: { ...buyer, countryCode: 'Norge' } }],
  ['BR-CO-25', { dueDate: null, paymentTerms: null }],
  ['BR-CL-01', { typeCode: '381' }],
  ['PEPPOL-EN16931-R005', { taxInOtherCurrency: { currency: 'NOK', amount: '1.00' } }],
  ['PEPPOL-EN16931-R055', { taxInOtherCurrency: { currency: 'SEK', amount: '-1.00' } }],
  ['BR-CL-24', { attachments: [{ fileName: 'a.exe', mediaType: 'application/x-msdownload', content: bytes('MZ') }] }],
  ['BR-CL-23', { lines: [line({ unitCode: 'stk' })] }],
  [
    'BR-O-11',
    {
      taxes: [
        ...invoiceOf([line()]).taxes,
        { category: 'O', rate: '0.00', base: '0.00', amount: '0.00', exemptionReason: 'x' },
      ],
    },
  ],
  ['BR-AE-10', { taxes: [{ category: 'AE', rate: '0.00', base: '1899.00', amount: '0.00', exemptionReason: null }] }],
  ['PEPPOL-EN16931-R110', { periodStart: '2026-03-01', lines: [line({ periodStart: '2026-02-28' })] }],
  ['PEPPOL-EN16931-R111', { periodEnd: '2026-03-31', lines: [line({ periodEnd: '2026-04-01' })] }],
  ['PEPPOL-EN16931-R120', { lines: [line({ quantity: '11' })] }],
  ['BR-CO-13', { netAmount: '1898.99' }],
  ['BR-CO-15', { totalAmount: '2183.86' }],
  ['BR-CO-16', { payableAmount: '1.00' }],
];

it.each(refusals)('sends nothing against %s', (rule, values) => {
  const broken = { ...invoiceOf([line()]), ...values };
  let failure: unknown;
  try {
    writeInvoice(broken);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(EhfFailure);
  expect((failure as EhfFailure).faults.map((fault) => fault.rule)).toContain(rule);
});
