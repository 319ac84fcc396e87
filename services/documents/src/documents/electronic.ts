import { type OutgoingInvoice, type Party, salesTaxCategory, type TaxCategory, writeInvoice } from '@app/ehf';
import type { Language } from '@app/runtime';
import { type InvoiceOf, invoiceOf, payeeFor } from './invoice.ts';

/** UNCL1001 of the documents that go to a customer for payment, or take back what did. */
const TYPE_CODES: Readonly<Record<string, OutgoingInvoice['typeCode']>> = {
  ARINV: '380',
  ARCIN: '380',
  ARCRN: '381',
  ARDEB: '383',
};

/** What an electronic invoice is made of: what the paper shows, and the units by their code. */
export interface ElectronicOf extends InvoiceOf {
  /** Codes of UN/ECE Recommendation 20 or 21, by the id of the unit. */
  readonly unitCodes: ReadonlyMap<number, string>;
}

/** What a credit note says in place of a due date. */
const NOT_DUE: Readonly<Record<Language, string>> = { nob: 'Ikke til betaling', eng: 'Not to be paid' };

/** A piece, for a line that names no unit. */
const PIECE = 'C62';

/** Whether somebody can take a document as EHF: a customer in the Norwegian register. */
const isReceiver = (partner: InvoiceOf['partner']): boolean =>
  partner?.countryCode === 'NO' && /^\d{9}$/.test(partner.organizationNumber ?? '');

/**
 * A document to a customer as EHF (Peppol BIS Billing 3), with every amount as the paper has it; null for a customer
 * without an organization number, and for a document that is no invoice.
 * @throws EhfFailure for one that the format does not take
 */
export function electronicInvoice(made: ElectronicOf): string | null {
  const typeCode = TYPE_CODES[made.document.documentType];
  if (typeCode === undefined || !isReceiver(made.partner)) return null;
  const paper = invoiceOf(made);
  const isCreditNote = typeCode === '381';
  const isPaid = made.document.documentType === 'ARCIN';
  return writeInvoice({
    kind: isCreditNote ? 'CREDIT_NOTE' : 'INVOICE',
    typeCode,
    number: paper.number ?? String(made.document.id),
    issueDate: paper.issueDate,
    dueDate: paper.dueDate,
    deliveryDate: paper.deliveryDate,
    periodStart: paper.periodStart,
    periodEnd: paper.periodEnd,
    currency: paper.currency,
    note: paper.note,
    // One of the two is required (PEPPOL-EN16931-R003): a document that has neither is sent as PDF alone.
    buyerReference: paper.buyerReference,
    orderReference: paper.orderReference,
    credited: paper.credited.map((number) => ({ number, issueDate: null })),
    supplier: supplierOf(made),
    customer: customerOf(made),
    deliveryAddress: null,
    paymentReference: paper.payment.paymentReference,
    accounts: accountsOf(made),
    // A credit note is not due: it says so in place of a date (BR-CO-25).
    paymentTerms: isCreditNote ? NOT_DUE[paper.language] : paper.paymentTerms,
    adjustments: [],
    taxes: paper.taxes.map(({ category, rate, base, amount }) => ({
      ...{ category, base, amount, rate: rateOf(category, rate) },
      exemptionReason: reasonOf(made, category),
    })),
    taxInOtherCurrency: paper.taxAmountInKroner === null ? null : { currency: 'NOK', amount: paper.taxAmountInKroner },
    netAmount: paper.netAmount,
    taxAmount: paper.taxAmount,
    totalAmount: paper.totalAmount,
    prepaidAmount: isPaid ? paper.totalAmount : paper.prepaidAmount,
    rounding: paper.rounding,
    payableAmount: isPaid ? '0.00' : paper.payableAmount,
    attachments: [],
    lines: linesOf(made, paper.lines),
    isInBusinessRegister: paper.seller.isInBusinessRegister,
  });
}

/** The account to pay to: the one that the paper names. */
function accountsOf(made: ElectronicOf): OutgoingInvoice['accounts'] {
  const account = payeeFor(made);
  if (!account) return [];
  const { iban = null, bban = null, bic = null } = account;
  return [{ iban, bban, bic, name: made.company.name || made.account.displayName }];
}

/** Lines as the paper has them. One whose price is not known is sold as one, for what it costs. */
const linesOf = (
  { lines, unitCodes }: ElectronicOf,
  printed: ReturnType<typeof invoiceOf>['lines'],
): OutgoingInvoice['lines'] =>
  printed.map((line, index) => ({
    description: line.description,
    itemCode: line.itemCode,
    quantity: lines[index]!.price === null ? '1' : line.quantity,
    unitCode: unitCodes.get(lines[index]!.unitId ?? 0) ?? PIECE,
    price: line.unitPrice,
    discountPercent: lines[index]!.price === null ? null : line.discountPercent,
    netAmount: line.netAmount,
    taxCategory: line.taxCategory,
    taxRate: rateOf(line.taxCategory, line.taxRate),
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
  }));

/** What is outside VAT has no rate, whichever code its lines have. */
const rateOf = (category: TaxCategory, rate: string): string => (category === 'O' ? '0.00' : rate);

/** Why a VAT category charges none: each reason that its lines have. */
function reasonOf({ lines, account }: InvoiceOf, wanted: TaxCategory): string | null {
  const reasons = lines.flatMap(({ taxCode }) => {
    const { category, exemptionReason } = salesTaxCategory(taxCode, account.vatLiable);
    return category === wanted && exemptionReason !== null ? [exemptionReason] : [];
  });
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ');
}

const inRegister = (organizationNumber: string | null | undefined) =>
  organizationNumber ? { id: organizationNumber, scheme: '0192' } : null;

function supplierOf({ account, company }: InvoiceOf): Party {
  const name = company.name || account.displayName;
  const organizationNumber = account.organizationNumber || null;
  return {
    name,
    registeredName: account.organizationName || name,
    organizationNumber,
    vatNumber: account.vatLiable && organizationNumber ? `NO${organizationNumber}MVA` : null,
    endpoint: inRegister(organizationNumber),
    streetAddress: company.streetAddress ?? null,
    additionalStreet: null,
    postalCode: company.postalCode ?? null,
    city: company.city ?? null,
    region: null,
    countryCode: company.countryCode || 'NO',
    contactName: null,
    email: company.email ?? null,
    phone: company.phone ?? null,
  };
}

function customerOf({ partner }: InvoiceOf): Party {
  const { name = '', organizationNumber = null, streetAddress = null, postalCode = null, city = null } = partner ?? {};
  return {
    name,
    registeredName: name,
    organizationNumber,
    vatNumber: null,
    endpoint: inRegister(organizationNumber),
    streetAddress,
    additionalStreet: null,
    postalCode,
    city,
    region: null,
    countryCode: partner?.countryCode ?? 'NO',
    contactName: null,
    email: null,
    phone: null,
  };
}
