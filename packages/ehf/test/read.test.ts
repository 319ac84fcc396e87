import { expect, it } from 'vitest';
import { EhfFailure, isInvoiceXml, readInvoice, writeInvoice } from '../src/index.ts';
import { bytes, invoiceOf, line } from './support/invoices.ts';

const lines = [
  line(),
  line({ description: 'Frakt', quantity: '1', price: '100', netAmount: '100.00', taxRate: '25.00' }),
];
const sound = writeInvoice(
  invoiceOf(lines, {
    periodStart: '2026-03-01',
    periodEnd: '2026-03-31',
    adjustments: [
      {
        isCharge: false,
        reason: 'Rabatt',
        amount: '50.00',
        baseAmount: '100.00',
        percent: '50',
        taxCategory: 'S',
        taxRate: '25.00',
      },
      {
        isCharge: true,
        reason: 'Gebyr',
        amount: '10.00',
        baseAmount: null,
        percent: null,
        taxCategory: 'S',
        taxRate: '25.00',
      },
    ],
    prepaidAmount: '100.00',
    rounding: '0.15',
  }),
);

/** @throws Error when there is nothing to change: the test would prove nothing */
function changed(from: string | RegExp, to: string, document = sound): Uint8Array {
  const result = document.replace(from, to);
  if (result === document) throw new Error(`${from} is not in the document`);
  return bytes(result);
}

function faultsOf(content: Uint8Array): EhfFailure['faults'] {
  try {
    readInvoice(content);
  } catch (error) {
    if (error instanceof EhfFailure) return error.faults;
    throw error;
  }
  return [];
}

it('reads an invoice with all that a booking needs', () => {
  const read = readInvoice(bytes(sound));
  expect(read).toMatchObject({
    kind: 'INVOICE',
    number: '10023',
    issueDate: '2026-03-31',
    dueDate: '2026-04-14',
    currency: 'NOK',
    linesAmount: '1999.00',
    netAmount: '1959.00',
    taxAmount: '299.85',
    totalAmount: '2258.85',
    prepaidAmount: '100.00',
    rounding: '0.15',
    payableAmount: '2159.00',
    paymentReference: '000042000100232',
    accounts: [{ iban: null, bban: '15030000003' }],
    taxes: [
      { category: 'S', rate: '15.00', base: '1899.00', amount: '284.85' },
      { category: 'S', rate: '25.00', base: '60.00', amount: '15.00' },
    ],
  });
  expect(read.supplier).toMatchObject({
    organizationNumber: '313609030',
    vatNumber: 'NO313609030MVA',
    countryCode: 'NO',
  });
  expect(read.lines.map(({ quantity, price, discountPercent }) => [quantity, price, discountPercent])).toEqual([
    ['10', '189.900000', '0'],
    ['1', '100.000000', '0'],
  ]);
});

