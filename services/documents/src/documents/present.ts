import type { DocumentOut } from '@app/api/documents/document-fields';
import type { DocumentType } from '@app/api/documents/document-types';
import { formatMoney } from '@app/money';
import { timestamp } from '@app/runtime';
import type { z } from 'zod';
import type { Document, DocumentLine } from './document.ts';
import { isAvailableForPayment, isBeingPaid, isPayable, isUnpaid, openAmountOf } from './payable.ts';

export type DocumentWire = z.input<typeof DocumentOut>;

/** A moment as PostgreSQL writes it, in UTC with whole seconds. */
const secondsOf = (text: string): string =>
  timestamp(Temporal.Instant.from(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')));

/** A document as callers see it, without its relations. */
export function documentWire(document: Document, creditNoteIds: readonly number[]): DocumentWire {
  const { status, paymentStatus } = document;
  return {
    id: document.id,
    created_at: secondsOf(document.createdAt),
    created_by_id: document.createdById,
    updated_at: secondsOf(document.updatedAt),
    updated_by_id: document.updatedById,
    client_account_id: document.clientAccountId,
    document_type: document.documentType as DocumentType,
    document_number: document.documentNumber,
    document_date: document.documentDate,
    due_date: document.dueDate,
    delivery_date: document.deliveryDate,
    period_start: document.periodStart,
    period_end: document.periodEnd,
    business_partner_id: document.businessPartnerId,
    currency_code: document.currencyCode,
    exchange_rate: document.exchangeRate,
    payment_ref: document.paymentRef,
    buyer_reference: document.buyerReference,
    order_reference: document.orderReference,
    description: document.description,
    net_amount: document.netAmount,
    tax_amount: document.taxAmount,
    total_amount: document.totalAmount,
    total_amount_base: document.totalAmountBase,
    is_draft: status === 'DRAFT',
    status,
    payment_status: paymentStatus,
    paid_amount: document.paidAmount,
    open_amount: formatMoney(openAmountOf(document)),
    pending_payment_amount: document.pendingPaymentAmount,
    is_payable: isPayable(document),
    is_unpaid: isUnpaid(document),
    is_available_for_payment: isAvailableForPayment(document),
    is_being_paid: isBeingPaid(document),
    uploaded_file_id: document.uploadedFileId,
    journal_entry_id: document.journalEntryId,
    credited_document_id: document.creditedDocumentId,
    credit_note_ids: [...creditNoteIds],
    created_in_application: document.createdInApplication,
    payment_account_code: document.paymentAccountCode,
    payment_bank_account_id: document.paymentBankAccountId,
    sent_at: document.sentAt === null ? null : secondsOf(document.sentAt),
    sent_to: document.sentTo,
    structured_data: document.structuredData,
    autonomy_level: document.autonomyLevel,
    external_id: document.externalId,
    metadata: document.metadata,
  };
}

/** A line as callers see it. */
export const lineWire = (line: DocumentLine): NonNullable<DocumentWire['lines']>[number] => ({
  id: line.id,
  document_id: line.documentId,
  line_no: line.lineNo,
  item_id: line.itemId,
  description: line.description,
  quantity: line.quantity,
  unit_id: line.unitId,
  price: line.price,
  discount_percent: line.discountPercent,
  net_amount: line.netAmount,
  tax_code: line.taxCode,
  tax_code_id: line.taxCodeId,
  tax_rate: line.taxRate,
  tax_amount: line.taxAmount,
  gross_amount: line.grossAmount,
  account_code: line.accountCode,
  account_id: line.accountId,
  project_id: line.projectId,
  department_id: line.departmentId,
  asset_id: line.assetId,
  tag_ids: line.tagIds,
  item_collection_entry_id: line.itemCollectionEntryId,
  period_start: line.periodStart,
  period_end: line.periodEnd,
});
