import type { InvoicePaper, PaperLine, PaperTax } from '../src/index.ts';

/** Lines of a coffee roaster, of which there are as many as are asked for. */
const goods: readonly (readonly [code: string, text: string, unit: string, price: string, rate: string])[] = [
  ['K-100', 'Espresso, mørkbrent, hele bønner', 'kg', '189.90', '15.00'],
  ['K-210', 'Filterkaffe Bryggen, lysbrent', 'kg', '164.50', '15.00'],
  ['T-031', 'Kaffefilter, ubleket, 100 stk.', 'pk', '39.00', '25.00'],
  ['M-700', 'Leie av espressomaskin\nSerienummer 4711-Ø, med service', 'mnd', '1450.00', '25.00'],
  ['A-010', 'Opplæring av ansatte', 'time', '890.00', '25.00'],
];

const ore = (amount: string): bigint => BigInt(amount.replace('.', ''));
const kroner = (amount: bigint): string => {
  const text = String(amount).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};

function linesOf(count: number): readonly PaperLine[] {
  return Array.from({ length: count }, (_, index): PaperLine => {
    const [itemCode, description, unit, unitPrice, taxRate] = goods[index % goods.length]!;
    const quantity = 1 + (index % 12);
    return {
      itemCode,
      description,
      quantity: String(quantity),
      unit,
      unitPrice,
      discountPercent: null,
      taxCategory: 'S',
      taxRate,
      netAmount: kroner(ore(unitPrice) * BigInt(quantity)),
      periodStart: unit === 'mnd' ? '2026-03-01' : null,
      periodEnd: unit === 'mnd' ? '2026-03-31' : null,
    };
  });
}

/** Rounds half up to whole øre. */
const taxOn = (base: bigint, rate: string): bigint => (base * ore(rate) + 5_000n) / 10_000n;

function taxesOf(lines: readonly PaperLine[]): readonly PaperTax[] {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))].sort().toReversed();
  return rates.map((rate) => {
    const base = lines.filter((line) => line.taxRate === rate).reduce((sum, line) => sum + ore(line.netAmount), 0n);
    return {
      category: 'S',
      rate,
      base: kroner(base),
      amount: kroner(taxOn(base, rate)),
      baseInKroner: null,
      amountInKroner: null,
    };
  });
}

/** An invoice of so many lines whose sums are right; `changes` say what is different. */
export function invoiceOf(count: number, changes: Partial<InvoicePaper> = {}): InvoicePaper {
  const lines = changes.lines ?? linesOf(count);
  const taxes = changes.taxes ?? taxesOf(lines);
  const net = lines.reduce((sum, line) => sum + ore(line.netAmount), 0n);
  const tax = taxes.reduce((sum, { amount }) => sum + ore(amount), 0n);
  return {
    kind: 'ARINV',
    language: 'nob',
    number: '10023',
    issueDate: '2026-03-31',
    dueDate: '2026-04-14',
    deliveryDate: '2026-03-28',
    periodStart: null,
    periodEnd: null,
    deliveryPlace: null,
    currency: 'NOK',
    exchangeRate: null,
    seller: {
      name: 'Nordlys Kaffebrenneri AS',
      organizationNumber: '313609030',
      isVatRegistered: true,
      isInBusinessRegister: true,
      streetAddress: 'Bryggen 5',
      postalCode: '5003',
      city: 'Bergen',
      countryCode: 'NO',
      email: 'faktura@nordlys.example',
      phone: '55 00 00 00',
      website: 'nordlys.example',
    },
    logo: null,
    buyer: {
      name: 'Ærfugl & Sønn Kafé AS',
      organizationNumber: '314760670',
      customerNumber: '42',
      streetAddress: 'Storgata 1',
      postalCode: '0155',
      city: 'Oslo',
      countryCode: 'NO',
    },
    buyerReference: 'Ola Nordmann',
    sellerReference: 'Ingrid Ås',
    orderReference: 'PO-77',
    project: null,
    credited: [],
    lines,
    taxes,
    netAmount: kroner(net),
    taxAmount: kroner(tax),
    taxAmountInKroner: null,
    rounding: '0.00',
    totalAmount: kroner(net + tax),
    prepaidAmount: '0.00',
    payableAmount: kroner(net + tax),
    payment: {
      accountNumber: '15030000003',
      iban: 'NO9315030000003',
      bic: 'DNBANOKK',
      paymentReference: '000042000100232',
    },
    paymentTerms: 'Netto 14 dager. Ved for sen betaling beregnes forsinkelsesrente.',
    note: 'Takk for handelen!',
    madeAt: '2026-03-31T10:00:00Z',
    ...changes,
  };
}

const everyday = invoiceOf(3);

/** In English and in euro, with the VAT in kroner as well. */
export const euroInvoice = (logo: Uint8Array | null): InvoicePaper =>
  invoiceOf(3, {
    logo,
    language: 'eng',
    currency: 'EUR',
    exchangeRate: '11.523000',
    buyer: {
      name: 'Kaffeehaus Müller GmbH',
      organizationNumber: null,
      customerNumber: '77',
      streetAddress: 'Große Bleichen 1',
      postalCode: '20095',
      city: 'Hamburg',
      countryCode: 'DE',
    },
    taxes: [
      { ...everyday.taxes[0]!, baseInKroner: '1348.19', amountInKroner: '337.05' },
      { ...everyday.taxes[1]!, baseInKroner: '5979.28', amountInKroner: '896.95' },
    ],
    taxAmountInKroner: '1234.00',
    paymentTerms: 'Net 14 days.',
    note: 'Thank you for your order!',
  });

/** Names, references and figures that are as long as they may be. */
export function longWords(): InvoicePaper {
  const [line] = everyday.lines;
  const lines: readonly PaperLine[] = [
    ...everyday.lines,
    {
      ...line!,
      itemCode: 'EN-VELDIG-LANG-VAREKODE-0001',
      description: `${'Etterspørselsundersøkelse for kaffe, te og ærlig fløte '.repeat(5)}\n${'donaudampfschifffahrt'.repeat(8)}`,
      quantity: '12345.678',
      unitPrice: '9999999.123456',
      discountPercent: '12.5',
      netAmount: '108023707892.57',
    },
  ];
  return invoiceOf(4, {
    lines,
    seller: {
      ...everyday.seller,
      name: 'Selskapet med det aller lengste og mest omstendelige navnet i hele Foretaksregisteret AS',
    },
    buyer: {
      ...everyday.buyer,
      name: 'Interkommunalt samarbeidsselskap for kaffekultur, blåbærplukking og ærfuglvern i indre Østfold og omegn SA',
    },
    deliveryPlace: 'Lager 4, port B, Industriveien 123, 1730 Ise; nøkkelen hentes i vakten',
    orderReference: 'EN-VELDIG-LANG-ORDREREFERANSE-SOM-IKKE-HAR-MELLOMROM-4711',
  });
}
