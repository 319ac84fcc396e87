import { purchaseTaxCode, type ReadInvoice } from '@app/ehf';
import { decimal, formatMoney, sum, ZERO } from '@app/money';
import type { DocumentInput, LineInput } from '../documents/document.ts';
import type { BookingOptions, VoucherToBook } from '../vouchers/workflow/booking.ts';
import type { Reading } from '../vouchers/workflow/reading.ts';
import {
  AlreadyBooked,
  autonomyOf,
  type BookingDependencies,
  emptyLine,
  hasDocument,
  makeDocument,
  nothingSaid,
} from './drafts.ts';

/** The most that the total of an invoice may differ from what its lines add up to. */
const MOST_ROUNDING = 1;
const ROUNDING_ACCOUNT = '7797';
/** Codes under which a document deducts the VAT of a line. */
const DEDUCTED: ReadonlySet<string | null> = new Set(['1', '11', '12', '13']);

/** The voucher has its document after the first time, and the turn of the client account decides between two at once. */
export async function bookInvoice(
  deps: BookingDependencies,
  voucher: VoucherToBook,
  invoice: ReadInvoice,
  { reading, attempt, holdLease }: BookingOptions,
): Promise<boolean> {
  const autonomy = await autonomyOf(deps, voucher, reading);
  if (autonomy === 'NONE') return false;
  if (await hasDocument(deps.saving.db.executor, voucher)) return true;
  const { input, isExact } = await inputOf(deps, voucher, invoice, reading);
  const mayPost = autonomy === 'FULL' && reading.isStructured === true && isExact && isCertain(invoice);
  const isFull = mayPost && (await isForUs(deps, voucher, invoice));
  const make = (posts: boolean): Promise<number> => makeDocument(deps, voucher, { input, posts, attempt, holdLease });
  try {
    if (isFull) await make(true).catch(orAsDraft(() => make(false)));
    else await make(false);
  } catch (error) {
    if (!(error instanceof AlreadyBooked)) throw error;
  }
  return true;
}

/** An invoice to somebody else is never posted here, whoever sent the file. */
async function isForUs(
  { organisation }: BookingDependencies,
  { clientAccountId }: VoucherToBook,
  { customer }: ReadInvoice,
): Promise<boolean> {
  const { account } = await organisation.GetAccount({ clientAccountId });
  return account !== null && customer.organizationNumber === account.organizationNumber;
}

/** What posting refuses is left to a person; what could not be asked is asked again. */
const orAsDraft =
  (draft: () => Promise<number>) =>
  (error: unknown): Promise<number> => {
    const { status } = error as { status?: number };
    if (status === undefined || status >= 500) throw error;
    return draft();
  };

/** Whether the VAT code of every line follows from the file alone, and nothing of the invoice is paid already. */
const isCertain = (invoice: ReadInvoice): boolean =>
  invoice.lines.length > 0 &&
  decimal(invoice.prepaidAmount).equals(ZERO) &&
  [...invoice.lines, ...invoice.adjustments].every(
    ({ taxCategory, taxRate }) =>
      purchaseTaxCode(taxCategory, taxRate, invoice.issueDate, invoice.supplier)?.isCertain === true,
  );

/** The invoice as a document, and whether the two have the same total. */
async function inputOf(
  { organisation }: BookingDependencies,
  { id, clientAccountId }: VoucherToBook,
  invoice: ReadInvoice,
  reading: Reading,
): Promise<{ readonly input: DocumentInput; readonly isExact: boolean }> {
  const { vatLiable } = await organisation.GetAccountSettings({ clientAccountId, asOf: invoice.issueDate });
  const { lines, isExact } = linesOf(invoice, { vatLiable, accountCode: reading.accountCode ?? null });
  const input: DocumentInput = {
    ...nothingSaid(clientAccountId, id),
    documentType: invoice.kind === 'CREDIT_NOTE' ? 'APCRN' : 'APINV',
    documentNumber: invoice.number,
    documentDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    deliveryDate: invoice.deliveryDate,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    businessPartnerId: reading.businessPartnerId ?? null,
    currencyCode: invoice.currency,
    paymentRef: invoice.paymentReference,
    buyerReference: invoice.buyerReference,
    orderReference: invoice.orderReference,
    lines,
  };
  return { input, isExact };
}

interface Taxed {
  readonly netAmount: string;
  readonly taxCategory: ReadInvoice['lines'][number]['taxCategory'];
  readonly taxRate: string;
  readonly description: string;
}

/**
 * A line for each line and each allowance or charge of the invoice. VAT that the company may not deduct is part of the
 * cost: all of it where the company is not liable, else that of other countries and of rates that Norway does not have.
 * What rounding leaves of the total, at most a krone, is a line of its own (docs/contract/documents.md).
 */
function linesOf(
  invoice: ReadInvoice,
  { vatLiable, accountCode }: { readonly vatLiable: boolean; readonly accountCode: string | null },
): { readonly lines: readonly LineInput[]; readonly isExact: boolean } {
  const parts: readonly Taxed[] = [
    ...invoice.lines,
    ...invoice.adjustments.map(({ isCharge, amount, reason, ...tax }) => ({
      ...tax,
      netAmount: isCharge ? amount : formatMoney(decimal(amount).negated()),
      description: reason ?? (isCharge ? 'Gebyr' : 'Rabatt'),
    })),
  ];
  const lines = parts.map((part): LineInput => {
    const code = purchaseTaxCode(part.taxCategory, part.taxRate, invoice.issueDate, invoice.supplier)?.code ?? null;
    const isDeductible = vatLiable && DEDUCTED.has(code);
    return {
      ...emptyLine,
      description: part.description.toWellFormed().slice(0, 1_000).toWellFormed(),
      netAmount: isDeductible ? part.netAmount : formatMoney(decimal(part.netAmount).plus(taxOf(part))),
      taxCode: vatLiable ? code : null,
      accountCode,
    };
  });
  const made = sum(parts.map((part) => decimal(part.netAmount).plus(taxOf(part))));
  const rest = decimal(invoice.totalAmount).plus(invoice.rounding).minus(made);
  if (rest.equals(ZERO)) return { lines, isExact: true };
  if (rest.abs().greaterThan(MOST_ROUNDING)) return { lines, isExact: false };
  const rounding = {
    ...emptyLine,
    description: 'Avrunding',
    netAmount: formatMoney(rest),
    accountCode: ROUNDING_ACCOUNT,
  };
  return { lines: [...lines, rounding], isExact: true };
}

/** VAT of one line as a document works it out: rounded by itself. */
const taxOf = ({ netAmount, taxRate }: Taxed): string => formatMoney(decimal(netAmount).times(taxRate).div(100));
