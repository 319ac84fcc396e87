import { unavailable } from '@app/contract/failure';
import type { Executor } from '@app/db';
import type { ClientOf, Organisation } from '@app/rpc';
import { and, eq, ne } from 'drizzle-orm';
import type { DocumentInput, LineInput } from '../documents/document.ts';
import { createDocument, type SavingDeps } from '../documents/save.ts';
import { documents } from '../schema/documents.ts';
import type { BookingOptions, VoucherToBook } from '../vouchers/workflow/booking.ts';
import type { Reading } from '../vouchers/workflow/reading.ts';

// What documents of vouchers have in common, whatever they were read of.

export interface BookingDependencies {
  readonly saving: SavingDeps;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'GetAccountSettings'>;
}

/** The platform itself. */
const SYSTEM = 2;

/** The level of the partner, else that of the company today. */
export async function autonomyOf(
  { organisation, saving }: BookingDependencies,
  { clientAccountId }: VoucherToBook,
  { autonomy }: Reading,
): Promise<string> {
  if (autonomy !== undefined) return autonomy;
  return (await organisation.GetAccountSettings({ clientAccountId, asOf: saving.clock.today() })).autonomyLevel;
}

/**
 * Whether the voucher has a document that counts: then another one would book it twice.
 * @throws Failure 503 while one is being posted: what the ledger refuses goes, and then the voucher has none
 */
export async function hasDocument(ex: Executor, { clientAccountId, id }: VoucherToBook): Promise<boolean> {
  const { busyKey, status, uploadedFileId } = documents;
  const found = await ex
    .select({ busyKey })
    .from(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), eq(uploadedFileId, id), ne(status, 'CANCELLED')));
  if (found.length > 0 && found.every((document) => document.busyKey !== null))
    throw unavailable('A document of this voucher is being posted at this moment; try again in a moment');
  return found.length > 0;
}

/** Somebody was faster. */
export class AlreadyBooked extends Error {}

interface NewDocument extends Pick<BookingOptions, 'attempt' | 'holdLease'> {
  readonly input: DocumentInput;
  readonly posts: boolean;
}

/**
 * Makes the document of a voucher, once for each attempt, in the turn of the client account that decides between two at
 * once.
 * @throws AlreadyBooked where the voucher has one by then; Overtaken; Failure 400, 409, 503
 */
export const makeDocument = (
  deps: BookingDependencies,
  voucher: VoucherToBook,
  { input, posts, attempt, holdLease }: NewDocument,
): Promise<number> =>
  createDocument(
    deps.saving,
    { userId: SYSTEM, commandKey: `voucher:${voucher.id}:${attempt}:${posts ? 'post' : 'draft'}` },
    async () => ({
      input,
      posts,
      files: [],
      statementLines: undefined,
      assertStill: async (tx) => {
        await holdLease(tx);
        if (await hasDocument(tx, voucher)) throw new AlreadyBooked();
      },
    }),
  );

/** A line of which nothing is said. */
export const emptyLine: LineInput = {
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

/** A document of a voucher of which nothing else is said. */
export const nothingSaid = (clientAccountId: number, voucherId: number): Omit<DocumentInput, 'documentType'> => ({
  clientAccountId,
  documentNumber: null,
  documentDate: null,
  dueDate: null,
  deliveryDate: null,
  periodStart: null,
  periodEnd: null,
  businessPartnerId: null,
  currencyCode: null,
  exchangeRate: null,
  rateTo: null,
  paymentRef: null,
  buyerReference: null,
  orderReference: null,
  description: null,
  totalAmount: null,
  paymentAccountCode: null,
  paymentBankAccountId: null,
  structuredData: null,
  autonomyLevel: null,
  externalId: null,
  metadata: null,
  uploadedFileId: voucherId,
  creditedDocumentId: null,
  lines: [],
});
