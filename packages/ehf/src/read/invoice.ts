import { at, childOf, childrenOf, type Element } from '../document/element.ts';
import { parseInvoice } from '../document/parse.ts';
import { Faults, unreadable } from '../failure.ts';
import type { ReadInvoice } from '../invoice.ts';
import { type Figures, faultsOfArithmetic } from '../rules/arithmetic.ts';
import { readAttachments } from './attachments.ts';
import { type ReadLine, readLine } from './line.ts';
import { organizationNumberOf, type PartyRules, readAddress, readParty } from './party.ts';
import { readPayment } from './payment.ts';
import { createReader, type Reader } from './reader.ts';
import { readDocumentAdjustments, readTaxes } from './taxes.ts';

/** Lines of one invoice. */
const MOST_LINES = 20_000;

const supplierRules: PartyRules = {
  name: ['BR-06', 'The supplier has no name'],
  address: ['BR-08', 'The supplier has no address'],
  country: ['BR-09', 'The address of the supplier has no country'],
};

const customerRules: PartyRules = {
  name: ['BR-07', 'The customer has no name'],
  address: ['BR-10', 'The customer has no address'],
  country: ['BR-11', 'The address of the customer has no country'],
};

/**
 * An invoice or a credit note in UBL 2.1 as EHF Billing 3 and Peppol BIS Billing 3 write it, with its arithmetic
 * checked. What only the sender's side must hold, such as a profile or an electronic address, is not asked for.
 * @throws EhfFailure with all that is missing, is no value or does not add up
 */
export function readInvoice(content: Uint8Array): ReadInvoice {
  const document = parseInvoice(content);
  const faults = new Faults();
  const currency = childOf(document, 'cbc:DocumentCurrencyCode')?.text ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) faults.add('BR-05', 'The invoice does not say its currency');
  const reader = createReader(faults, currency);
  const figures = readDocument(reader, document, currency);
  faults.throwAny();
  faultsOfArithmetic(faults, figures);
  faults.throwAny();
  const { lines, statedAdjustments: _, ...head } = figures;
  return { ...head, lines: lines.map(({ exactPrice: _, ...line }) => line) };
}

function readDocument(reader: Reader, document: Element, currency: string): Figures {
  const isInvoice = document.name === 'Invoice';
  const { total: taxAmount, taxes } = readTaxes(reader, document);
  const period = at(document, 'cac:InvoicePeriod');
  const delivery = at(document, 'cac:Delivery');
  const deliveredTo = at(delivery, 'cac:DeliveryLocation', 'cac:Address');
  return {
    kind: isInvoice ? 'INVOICE' : 'CREDIT_NOTE',
    number: reader.required('BR-02', 'The invoice has no number', document, 'cbc:ID'),
    typeCode: reader.required(
      'BR-04',
      'The invoice does not say what kind it is',
      document,
      isInvoice ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode',
    ),
    issueDate: requiredDay(reader, document),
    // A credit note has its due date with its means of payment.
    dueDate: reader.day(document, 'cbc:DueDate') ?? reader.day(document, 'cac:PaymentMeans', 'cbc:PaymentDueDate'),
    deliveryDate: reader.day(delivery, 'cbc:ActualDeliveryDate'),
    periodStart: reader.day(period, 'cbc:StartDate'),
    periodEnd: reader.day(period, 'cbc:EndDate'),
    currency,
    note: reader.text(document, 'cbc:Note'),
    buyerReference: reader.text(document, 'cbc:BuyerReference'),
    orderReference: reader.text(document, 'cac:OrderReference', 'cbc:ID'),
    credited: childrenOf(document, 'cac:BillingReference').map((one) => ({
      number: reader.required(
        'BR-55',
        'A reference to an earlier invoice has no number',
        one,
        'cac:InvoiceDocumentReference',
        'cbc:ID',
      ),
      issueDate: reader.day(one, 'cac:InvoiceDocumentReference', 'cbc:IssueDate'),
    })),
    supplier: readParty(reader, at(document, 'cac:AccountingSupplierParty', 'cac:Party'), supplierRules),
    customer: readParty(reader, at(document, 'cac:AccountingCustomerParty', 'cac:Party'), customerRules),
    payee: readPayee(reader, document),
    deliveryAddress: deliveredTo === undefined ? null : readAddress(reader, deliveredTo),
    ...readPayment(reader, document),
    paymentTerms: reader.text(document, 'cac:PaymentTerms', 'cbc:Note'),
    adjustments: readDocumentAdjustments(reader, document),
    taxes,
    taxAmount,
    taxInOtherCurrency: readTaxInOtherCurrency(reader, document),
    ...readTotals(reader, document),
    lines: readLines(reader, document, isInvoice),
    attachments: readAttachments(reader, document),
  };
}