const broken: readonly (readonly [rule: string, from: string | RegExp, to: string, line: string | null])[] = [
  ['BR-02', '<cbc:ID>10023</cbc:ID>', '', null],
  ['BR-03', /<cbc:IssueDate>[^<]*<\/cbc:IssueDate>/, '', null],
  ['VALUE', '<cbc:IssueDate>2026-03-31', '<cbc:IssueDate>2026-02-30', null],
  ['BR-04', /<cbc:InvoiceTypeCode>380<\/cbc:InvoiceTypeCode>/, '', null],
  ['BR-05', '<cbc:DocumentCurrencyCode>NOK', '<cbc:DocumentCurrencyCode>kroner', null],
  ['BR-06', '<cbc:RegistrationName>Nordlys Kaffebrenneri AS</cbc:RegistrationName>', '', null],
  ['BR-07', '<cbc:RegistrationName>Ærfugl &amp; Sønn AS</cbc:RegistrationName>', '', null],
  ['BR-09', '<cac:Country><cbc:IdentificationCode>NO</cbc:IdentificationCode></cac:Country>', '', null],
  ['BR-16', /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/, '', null],
  ['BR-12', '<cbc:LineExtensionAmount currencyID="NOK">1999.00</cbc:LineExtensionAmount>', '', null],
  ['BR-13', /<cbc:TaxExclusiveAmount.*?<\/cbc:TaxExclusiveAmount>/, '', null],
  ['BR-14', /<cbc:TaxInclusiveAmount.*?<\/cbc:TaxInclusiveAmount>/, '', null],
  ['BR-15', /<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, '', null],
  ['BR-DEC', '1999.00</cbc:LineExtensionAmount>', '1999.005</cbc:LineExtensionAmount>', null],
  ['BR-DEC', '1999.00</cbc:LineExtensionAmount>', '1e3</cbc:LineExtensionAmount>', null],
  ['BR-DEC', '1999.00</cbc:LineExtensionAmount>', `${'9'.repeat(40)}</cbc:LineExtensionAmount>`, null],
  ['PEPPOL-EN16931-R051', '<cbc:PayableAmount currencyID="NOK">', '<cbc:PayableAmount currencyID="SEK">', null],
  ['PEPPOL-EN16931-R051', '<cbc:PriceAmount currencyID="NOK">', '<cbc:PriceAmount>', '1'],
  ['BR-22', /<cbc:InvoicedQuantity.*?<\/cbc:InvoicedQuantity>/, '', '1'],
  ['BR-23', ' unitCode="KGM"', '', '1'],
  ['BR-24', '<cbc:LineExtensionAmount currencyID="NOK">1899.00</cbc:LineExtensionAmount>', '', '1'],
  ['BR-25', '<cbc:Name>Kaffe, mørkbrent</cbc:Name>', '', '1'],
  ['BR-26', '<cbc:PriceAmount currencyID="NOK">189.9</cbc:PriceAmount>', '', '1'],
  ['BR-27', '>189.9<', '>-189.9<', '1'],
  ['VALUE', '>189.9<', '>mye<', '1'],
  ['PEPPOL-EN16931-R120', '>189.9<', '>189.91<', '1'],
  ['PEPPOL-EN16931-R121', '</cbc:PriceAmount>', '</cbc:PriceAmount><cbc:BaseQuantity>0</cbc:BaseQuantity>', '1'],
  ['BR-CO-04', /<cac:ClassifiedTaxCategory>.*?<\/cac:ClassifiedTaxCategory>/, '', '1'],
  ['BR-CL-18', '<cac:ClassifiedTaxCategory><cbc:ID>S', '<cac:ClassifiedTaxCategory><cbc:ID>X', '1'],
  [
    'BR-48',
    '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>15.00</cbc:Percent>',
    '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID>',
    '1',
  ],
  ['PEPPOL-EN16931-R043', '<cbc:ChargeIndicator>false', '<cbc:ChargeIndicator>0', null],
  ['PEPPOL-EN16931-R040', '<cbc:MultiplierFactorNumeric>50<', '<cbc:MultiplierFactorNumeric>51<', null],
  ['PEPPOL-EN16931-R041', '<cbc:BaseAmount currencyID="NOK">100.00</cbc:BaseAmount>', '', null],
  ['PEPPOL-EN16931-R042', '<cbc:MultiplierFactorNumeric>50</cbc:MultiplierFactorNumeric>', '', null],
  ['BR-29', '<cbc:StartDate>2026-03-01', '<cbc:StartDate>2026-04-01', null],
  ['BR-31', '<cbc:Amount currencyID="NOK">50.00</cbc:Amount>', '', null],
  ['BR-32', /<cac:TaxCategory>.*?<\/cac:TaxCategory>/, '', null],
  ['BR-45', /<cbc:TaxableAmount.*?<\/cbc:TaxableAmount>/, '', null],
  ['BR-CO-10', '1999.00</cbc:LineExtensionAmount>', '1999.01</cbc:LineExtensionAmount>', null],
  ['BR-CO-11', '50.00</cbc:AllowanceTotalAmount>', '49.00</cbc:AllowanceTotalAmount>', null],
  ['BR-CO-12', /<cbc:ChargeTotalAmount.*?<\/cbc:ChargeTotalAmount>/, '', null],
  ['BR-CO-13', '1959.00</cbc:TaxExclusiveAmount>', '1959.10</cbc:TaxExclusiveAmount>', null],
  ['BR-CO-14', '<cbc:TaxAmount currencyID="NOK">299.85', '<cbc:TaxAmount currencyID="NOK">299.84', null],
  ['BR-CO-15', '2258.85</cbc:TaxInclusiveAmount>', '2258.86</cbc:TaxInclusiveAmount>', null],
  ['BR-CO-16', '0.15</cbc:PayableRoundingAmount>', '0.16</cbc:PayableRoundingAmount>', null],
  ['BR-CO-17', '<cbc:TaxAmount currencyID="NOK">284.85', '<cbc:TaxAmount currencyID="NOK">285.85', null],
  ['BR-S-08', '1899.00</cbc:TaxableAmount>', '1898.00</cbc:TaxableAmount>', null],
  ['BR-S-01', /<cac:TaxSubtotal><cbc:TaxableAmount currencyID="NOK">60.*?<\/cac:TaxSubtotal>/, '', null],
  ['BR-CO-18', /<cac:TaxTotal>.*<\/cac:TaxTotal>/, '', null],
  ['PEPPOL-EN16931-R053', /(<cac:TaxTotal>.*<\/cac:TaxTotal>)/, '$1$1', null],
];

