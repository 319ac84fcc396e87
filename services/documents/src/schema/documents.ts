import { day, id, longInteger, moment, momentText } from '@app/db/columns';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { vouchers } from './vouchers.ts';

const money = (name: string) => numeric(name, { precision: 19, scale: 2 });
const rate = (name: string) => numeric(name, { precision: 19, scale: 6 });

/** Invoices, credit notes, receipts, settlements and statements; what is posted changes no amount any more. */
export const documents = pgTable(
  'documents',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    documentType: text('document_type').notNull(),
    documentNumber: text('document_number'),
    /** Of documents to customers: numbers are unique within one. */
    numberSeries: text('number_series', { enum: ['invoice', 'credit_note', 'pro_forma'] }),
    documentDate: day('document_date'),
    dueDate: day('due_date'),
    deliveryDate: day('delivery_date'),
    periodStart: day('period_start'),
    periodEnd: day('period_end'),
    businessPartnerId: id('business_partner_id'),
    currencyCode: text('currency_code').notNull(),
    /** Units of the accounting currency for one of the document's; null while it is not known. */
    exchangeRate: rate('exchange_rate'),
    /** The accounting currency that the rate is to; null while there is none, and where an earlier release stored it. */
    rateTo: text('rate_to'),
    paymentRef: text('payment_ref'),
    buyerReference: text('buyer_reference'),
    orderReference: text('order_reference'),
    description: text('description'),
    netAmount: money('net_amount').notNull(),
    taxAmount: money('tax_amount').notNull(),
    totalAmount: money('total_amount').notNull(),
    /** In the accounting currency; null while the rate is not known. */
    totalAmountBase: money('total_amount_base'),
    status: text('status', { enum: ['DRAFT', 'POSTED', 'CANCELLED'] })
      .notNull()
      .default('DRAFT'),
    paymentStatus: text('payment_status', {
      enum: ['NOT_APPLICABLE', 'UNPAID', 'PARTIALLY_PAID', 'PAID', 'OVERPAID'],
    })
      .notNull()
      .default('NOT_APPLICABLE'),
    /** In the currency of the document, with the sign of its total. */
    paidAmount: money('paid_amount').notNull().default('0'),
    /** What payments on their way will pay, as reconciliation has said; in the currency of the document. */
    pendingPaymentAmount: money('pending_payment_amount').notNull().default('0'),
    /** Of what reconciliation said; an older one says nothing new. */
    pendingPaymentVersion: longInteger('pending_payment_version').notNull().default(0),
    uploadedFileId: id('uploaded_file_id'),
    journalEntryId: id('journal_entry_id'),
    /** The line of the entry that payments reconcile, on 1500, 2400 or 2910. */
    openLineId: id('open_line_id'),
    /** 1 where what is owed stands as debit, -1 where it stands as credit. */
    openLineSign: integer('open_line_sign'),
    creditedDocumentId: id('credited_document_id'),
    createdInApplication: boolean('created_in_application').notNull(),
    /** Something that is printed was changed after it was posted: what is sent says more than its voucher. */
    changedSincePrinted: boolean('changed_since_printed').notNull().default(false),
    paymentAccountCode: text('payment_account_code'),
    paymentBankAccountId: id('payment_bank_account_id'),
    sentAt: momentText('sent_at'),
    sentTo: text('sent_to'),
    structuredData: jsonb('structured_data'),
    autonomyLevel: text('autonomy_level', { enum: ['NONE', 'DRAFT', 'FULL'] }),
    externalId: text('external_id'),
    metadata: jsonb('metadata'),
    cancellationReason: text('cancellation_reason'),
    /** The command that posts or cancels it at this moment; nobody else changes it meanwhile. */
    busyKey: text('busy_key'),
    createdAt: momentText('created_at').notNull(),
    createdById: id('created_by_id'),
    updatedAt: momentText('updated_at').notNull(),
    updatedById: id('updated_by_id'),
    version: longInteger('version').notNull().default(1),
  },
  (table) => [
    unique('documents_account_key').on(table.clientAccountId, table.id),
    foreignKey({
      name: 'documents_voucher',
      columns: [table.clientAccountId, table.uploadedFileId],
      foreignColumns: [vouchers.clientAccountId, vouchers.id],
    }),
    foreignKey({
      name: 'documents_credited',
      columns: [table.clientAccountId, table.creditedDocumentId],
      foreignColumns: [table.clientAccountId, table.id],
    }),
    check('documents_status', sql`status in ('DRAFT', 'POSTED', 'CANCELLED')`),
    check(
      'documents_payment_status',
      sql`payment_status in ('NOT_APPLICABLE', 'UNPAID', 'PARTIALLY_PAID', 'PAID', 'OVERPAID')`,
    ),
    check('documents_series', sql`number_series in ('invoice', 'credit_note', 'pro_forma')`),
    check(
      'documents_draft',
      sql`status <> 'DRAFT' or (journal_entry_id is null and payment_status = 'NOT_APPLICABLE')`,
    ),
    check('documents_open_line', sql`(open_line_id is null) = (open_line_sign is null)`),
    check('documents_total', sql`total_amount = net_amount + tax_amount`),
    uniqueIndex('documents_number')
      .on(table.clientAccountId, table.numberSeries, table.documentNumber)
      .where(sql`number_series is not null and document_number is not null`),
    // What suppliers have numbered counts from the moment it is posted.
    uniqueIndex('documents_supplier_number')
      .on(table.clientAccountId, table.businessPartnerId, table.documentType, table.documentNumber)
      .where(
        sql`number_series is null and document_number is not null and business_partner_id is not null and (status = 'POSTED' or busy_key is not null)
          and document_type in ('APINV', 'APCRN', 'RECPT', 'APCIN', 'APPIN', 'APDEB')`,
      ),
    uniqueIndex('documents_external_id')
      .on(table.clientAccountId, table.externalId)
      .where(sql`external_id is not null`),
    index('documents_by_date').on(table.clientAccountId, table.documentDate, table.id),
    index('documents_by_change').on(table.clientAccountId, table.updatedAt, table.id),
    index('documents_by_partner')
      .on(table.clientAccountId, table.businessPartnerId)
      .where(sql`business_partner_id is not null`),
    index('documents_by_voucher')
      .on(table.clientAccountId, table.uploadedFileId)
      .where(sql`uploaded_file_id is not null`),
    index('documents_by_credited')
      .on(table.clientAccountId, table.creditedDocumentId)
      .where(sql`credited_document_id is not null`),
    index('documents_by_open_line').on(table.clientAccountId, table.openLineId).where(sql`open_line_id is not null`),
  ],
);

