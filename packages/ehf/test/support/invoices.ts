import { Decimal, formatMoney, sum } from '@app/money';
import type {
  DocumentAdjustment,
  OutgoingInvoice,
  OutgoingLine,
  Party,
  TaxCategory,
  TaxSubtotal,
} from '../../src/index.ts';

export const seller: Party = {
  name: 'Nordlys Kaffebrenneri',
  registeredName: 'Nordlys Kaffebrenneri AS',
  organizationNumber: '313609030',
  vatNumber: 'NO313609030MVA',
  endpoint: { id: '313609030', scheme: '0192' },
  streetAddress: 'Bryggen 5 & 7',
  additionalStreet: '2. etasje',
  postalCode: '5003',
  city: 'Bergen',
  region: null,
  countryCode: 'NO',
  contactName: 'Ingrid Ås',
  email: 'faktura@nordlys.example',
  phone: '55 00 00 00',
};

export const buyer: Party = {
  name: 'Ærfugl & Sønn',
  registeredName: 'Ærfugl & Sønn AS',
  organizationNumber: '314760670',
  vatNumber: 'NO314760670MVA',
  endpoint: { id: '314760670', scheme: '0192' },
  streetAddress: 'Storgata 1',
  additionalStreet: null,
  postalCode: '0155',
  city: 'Oslo',
  region: null,
  countryCode: 'NO',
  contactName: null,
  email: null,
  phone: null,
};

export const line = (values: Partial<OutgoingLine> = {}): OutgoingLine => ({
  description: 'Kaffe, mørkbrent',
  itemCode: 'K-100',
  quantity: '10',
  unitCode: 'KGM',
  price: '189.90',
  discountPercent: null,
  netAmount: '1899.00',
  taxCategory: 'S',
  taxRate: '15.00',
  periodStart: null,
  periodEnd: null,
  ...values,
});

const reasons: Readonly<Partial<Record<TaxCategory, string>>> = {
  E: 'Unntatt',
  AE: 'Omvendt',
  G: 'Utførsel',
  O: 'Utenfor',
};

/** An invoice whose sums follow from its lines and adjustments. */
export function invoiceOf(
  lines: readonly OutgoingLine[],
  values: Partial<OutgoingInvoice> & { readonly adjustments?: readonly DocumentAdjustment[] } = {},
): OutgoingInvoice {
  const adjustments = values.adjustments ?? [];
  const bases = new Map<string, Decimal>();
  const add = (category: string, rate: string, amount: Decimal): void => {
    const key = `${category} ${rate}`;
    bases.set(key, (bases.get(key) ?? new Decimal(0)).plus(amount));
  };
  for (const one of lines) add(one.taxCategory, one.taxRate, new Decimal(one.netAmount));
  for (const one of adjustments)
    add(one.taxCategory, one.taxRate, new Decimal(one.amount).times(one.isCharge ? 1 : -1));
  const taxes = [...bases].map(([key, base]): TaxSubtotal => {
    const [category, rate] = key.split(' ') as [TaxCategory, string];
    return {
      category,
      rate,
      base: formatMoney(base),
      amount: formatMoney(base.times(rate).div(100)),
      exemptionReason: reasons[category] ?? null,
    };
  });
  const net = sum([...bases.values()]);
  const tax = sum(taxes.map(({ amount }) => new Decimal(amount)));
  const kind = values.kind ?? 'INVOICE';
  const total = net.plus(tax);
  const payable = total.minus(values.prepaidAmount ?? 0).plus(values.rounding ?? 0);
  return {
    kind,
    typeCode: kind === 'INVOICE' ? '380' : '381',
    number: '10023',
    issueDate: '2026-03-31',
    dueDate: '2026-04-14',
    deliveryDate: '2026-03-28',
    periodStart: null,
    periodEnd: null,
    currency: 'NOK',
    note: 'Takk for handelen',
    buyerReference: 'Ola Nordmann',
    orderReference: 'PO-77',
    credited: [],
    supplier: seller,
    customer: buyer,
    deliveryAddress: null,
    paymentReference: '000042000100232',
    accounts: [{ iban: null, bban: '15030000003', bic: null, name: null }],
    paymentTerms: 'Netto 14 dager',
    adjustments,
    taxes,
    taxInOtherCurrency: null,
    netAmount: formatMoney(net),
    taxAmount: formatMoney(tax),
    totalAmount: formatMoney(total),
    prepaidAmount: '0.00',
    rounding: '0.00',
    payableAmount: formatMoney(payable),
    attachments: [],
    lines,
    isInBusinessRegister: true,
    ...values,
  };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
