import type { Metadata } from '@app/api/caller-references';
import type { OwnDocumentType } from '@app/api/documents/document-types';
import type { documentLines, documents } from '../schema/documents.ts';

/** A document without its lines; decimals are text, `createdAt` and such are UTC with whole seconds. */
export type Document = Omit<typeof documents.$inferSelect, 'structuredData' | 'metadata'> & {
  readonly structuredData: Readonly<Record<string, unknown>> | null;
  readonly metadata: Metadata | null;
};

export type DocumentLine = typeof documentLines.$inferSelect;

/** What a caller may say of a line; null where it said nothing. */
export interface LineInput {
  readonly itemId: number | null;
  readonly description: string | null;
  readonly quantity: string | null;
  readonly unitId: number | null;
  readonly price: string | null;
  readonly discountPercent: string | null;
  readonly netAmount: string | null;
  readonly taxCode: string | null;
  readonly taxCodeId: number | null;
  readonly accountCode: string | null;
  readonly accountId: number | null;
  readonly projectId: number | null;
  readonly departmentId: number | null;
  readonly assetId: number | null;
  readonly tagIds: readonly number[];
  readonly itemCollectionEntryId: number | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** Of a credit note: the line that it takes back, and what of it. */
  readonly credited: { readonly lineId: number; readonly netAmount: string; readonly taxAmount: string } | null;
}

/** What a caller may say of a document; null where it said nothing. */
export type DocumentInput = Pick<
  Document,
  | 'clientAccountId'
  | 'documentNumber'
  | 'documentDate'
  | 'dueDate'
  | 'deliveryDate'
  | 'periodStart'
  | 'periodEnd'
  | 'businessPartnerId'
  | 'exchangeRate'
  | 'rateTo'
  | 'paymentRef'
  | 'buyerReference'
  | 'orderReference'
  | 'description'
  | 'paymentAccountCode'
  | 'paymentBankAccountId'
  | 'structuredData'
  | 'autonomyLevel'
  | 'externalId'
  | 'metadata'
  | 'uploadedFileId'
  | 'creditedDocumentId'
> & {
  readonly documentType: OwnDocumentType;
  readonly currencyCode: string | null;
  /** Of a document without lines. */
  readonly totalAmount: string | null;
  readonly lines: readonly LineInput[];
};

/** A line as it is stored, before it has an id. */
export type NewLine = Omit<DocumentLine, 'id' | 'clientAccountId' | 'documentId' | 'lineNo'>;

/** The columns that follow from what a caller says. */
export type DocumentContent = Omit<
  DocumentInput,
  'clientAccountId' | 'lines' | 'documentType' | 'currencyCode' | 'totalAmount' | 'externalId'
> &
  Pick<
    Document,
    | 'documentType'
    | 'numberSeries'
    | 'currencyCode'
    | 'netAmount'
    | 'taxAmount'
    | 'totalAmount'
    | 'totalAmountBase'
    | 'externalId'
  >;

/** A stored line as if it had been sent again. */
export const inputOf = (line: DocumentLine): LineInput => ({
  ...line,
  netAmount: line.price === null ? line.netAmount : null,
  // The rate period may be another one on another day.
  taxCodeId: null,
  accountId: null,
  credited:
    line.creditedLineId === null
      ? null
      : { lineId: line.creditedLineId, netAmount: line.netAmount, taxAmount: line.taxAmount },
});
