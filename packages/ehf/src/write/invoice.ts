import { Decimal, formatMoney, sum } from '@app/money';
import { AGGREGATE, BASIC, ROOTS } from '../document/namespaces.ts';
import { Faults } from '../failure.ts';
import type { Attachment, DocumentAdjustment, OutgoingInvoice, PaymentAccount } from '../invoice.ts';
import { readInvoice } from '../read/invoice.ts';
import { plain } from '../read/values.ts';
import { faultsOfSending } from '../rules/sending.ts';
import { aggregate, amount, amountIfAny, basic } from './elements.ts';
import { writeLine, writePeriod, writeTaxCategory } from './line.ts';
import { writeAddress, writeParty } from './party.ts';

/** What the invoice follows, and the process it belongs to, by their names in Peppol BIS Billing 3. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** UNCL4461: a credit transfer, and a payment of a kind that is not said. */
const CREDIT_TRANSFER = '30';
const UNSAID = '1';

/**
 * An invoice or a credit note in UBL 2.1 by Peppol BIS Billing 3, which EHF Billing 3 is. What is written is read again
 * and held against every rule, so that nothing leaves that a receiver would send back.
 * @throws EhfFailure when the invoice does not add up, or lacks what a receiver asks for
 */
export function writeInvoice(invoice: OutgoingInvoice): string {
  const faults = new Faults();
  faultsOfSending(faults, invoice);
  faults.throwAny();
  const document = writeDocument(invoice);
  readInvoice(new TextEncoder().encode(document));
  return document;
}

function writeDocument(invoice: OutgoingInvoice): string {
  const root = invoice.kind === 'INVOICE' ? 'Invoice' : 'CreditNote';
  const names = `xmlns="${ROOTS.get(root)}" xmlns:cac="${AGGREGATE}" xmlns:cbc="${BASIC}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${names}>${contentOf(invoice)}</${root}>\n`;
}

function contentOf(invoice: OutgoingInvoice): string {
  const { kind, currency } = invoice;
  const isInvoice = kind === 'INVOICE';
  const isOutsideVat = invoice.taxes.some(({ category }) => category === 'O');
  return [
    basic('CustomizationID', CUSTOMIZATION),
    basic('ProfileID', PROFILE),
    basic('ID', invoice.number),
    basic('IssueDate', invoice.issueDate),
    isInvoice ? basic('DueDate', invoice.dueDate) : '',
    basic(isInvoice ? 'InvoiceTypeCode' : 'CreditNoteTypeCode', invoice.typeCode),
    basic('Note', invoice.note),
    basic('DocumentCurrencyCode', currency),
    basic('TaxCurrencyCode', invoice.taxInOtherCurrency?.currency ?? null),
    basic('BuyerReference', invoice.buyerReference),
    writePeriod(invoice.periodStart, invoice.periodEnd),
    aggregate('OrderReference', basic('ID', invoice.orderReference)),
    ...invoice.credited.map(({ number, issueDate }) =>
      aggregate(
        'BillingReference',
        aggregate('InvoiceDocumentReference', basic('ID', number), basic('IssueDate', issueDate)),
      ),
    ),
    ...invoice.attachments.map(writeAttachment),
    aggregate(
      'AccountingSupplierParty',
      writeParty(invoice.supplier, { isOutsideVat, isInBusinessRegister: invoice.isInBusinessRegister }),
    ),
    aggregate('AccountingCustomerParty', writeParty(invoice.customer, { isOutsideVat, isInBusinessRegister: false })),
    writeDelivery(invoice),
    ...writePayment(invoice),
    aggregate('PaymentTerms', basic('Note', invoice.paymentTerms)),
    ...invoice.adjustments.map((one) => writeAdjustment(one, currency)),
    ...writeTaxes(invoice),
    writeTotals(invoice),
    ...invoice.lines.map((line, index) => writeLine(line, index + 1, kind, currency)),
  ].join('');
}

const writeAttachment = ({ fileName, mediaType, content }: Attachment, index: number): string =>
  `<cac:AdditionalDocumentReference>${basic('ID', `${index + 1}`)}<cac:Attachment>${embedded(fileName, mediaType, content)}` +
  '</cac:Attachment></cac:AdditionalDocumentReference>';

