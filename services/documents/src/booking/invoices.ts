import { purchaseTaxCode, type ReadInvoice } from '@app/ehf';
import { decimal, formatMoney, sum, ZERO } from '@app/money';
import type { ClientOf, Organisation } from '@app/rpc';
import { and, eq, ne } from 'drizzle-orm';
import type { DocumentInput, LineInput } from '../documents/document.ts';
import { createDocument, type SavingDeps } from '../documents/save.ts';
import { documents } from '../schema/documents.ts';
import type { Booking, VoucherToBook } from '../vouchers/workflow/booking.ts';
import type { Reading } from '../vouchers/workflow/reading.ts';

interface BookingDependencies {
  readonly saving: SavingDeps;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'GetAccountSettings'>;
}

/** The platform itself. */
const SYSTEM = 2;
/** The most that the total of an invoice may differ from what its lines add up to. */
const MOST_ROUNDING = 1;
const ROUNDING_ACCOUNT = '7797';
/** Codes under which a document deducts the VAT of a line. */
const DEDUCTED: ReadonlySet<string | null> = new Set(['1', '11', '12', '13']);

/** Books what the workflow of vouchers has read. */
export const createBooking = (deps: BookingDependencies): Booking => ({
  bookInvoice: (voucher, invoice, options) => bookInvoice(deps, voucher, invoice, options),
});

/** The level of the partner, else that of the company today. */
async function autonomyOf(
  { organisation, saving }: BookingDependencies,
  clientAccountId: number,
  ofPartner: string | undefined,
): Promise<string> {
  if (ofPartner !== undefined) return ofPartner;
  return (await organisation.GetAccountSettings({ clientAccountId, asOf: saving.clock.today() })).autonomyLevel;
}

/** Whether the voucher has a document that counts: then another one would book it twice. */
async function hasDocument({ saving }: BookingDependencies, { clientAccountId, id }: VoucherToBook): Promise<boolean> {
  const ofVoucher = and(
    eq(documents.clientAccountId, clientAccountId),
    eq(documents.uploadedFileId, id),
    ne(documents.status, 'CANCELLED'),
  );
  return (await saving.db.executor.$count(documents, ofVoucher)) > 0;
}

/** The voucher has its document after the first time, and the turn of the client account decides between two at once. */
async function bookInvoice(
  deps: BookingDependencies,
  voucher: VoucherToBook,
  invoice: ReadInvoice,
  { reading, attempt }: { readonly reading: Reading; readonly attempt: string },
): Promise<boolean> {
  const autonomy = await autonomyOf(deps, voucher.clientAccountId, reading.autonomy);
  if (autonomy === 'NONE') return false;
  if (await hasDocument(deps, voucher)) return true;
  const { input, isExact } = await inputOf(deps, voucher, invoice, reading);
  const mayPost = autonomy === 'FULL' && reading.isStructured === true && isExact && isCertain(invoice);
  const isFull = mayPost && (await isForUs(deps, voucher, invoice));
  const make = (posts: boolean): Promise<number> =>
    createDocument(
      deps.saving,
      { userId: SYSTEM, commandKey: `voucher:${voucher.id}:${attempt}:${posts ? 'post' : 'draft'}` },
      async () => ({
        input,
        posts,
        files: [],
        statementLines: undefined,
        assertStill: async () => {
          if (await hasDocument(deps, voucher)) throw new AlreadyBooked();
        },
      }),
    );
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

/** Somebody was faster. */
class AlreadyBooked extends Error {}

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

const nothing: LineInput = {
  itemId: null,
  description: null,
  quantity: null,
  unitId: null,
  price: null,
  discountPercent: null,
  netAmount: null,
  taxCode: null,
  taxCodeId: null,
  accountCode: null,
  accountId: null,
  projectId: null,
  departmentId: null,
  assetId: null,
  tagIds: [],
  itemCollectionEntryId: null,
  periodStart: null,
  periodEnd: null,
  credited: null,
};

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
    clientAccountId,
    documentType: invoice.kind === 'CREDIT_NOTE' ? 'APCRN' : 'APINV',
    documentNumber: invoice.number,
    documentDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    deliveryDate: invoice.deliveryDate,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    businessPartnerId: reading.businessPartnerId ?? null,
    currencyCode: invoice.currency,
    exchangeRate: null,
    paymentRef: invoice.paymentReference,
    buyerReference: invoice.buyerReference,
    orderReference: invoice.orderReference,
    description: null,
    totalAmount: null,
    paymentAccountCode: null,
    paymentBankAccountId: null,
    structuredData: null,
    autonomyLevel: null,
    externalId: null,
    metadata: null,
    uploadedFileId: id,
    creditedDocumentId: null,
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
      ...nothing,
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
    ...nothing,
    description: 'Avrunding',
    netAmount: formatMoney(rest),
    accountCode: ROUNDING_ACCOUNT,
  };
  return { lines: [...lines, rounding], isExact: true };
}

/** VAT of one line as a document works it out: rounded by itself. */
const taxOf = ({ netAmount, taxRate }: Taxed): string => formatMoney(decimal(netAmount).times(taxRate).div(100));