function requiredDay(reader: Reader, document: Element): string {
  if (at(document, 'cbc:IssueDate') === undefined) reader.faults.add('BR-03', 'The invoice has no date');
  return reader.day(document, 'cbc:IssueDate') ?? '';
}

function readPayee(reader: Reader, document: Element): ReadInvoice['payee'] {
  const payee = at(document, 'cac:PayeeParty');
  if (payee === undefined) return null;
  return {
    name: reader.text(payee, 'cac:PartyName', 'cbc:Name'),
    organizationNumber: organizationNumberOf(reader, payee),
  };
}

/** The VAT total that has no parts: it is in the currency of the authorities. */
function readTaxInOtherCurrency(reader: Reader, document: Element): ReadInvoice['taxInOtherCurrency'] {
  const currency = reader.text(document, 'cbc:TaxCurrencyCode');
  const other = childrenOf(document, 'cac:TaxTotal').find((one) => at(one, 'cac:TaxSubtotal') === undefined);
  if (currency === null || other === undefined) return null;
  const amount = createReader(reader.faults, currency).amount(other, 'cbc:TaxAmount');
  return amount === null ? null : { currency, amount };
}

function readTotals(
  reader: Reader,
  document: Element,
): Pick<
  Figures,
  'statedAdjustments' | 'linesAmount' | 'netAmount' | 'totalAmount' | 'prepaidAmount' | 'rounding' | 'payableAmount'
> {
  const totals = at(document, 'cac:LegalMonetaryTotal');
  return {
    linesAmount: reader.requiredAmount('BR-12', 'The sum of the lines is missing', totals, 'cbc:LineExtensionAmount'),
    netAmount: reader.requiredAmount('BR-13', 'The total without VAT is missing', totals, 'cbc:TaxExclusiveAmount'),
    totalAmount: reader.requiredAmount('BR-14', 'The total with VAT is missing', totals, 'cbc:TaxInclusiveAmount'),
    payableAmount: reader.requiredAmount('BR-15', 'The amount to be paid is missing', totals, 'cbc:PayableAmount'),
    statedAdjustments: {
      allowances: reader.amount(totals, 'cbc:AllowanceTotalAmount'),
      charges: reader.amount(totals, 'cbc:ChargeTotalAmount'),
    },
    prepaidAmount: reader.amount(totals, 'cbc:PrepaidAmount') ?? '0.00',
    rounding: reader.amount(totals, 'cbc:PayableRoundingAmount') ?? '0.00',
  };
}

function readLines(reader: Reader, document: Element, isInvoice: boolean): readonly ReadLine[] {
  const lines = childrenOf(document, isInvoice ? 'cac:InvoiceLine' : 'cac:CreditNoteLine');
  if (lines.length > MOST_LINES) throw unreadable(`The invoice has more than ${MOST_LINES} lines`, 'LIMIT');
  if (lines.length === 0) reader.faults.add('BR-16', 'The invoice has no lines');
  return lines.map((line) => readLine(reader, line, isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity'));
}