/** Base64 holds no markup and is as long as its file. */
function embedded(fileName: string, mediaType: string, content: Uint8Array): string {
  const shell = basic('EmbeddedDocumentBinaryObject', '-', { mimeCode: mediaType, filename: fileName });
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
  return shell.replace('>-<', () => `>${base64}<`);
}

const writeDelivery = ({ deliveryDate, deliveryAddress }: OutgoingInvoice): string =>
  aggregate(
    'Delivery',
    basic('ActualDeliveryDate', deliveryDate),
    aggregate('DeliveryLocation', deliveryAddress === null ? '' : aggregate('Address', writeAddress(deliveryAddress))),
  );

/** One for each account. A credit note says its due date here. */
function writePayment(invoice: OutgoingInvoice): readonly string[] {
  const due = invoice.kind === 'CREDIT_NOTE' ? basic('PaymentDueDate', invoice.dueDate) : '';
  const means = (code: string, account: string): string =>
    aggregate(
      'PaymentMeans',
      basic('PaymentMeansCode', code),
      due,
      basic('PaymentID', invoice.paymentReference),
      account,
    );
  if (invoice.accounts.length > 0)
    return invoice.accounts.map((account) => means(CREDIT_TRANSFER, writeAccount(account)));
  return invoice.paymentReference === null && due === '' ? [] : [means(UNSAID, '')];
}

const writeAccount = ({ iban, bban, bic, name }: PaymentAccount): string =>
  aggregate(
    'PayeeFinancialAccount',
    basic('ID', iban ?? bban),
    basic('Name', name),
    aggregate('FinancialInstitutionBranch', basic('ID', bic)),
  );

const writeAdjustment = (one: DocumentAdjustment, currency: string): string =>
  aggregate(
    'AllowanceCharge',
    basic('ChargeIndicator', String(one.isCharge)),
    basic('AllowanceChargeReason', one.reason),
    basic('MultiplierFactorNumeric', one.percent === null ? null : plain(new Decimal(one.percent))),
    amount('Amount', one.amount, currency),
    one.baseAmount === null ? '' : amount('BaseAmount', one.baseAmount, currency),
    writeTaxCategory('TaxCategory', one.taxCategory, one.taxRate, null),
  );

/** The total with its parts, and the total in the currency of the authorities when the invoice is in another one. */
function writeTaxes({ currency, taxAmount, taxes, taxInOtherCurrency }: OutgoingInvoice): readonly string[] {
  const parts = taxes.map((tax) =>
    aggregate(
      'TaxSubtotal',
      amount('TaxableAmount', tax.base, currency),
      amount('TaxAmount', tax.amount, currency),
      writeTaxCategory('TaxCategory', tax.category, tax.rate, tax.exemptionReason),
    ),
  );
  const total = aggregate('TaxTotal', amount('TaxAmount', taxAmount, currency), ...parts);
  if (taxInOtherCurrency === null) return [total];
  const other = amount('TaxAmount', taxInOtherCurrency.amount, taxInOtherCurrency.currency);
  return [total, aggregate('TaxTotal', other)];
}

function writeTotals(invoice: OutgoingInvoice): string {
  const { currency } = invoice;
  const sumOfKind = (isCharge: boolean): string =>
    formatMoney(
      sum(invoice.adjustments.filter((one) => one.isCharge === isCharge).map((one) => new Decimal(one.amount))),
    );
  const lines = formatMoney(sum(invoice.lines.map(({ netAmount }) => new Decimal(netAmount))));
  return aggregate(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', lines, currency),
    amount('TaxExclusiveAmount', invoice.netAmount, currency),
    amount('TaxInclusiveAmount', invoice.totalAmount, currency),
    amountIfAny('AllowanceTotalAmount', sumOfKind(false), currency),
    amountIfAny('ChargeTotalAmount', sumOfKind(true), currency),
    amountIfAny('PrepaidAmount', invoice.prepaidAmount, currency),
    amountIfAny('PayableRoundingAmount', invoice.rounding, currency),
    amount('PayableAmount', invoice.payableAmount, currency),
  );
}
