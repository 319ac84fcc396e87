import { type OutgoingInvoice, writeInvoice } from '@app/ehf';
import { krone, type Ore, part } from './book.ts';

/** A bill of one line as its sender writes it. */
export interface ElectronicBill {
  readonly supplier: { readonly name: string; readonly organizationNumber: string; readonly account: string };
  readonly number: string;
  readonly date: string;
  readonly due: string;
  readonly what: string;
  readonly net: Ore;
  /** Percent of the VAT. */
  readonly rate: 15 | 25;
}

const nobody = { additionalStreet: null, region: null, contactName: null, email: null, phone: null } as const;

const party = (name: string, number: string, streetAddress: string) => ({
  ...nobody,
  ...{ name, registeredName: name, organizationNumber: number, vatNumber: `NO${number}MVA`, streetAddress },
  ...{ postalCode: '8006', city: 'Bodø', endpoint: { id: number, scheme: '0192' }, countryCode: 'NO' },
});

/** An electronic invoice (EHF) to the roastery. */
export function electronicBill({ supplier, number, date, due, what, net, rate }: ElectronicBill): string {
  const tax = part(net, rate * 100);
  const percent = `${rate}.00`;
  const content: OutgoingInvoice = {
    ...{ kind: 'INVOICE', typeCode: '380', number, issueDate: date, dueDate: due, deliveryDate: date },
    ...{ periodStart: null, periodEnd: null, currency: 'NOK', note: null, credited: [] },
    ...{ buyerReference: 'Ingrid Nordlys', orderReference: null, deliveryAddress: null, paymentReference: null },
    supplier: party(supplier.name, supplier.organizationNumber, 'Kaiveien 3'),
    customer: party('Nordlys Kaffebrenneri AS', '310433217', 'Brenneriveien 9'),
    accounts: [{ iban: null, bban: supplier.account, bic: null, name: null }],
    ...{ paymentTerms: `Forfall ${due}`, adjustments: [], attachments: [], isInBusinessRegister: true },
    taxes: [{ category: 'S', rate: percent, base: krone(net), amount: krone(tax), exemptionReason: null }],
    ...{ taxInOtherCurrency: null, netAmount: krone(net), taxAmount: krone(tax), totalAmount: krone(net + tax) },
    ...{ prepaidAmount: '0.00', rounding: '0.00', payableAmount: krone(net + tax) },
    lines: [
      {
        ...{ description: what, itemCode: null, quantity: '1', unitCode: 'C62', price: `${krone(net)}0000` },
        ...{ discountPercent: null, netAmount: krone(net), taxCategory: 'S', taxRate: percent },
        ...{ periodStart: null, periodEnd: null },
      },
    ],
  };
  return writeInvoice(content);
}
