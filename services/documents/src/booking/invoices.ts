import { purchaseTaxCode, type ReadInvoice } from '@app/ehf';
import { decimal, formatMoney, sum, ZERO } from '@app/money';
import type { ClientOf, Organisation } from '@app/rpc';
import { and, eq, ne } from 'drizzle-orm';
import type { DocumentInput, LineInput } from '../documents/document.ts';
import { createDocument, type SavingDeps } from '../documents/save.ts';
import { documents } from '../schema/documents.ts';
import type { Autonomy, Booking, VoucherToBook } from '../vouchers/workflow/booking.ts';
import type { Reading } from '../vouchers/workflow/reading.ts';

interface BookingDependencies {
  readonly saving: SavingDeps;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccountSettings'>;
}

/** The platform itself. */
const SYSTEM = 2;
/** The most that the total of an invoice may differ from what its lines add up to. */
const MOST_ROUNDING = 1;
const ROUNDING_ACCOUNT = '7797';

/** Books what the workflow of vouchers has read. */
export const createBooking = (deps: BookingDependencies): Booking => ({
  autonomyOf: (clientAccountId, ofPartner) => autonomyOf(deps, clientAccountId, ofPartner),
  bookInvoice: (voucher, invoice, options) => bookInvoice(deps, voucher, invoice, options),
});

async function autonomyOf(
  { organisation, saving }: BookingDependencies,
  clientAccountId: number,
  ofPartner: string | undefined,
): Promise<Autonomy> {
  if (ofPartner !== undefined) return ofPartner as Autonomy;
  const settings = await organisation.GetAccountSettings({ clientAccountId, asOf: saving.clock.today() });
  return settings.autonomyLevel as Autonomy;
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
  options: { readonly reading: Reading; readonly autonomy: Autonomy; readonly attempt: string },
): Promise<void> {
  if (options.autonomy === 'NONE' || (await hasDocument(deps, voucher))) return;
  const input = await inputOf(deps, voucher, invoice, options.reading);
  const isFull = options.autonomy === 'FULL' && options.reading.isStructured === true && isCertain(invoice);
  const make = (posts: boolean): Promise<number> =>
    createDocument(
      deps.saving,
      { userId: SYSTEM, commandKey: `voucher:${voucher.id}:${options.attempt}:${posts ? 'post' : 'draft'}` },
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

/** Whether the VAT code of every line follows from the file alone. */
const isCertain = (invoice: ReadInvoice): boolean =>
  invoice.lines.length > 0 &&
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

/** The invoice as a document; of a company without VAT the lines hold theirs. */
async function inputOf(
  { organisation, saving }: BookingDependencies,
  { id, clientAccountId }: VoucherToBook,
  invoice: ReadInvoice,
  reading: Reading,
): Promise<DocumentInput> {
  const { vatLiable } = await organisation.GetAccountSettings({ clientAccountId, asOf: saving.clock.today() });
  const lines = linesOf(invoice, { vatLiable, accountCode: reading.accountCode ?? null });
  return {
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
}

interface Taxed {
  readonly netAmount: string;
  readonly taxCategory: ReadInvoice['lines'][number]['taxCategory'];
  readonly taxRate: string;
  readonly description: string;
}

/**
 * A line for each line and each allowance or charge of the invoice. What rounding leaves of its total, at most a krone,
 * is a line of its own (docs/contract/documents.md).
 */
function linesOf(
  invoice: ReadInvoice,
  { vatLiable, accountCode }: { readonly vatLiable: boolean; readonly accountCode: string | null },
): readonly LineInput[] {
  const parts: readonly Taxed[] = [
    ...invoice.lines,
    ...invoice.adjustments.map(({ isCharge, amount, reason, ...tax }) => ({
      ...tax,
      netAmount: isCharge ? amount : formatMoney(decimal(amount).negated()),
      description: reason ?? (isCharge ? 'Gebyr' : 'Rabatt'),
    })),
  ];
  const taxOf = ({ netAmount, taxRate }: Taxed): string =>
    formatMoney(decimal(netAmount).times(taxRate).div(100).toDecimalPlaces(2));
  const lines = parts.map((part): LineInput => {
    const code = purchaseTaxCode(part.taxCategory, part.taxRate, invoice.issueDate, invoice.supplier)?.code ?? null;
    const net = vatLiable ? part.netAmount : formatMoney(decimal(part.netAmount).plus(taxOf(part)));
    return {
      ...nothing,
      description: part.description.slice(0, 1_000),
      netAmount: net,
      taxCode: vatLiable ? code : null,
      accountCode,
    };
  });
  const made = sum([...parts.map(({ netAmount }) => decimal(netAmount)), ...parts.map((part) => decimal(taxOf(part)))]);
  const rest = decimal(invoice.totalAmount).minus(made);
  const isRounding = !rest.equals(ZERO) && rest.abs().lessThanOrEqualTo(MOST_ROUNDING);
  return isRounding
    ? [...lines, { ...nothing, description: 'Avrunding', netAmount: formatMoney(rest), accountCode: ROUNDING_ACCOUNT }]
    : lines;
}