export const documentLines = pgTable(
  'document_lines',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    documentId: id('document_id').notNull(),
    /** Counted from 1. */
    lineNo: integer('line_no').notNull(),
    itemId: id('item_id'),
    description: text('description').notNull(),
    quantity: rate('quantity').notNull(),
    unitId: id('unit_id'),
    /** Null where the net amount was given instead. */
    price: rate('price'),
    discountPercent: numeric('discount_percent', { precision: 5, scale: 2 }).notNull(),
    netAmount: money('net_amount').notNull(),
    taxCode: text('tax_code'),
    taxCodeId: id('tax_code_id'),
    taxRate: numeric('tax_rate', { precision: 5, scale: 2 }),
    taxAmount: money('tax_amount').notNull(),
    grossAmount: money('gross_amount').notNull(),
    accountCode: text('account_code').notNull(),
    accountId: id('account_id').notNull(),
    projectId: id('project_id'),
    departmentId: id('department_id'),
    assetId: id('asset_id'),
    tagIds: id('tag_ids').array().notNull(),
    itemCollectionEntryId: id('item_collection_entry_id'),
    periodStart: day('period_start'),
    periodEnd: day('period_end'),
    /** The line that a credit note takes back, whole or in part. */
    creditedLineId: id('credited_line_id'),
  },
  (table) => [
    foreignKey({
      name: 'document_lines_document',
      columns: [table.clientAccountId, table.documentId],
      foreignColumns: [documents.clientAccountId, documents.id],
    }).onDelete('cascade'),
    unique('document_lines_place').on(table.documentId, table.lineNo),
    check('document_lines_gross', sql`gross_amount = net_amount + tax_amount`),
    index('document_lines_of_project').on(table.clientAccountId, table.projectId).where(sql`project_id is not null`),
    index('document_lines_credited')
      .on(table.clientAccountId, table.creditedLineId)
      .where(sql`credited_line_id is not null`),
    index('document_lines_of_entry')
      .on(table.clientAccountId, table.itemCollectionEntryId)
      .where(sql`item_collection_entry_id is not null`),
  ],
);

/** What stands on paper about the books of somebody else: lines and balances of statements, to be reconciled. */
export const reconciliationLines = pgTable(
  'reconciliation_lines',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    clientAccountId: id('client_account_id').notNull(),
    documentId: id('document_id').notNull(),
    lineType: text('line_type', { enum: ['TRANSACTION', 'BALANCE'] }).notNull(),
    category: text('category'),
    lineDate: day('line_date').notNull(),
    description: text('description'),
    reference: text('reference'),
    /** As on paper. */
    amount: money('amount').notNull(),
    currencyCode: text('currency_code').notNull(),
    relationType: text('relation_type'),
    relationId: id('relation_id'),
    accountCode: text('account_code'),
    /** Until then nobody changes it: a record of it is being written, by the clock of the database. */
    heldUntil: moment('held_until'),
  },
  (table) => [
    foreignKey({
      name: 'reconciliation_lines_document',
      columns: [table.clientAccountId, table.documentId],
      foreignColumns: [documents.clientAccountId, documents.id],
    }).onDelete('cascade'),
    check('reconciliation_lines_type', sql`line_type in ('TRANSACTION', 'BALANCE')`),
    index('reconciliation_lines_of_document').on(table.clientAccountId, table.documentId),
  ],
);
