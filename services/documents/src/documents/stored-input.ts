import type { OwnDocumentType } from '@app/api/documents/document-types';
import { type Document, type DocumentInput, type DocumentLine, inputOf } from './document.ts';

/** A stored document as if it had been sent again, so that what is sent now can take the place of parts of it. */
export const inputOfDocument = (document: Document, lines: readonly DocumentLine[]): DocumentInput => ({
  clientAccountId: document.clientAccountId,
  documentType: document.documentType as OwnDocumentType,
  documentNumber: document.documentNumber,
  documentDate: document.documentDate,
  dueDate: document.dueDate,
  deliveryDate: document.deliveryDate,
  periodStart: document.periodStart,
  periodEnd: document.periodEnd,
  businessPartnerId: document.businessPartnerId,
  currencyCode: document.currencyCode,
  exchangeRate: document.exchangeRate,
  rateTo: document.rateTo,
  paymentRef: document.paymentRef,
  buyerReference: document.buyerReference,
  orderReference: document.orderReference,
  description: document.description,
  totalAmount: lines.length === 0 ? document.totalAmount : null,
  paymentAccountCode: document.paymentAccountCode,
  paymentBankAccountId: document.paymentBankAccountId,
  structuredData: document.structuredData,
  autonomyLevel: document.autonomyLevel,
  externalId: document.externalId,
  metadata: document.metadata,
  uploadedFileId: document.uploadedFileId,
  creditedDocumentId: document.creditedDocumentId,
  lines: lines.map(inputOf),
});
