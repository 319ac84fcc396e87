import { Decimal } from '@app/money';
import type { Faults } from '../failure.ts';
import type { OutgoingInvoice, Party, TaxCategory } from '../invoice.ts';

/** Media types that an invoice may carry. */
const CARRIED: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
]);

/** Part of the id of the rules of each category. */
const idOf: Readonly<Record<TaxCategory, string>> = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' };

/** Categories that say why there is no VAT. */
const REASONED: ReadonlySet<TaxCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/**
 * What EN 16931, Peppol BIS Billing 3 and its Norwegian rules ask of the sender, besides the arithmetic. Each rule is
 * named by its published id.
 */
export function faultsOfSending(faults: Faults, invoice: OutgoingInvoice): void {
  checkParties(faults, invoice);
  checkReferences(faults, invoice);
  checkTaxes(faults, invoice);
  checkCodes(faults, invoice);
  checkPeriods(faults, invoice);
}

function checkParties(faults: Faults, { supplier, customer, deliveryAddress }: OutgoingInvoice): void {
  if (supplier.endpoint === null) faults.add('PEPPOL-EN16931-R020', 'The supplier has no electronic address');
  if (customer.endpoint === null) faults.add('PEPPOL-EN16931-R010', 'The customer has no electronic address');
  for (const { endpoint } of [supplier, customer])
    if (endpoint?.scheme === '0192' && !/^\d{9}$/.test(endpoint.id))
      faults.add('PEPPOL-COMMON-R041', `The electronic address "${endpoint.id}" is no Norwegian organization number`);
  if (supplier.organizationNumber === null && supplier.vatNumber === null)
    faults.add('BR-CO-26', 'The supplier has neither an organization number nor a VAT number');
  if (isNorwegian(supplier) && supplier.vatNumber !== null && !/^NO\d{9}MVA$/.test(supplier.vatNumber))
    faults.add('NO-R-001', `The VAT number of the supplier is "${supplier.vatNumber}", not such as NO313609030MVA`);
  for (const { countryCode } of [supplier, customer, ...(deliveryAddress === null ? [] : [deliveryAddress])])
    if (!/^[A-Z]{2}$/.test(countryCode)) faults.add('BR-CL-14', `The country "${countryCode}" is no code such as NO`);
}

const isNorwegian = ({ countryCode }: Party): boolean => countryCode === 'NO';

function checkReferences(faults: Faults, invoice: OutgoingInvoice): void {
  if (!invoice.buyerReference?.trim() && !invoice.orderReference?.trim())
    faults.add('PEPPOL-EN16931-R003', 'The invoice has neither a reference of the buyer nor an order number');
  if (new Decimal(invoice.payableAmount).greaterThan(0) && invoice.dueDate === null && !invoice.paymentTerms?.trim())
    faults.add('BR-CO-25', 'The invoice has neither a due date nor terms of payment');
  const isFit = invoice.kind === 'INVOICE' ? invoice.typeCode !== '381' : invoice.typeCode === '381';
  if (!isFit) faults.add('BR-CL-01', `The kind ${invoice.typeCode} does not fit the document`);
}

function checkTaxes(faults: Faults, invoice: OutgoingInvoice): void {
  const categories = new Set(invoice.taxes.map(({ category }) => category));
  for (const { category, exemptionReason } of invoice.taxes)
    if (REASONED.has(category) && !exemptionReason?.trim())
      faults.add(`BR-${idOf[category]}-10`, `The VAT category ${category} does not say why there is no VAT`);
  if (categories.has('O') && categories.size > 1)
    faults.add('BR-O-11', 'What is outside VAT stands in an invoice with other VAT categories');
  for (const category of categories)
    if (category !== 'O' && invoice.supplier.vatNumber === null)
      faults.add(`BR-${idOf[category]}-02`, `The supplier has no VAT number, which the VAT category ${category} needs`);
  if (categories.has('AE') && invoice.customer.vatNumber === null && invoice.customer.organizationNumber === null)
    faults.add('BR-AE-02', 'The customer has neither an organization number nor a VAT number');
  if (categories.has('K')) checkWithinEea(faults, invoice);
  const other = invoice.taxInOtherCurrency;
  if (other === null) return;
  if (other.currency === invoice.currency)
    faults.add('PEPPOL-EN16931-R005', 'The VAT is said in another currency, which is that of the invoice');
  if (new Decimal(other.amount).times(invoice.taxAmount).isNegative() && /[1-9]/.test(other.amount))
    faults.add('PEPPOL-EN16931-R055', 'The VAT has another sign in the other currency');
}

function checkWithinEea(faults: Faults, invoice: OutgoingInvoice): void {
  if (invoice.customer.vatNumber === null) faults.add('BR-IC-02', 'The customer has no VAT number');
  if (invoice.deliveryDate === null && invoice.periodStart === null && invoice.periodEnd === null)
    faults.add('BR-IC-11', 'Goods within the EEA need a date of delivery or a period');
  if (invoice.deliveryAddress === null) faults.add('BR-IC-12', 'Goods within the EEA need an address of delivery');
}

function checkCodes(faults: Faults, invoice: OutgoingInvoice): void {
  invoice.lines.forEach(({ unitCode }, index) => {
    faults.line = String(index + 1);
    if (!/^[A-Z0-9]{2,3}$/.test(unitCode)) faults.add('BR-CL-23', `The unit "${unitCode}" is no code such as C62`);
  });
  faults.line = null;
  for (const { mediaType } of invoice.attachments)
    if (!CARRIED.has(mediaType))
      faults.add('BR-CL-24', `An attachment is ${mediaType}, which an invoice may not carry`);
}

function checkPeriods(faults: Faults, { periodStart, periodEnd, lines }: OutgoingInvoice): void {
  lines.forEach((line, index) => {
    faults.line = String(index + 1);
    if (periodStart !== null && line.periodStart !== null && line.periodStart < periodStart)
      faults.add('PEPPOL-EN16931-R110', 'The period of the line begins before that of the invoice');
    if (periodEnd !== null && line.periodEnd !== null && line.periodEnd > periodEnd)
      faults.add('PEPPOL-EN16931-R111', 'The period of the line ends after that of the invoice');
  });
  faults.line = null;
}
