import type { Language } from '@app/pages';
import type { PaperKind, PaperTaxCategory } from './invoice-paper.ts';

/** All that is printed and not given. */
export interface Words {
  readonly titles: Readonly<Record<PaperKind, string>>;
  readonly draft: string;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly validUntil: string;
  readonly deliveryDate: string;
  readonly period: string;
  readonly deliveryPlace: string;
  readonly customerNumber: string;
  readonly buyerReference: string;
  readonly sellerReference: string;
  readonly orderReference: string;
  readonly project: string;
  readonly credits: string;
  readonly organizationNumber: string;
  readonly businessRegister: string;
  readonly payable: Readonly<Record<PaperKind, string>>;
  readonly account: string;
  readonly paymentReference: string;
  readonly paidOn: string;
  readonly item: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
  readonly net: string;
  readonly rounding: string;
  readonly total: string;
  readonly prepaid: string;
  readonly specification: string;
  readonly rate: string;
  readonly base: string;
  readonly categories: Readonly<Record<Exclude<PaperTaxCategory, 'S'>, string>>;
  readonly reverseCharge: string;
  readonly noVoucher: string;
  readonly terms: string;
  readonly exchangeRate: (currency: string, rate: string) => string;
  readonly pageOf: (page: number, pages: number) => string;
  readonly continued: string;
}

const words: Readonly<Record<Language, Words>> = {
  nob: {
    titles: {
      ARINV: 'Faktura',
      ARCRN: 'Kreditnota',
      ARCIN: 'Kontantfaktura',
      ARPIN: 'Proformafaktura',
      ARDEB: 'Debetnota',
    },
    draft: 'Utkast',
    number: 'Nummer',
    issueDate: 'Dato',
    dueDate: 'Forfall',
    validUntil: 'Gyldig til',
    deliveryDate: 'Levert',
    period: 'Periode',
    deliveryPlace: 'Leveringssted',
    customerNumber: 'Kundenummer',
    buyerReference: 'Deres referanse',
    sellerReference: 'Vår referanse',
    orderReference: 'Ordre',
    project: 'Prosjekt',
    credits: 'Gjelder faktura',
    organizationNumber: 'Org.nr.',
    businessRegister: 'Foretaksregisteret',
    payable: { ARINV: 'Å betale', ARCRN: 'Til gode', ARCIN: 'Betalt', ARPIN: 'Sum', ARDEB: 'Å betale' },
    account: 'Til konto',
    paymentReference: 'KID',
    paidOn: 'Betalt dato',
    item: 'Varenr.',
    description: 'Beskrivelse',
    quantity: 'Antall',
    unitPrice: 'Pris',
    discount: 'Rabatt',
    tax: 'Mva',
    amount: 'Beløp',
    net: 'Sum uten mva',
    rounding: 'Øreavrunding',
    total: 'Sum',
    prepaid: 'Forskuddsbetalt',
    specification: 'Spesifikasjon av merverdiavgift',
    rate: 'Sats',
    base: 'Grunnlag',
    categories: {
      Z: 'Fritatt',
      E: 'Unntatt',
      AE: 'Omvendt avgiftsplikt',
      K: 'Varer innen EØS',
      G: 'Utførsel',
      O: 'Utenfor',
    },
    reverseCharge:
      'Merverdiavgift er ikke beregnet for det som har omvendt avgiftsplikt: kjøperen beregner og betaler den.',
    noVoucher: 'En proformafaktura er ikke et salgsdokument og gir ikke rett til fradrag for merverdiavgift.',
    terms: 'Betalingsbetingelser',
    exchangeRate: (currency, rate) => `Kurs: 1 ${currency} = ${rate} NOK`,
    pageOf: (page, pages) => `Side ${page} av ${pages}`,
    continued: 'fortsetter på neste side',
  },
  eng: {
    titles: {
      ARINV: 'Invoice',
      ARCRN: 'Credit note',
      ARCIN: 'Cash invoice',
      ARPIN: 'Pro forma invoice',
      ARDEB: 'Debit note',
    },
    draft: 'Draft',
    number: 'Number',
    issueDate: 'Date',
    dueDate: 'Due date',
    validUntil: 'Valid until',
    deliveryDate: 'Delivered',
    period: 'Period',
    deliveryPlace: 'Place of delivery',
    customerNumber: 'Customer no.',
    buyerReference: 'Your reference',
    sellerReference: 'Our reference',
    orderReference: 'Order',
    project: 'Project',
    credits: 'Credits invoice',
    organizationNumber: 'Org. no.',
    businessRegister: 'Foretaksregisteret',
    payable: { ARINV: 'To pay', ARCRN: 'In your favour', ARCIN: 'Paid', ARPIN: 'Total', ARDEB: 'To pay' },
    account: 'Account',
    paymentReference: 'Payment reference',
    paidOn: 'Paid on',
    item: 'Item',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Price',
    discount: 'Discount',
    tax: 'VAT',
    amount: 'Amount',
    net: 'Total without VAT',
    rounding: 'Rounding',
    total: 'Total',
    prepaid: 'Prepaid',
    specification: 'VAT specification',
    rate: 'Rate',
    base: 'Base',
    categories: {
      Z: 'Zero-rated',
      E: 'Exempt',
      AE: 'Reverse charge',
      K: 'Goods within the EEA',
      G: 'Export',
      O: 'Outside VAT',
    },
    reverseCharge: 'No VAT is charged on what is under reverse charge: the buyer accounts for it.',
    noVoucher: 'A pro forma invoice is no sales document and gives no right to deduct VAT.',
    terms: 'Terms of payment',
    exchangeRate: (currency, rate) => `Rate: 1 ${currency} = ${rate} NOK`,
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
    continued: 'continued on the next page',
  },
};

export const wordsOf = (language: Language): Words => words[language];