it.each(broken)('finds what is against %s: %s', (rule, from, to, where) => {
  const faults = faultsOf(changed(from, to));
  expect(faults.map((fault) => [fault.rule, fault.line])).toContainEqual([rule, where]);
  for (const { message } of faults) expect(message).toMatch(/^[A-Z"c].{10,300}$/);
});

it('leaves the slack that the published rules leave', () => {
  // Line 1 by two hundredths, the VAT by less than a krone.
  expect(faultsOf(changed('>189.9<', '>189.902<'))).toEqual([]);
  const tax = changed('<cbc:TaxAmount currencyID="NOK">284.85', '<cbc:TaxAmount currencyID="NOK">285.84');
  expect(faultsOf(tax).map(({ rule }) => rule)).toEqual(['BR-CO-14']);
});

it('lists everything that is wrong at once, and no more than fifty faults', () => {
  const two = bytes(
    sound.replace('1959.00</cbc:TaxExclusiveAmount>', '1.00</cbc:TaxExclusiveAmount>').replace('>189.9<', '>1<'),
  );
  expect(faultsOf(two).map(({ rule }) => rule)).toEqual(['PEPPOL-EN16931-R120', 'BR-CO-13', 'BR-CO-15']);
  const many = bytes(sound.replaceAll(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/g, '<cac:InvoiceLine/>'.repeat(5_000)));
  expect(faultsOf(many)).toHaveLength(50);
});

it('reads names by their namespaces, whatever prefixes a file uses, and leaves others out', () => {
  const renamed = sound
    .replaceAll('cac:', 'a:')
    .replaceAll('cbc:', 'b:')
    .replaceAll(/xmlns:c(ac|bc)=/g, (_, name) => `xmlns:${name[0]}=`);
  expect(readInvoice(bytes(renamed))).toEqual(readInvoice(bytes(sound)));
  const extended = changed(
    '<cbc:CustomizationID>',
    '<x:Extensions xmlns:x="urn:other"><x:ID>1</x:ID><cbc:ID>99</cbc:ID></x:Extensions><cbc:CustomizationID>',
  );
  expect(readInvoice(extended)).toEqual(readInvoice(bytes(sound)));
});

it('reads attachments, with names that name no folder', () => {
  const document = writeInvoice(
    invoiceOf([line()], {
      attachments: [
        { fileName: '../../etc/pas\u0000swd', mediaType: 'application/pdf', content: bytes('%PDF-1') },
        { fileName: '..', mediaType: 'text/csv', content: bytes('a;b') },
      ],
    }),
  );
  expect(readInvoice(bytes(document)).attachments).toEqual([
    { fileName: 'passwd', mediaType: 'application/pdf', content: bytes('%PDF-1') },
    { fileName: 'attachment-2', mediaType: 'text/csv', content: bytes('a;b') },
  ]);
  const cut = changed(Buffer.from('%PDF-1').toString('base64'), 'JVBER', document);
  expect(faultsOf(cut).map(({ rule }) => rule)).toEqual(['VALUE']);
});

it('knows an invoice by its root element', () => {
  expect(isInvoiceXml(bytes(sound))).toBe(true);
  expect(isInvoiceXml(bytes(`\ufeff<?xml version="1.0"?><!-- x -->${sound.slice(sound.indexOf('<Invoice'))}`))).toBe(
    true,
  );
  for (const other of ['', 'Faktura', '<Invoice/>', '<html><Invoice/></html>', '%PDF-1.7', '<a><b', '\u0000\u0001'])
    expect(isInvoiceXml(bytes(other)), other).toBe(false);
  expect(isInvoiceXml(new Uint8Array([0xff, 0xfe, 0x3c, 0x00]))).toBe(false);
});
