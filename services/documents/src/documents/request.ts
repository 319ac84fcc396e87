import type { OwnDocumentType } from '@app/api/documents/document-types';
import type { createDocument, updateDocument } from '@app/api/documents/documents';
import type { z } from 'zod';
import type { DocumentInput, LineInput } from './document.ts';
import type { SentFile } from './files.ts';
import type { StatementLine } from './reconciliation-lines.ts';

export type CreateBody = z.output<(typeof createDocument)['body'] & object>;
export type UpdateBody = z.output<(typeof updateDocument)['body'] & object>;
type SentLine = NonNullable<CreateBody['lines']>[number];

/** A field that was sent; an empty text is none. */
const orNull = <T>(value: T | null | undefined): T | null => (value === '' ? null : (value ?? null));

/** The fields of a body in the words of the code; undefined where nothing was sent. */
function fieldsOf(body: CreateBody | UpdateBody) {
  return {
    documentNumber: body.document_number,
    documentDate: body.document_date,
    dueDate: body.due_date,
    deliveryDate: body.delivery_date,
    periodStart: body.period_start,
    periodEnd: body.period_end,
    businessPartnerId: body.business_partner_id,
    currencyCode: body.currency_code,
    exchangeRate: body.exchange_rate,
    paymentRef: body.payment_ref,
    buyerReference: body.buyer_reference,
    orderReference: body.order_reference,
    description: body.description,
    totalAmount: body.total_amount,
    paymentAccountCode: body.payment_account_code,
    paymentBankAccountId: body.payment_bank_account_id,
    structuredData: body.structured_data,
    autonomyLevel: body.autonomy_level,
    externalId: body.external_id,
    metadata: body.metadata,
    uploadedFileId: body.uploaded_file_id,
  };
}

/** A new document, dated today unless another day, or none, was sent. */
export function newInput(body: CreateBody, clientAccountId: number, today: string): DocumentInput {
  const fields = fieldsOf(body);
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, orNull(value)]));
  return {
    ...(sent as { [K in keyof typeof fields]: Exclude<(typeof fields)[K], undefined> | null }),
    clientAccountId,
    rateTo: null,
    documentType: body.document_type as OwnDocumentType,
    documentDate: body.document_date === undefined ? today : body.document_date,
    creditedDocumentId: null,
    lines: (body.lines ?? []).map(lineInput),
  };
}

/** What was sent in the place of what was there. */
export function changedInput(before: DocumentInput, body: UpdateBody): DocumentInput {
  const sent = Object.entries(fieldsOf(body)).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...(Object.fromEntries(sent.map(([name, value]) => [name, orNull(value)])) as Partial<DocumentInput>),
    // A rate that comes back as it was read is no new one.
    ...(body.exchange_rate === undefined || body.exchange_rate === before.exchangeRate ? {} : { rateTo: null }),
    // A draft keeps the account that its bank account stands on; another one stands on its own.
    ...(changesBankAccount(before, body) && body.payment_account_code === undefined
      ? { paymentAccountCode: null }
      : {}),
    ...(body.document_type == null ? {} : { documentType: body.document_type as OwnDocumentType }),
    ...(body.lines === undefined ? {} : { lines: (body.lines ?? []).map(lineInput) }),
  };
}

const changesBankAccount = (
  { paymentBankAccountId }: DocumentInput,
  { payment_bank_account_id: sent }: UpdateBody,
): boolean => sent !== undefined && orNull(sent) !== paymentBankAccountId;

const lineInput = (line: SentLine): LineInput => ({
  itemId: orNull(line.item_id),
  description: orNull(line.description),
  quantity: orNull(line.quantity),
  unitId: orNull(line.unit_id),
  price: orNull(line.price),
  discountPercent: orNull(line.discount_percent),
  netAmount: orNull(line.net_amount),
  taxCode: orNull(line.tax_code),
  taxCodeId: orNull(line.tax_code_id),
  accountCode: orNull(line.account_code),
  accountId: orNull(line.account_id),
  projectId: orNull(line.project_id),
  departmentId: orNull(line.department_id),
  assetId: orNull(line.asset_id),
  tagIds: line.tag_ids ?? [],
  itemCollectionEntryId: orNull(line.item_collection_entry_id),
  periodStart: orNull(line.period_start),
  periodEnd: orNull(line.period_end),
  credited: null,
});

export const filesIn = (body: CreateBody | UpdateBody): readonly SentFile[] =>
  (body.files ?? []).map((file) => ({
    fileName: file.file_name,
    contentBase64: file.content_base64,
    contentType: orNull(file.content_type),
    type: file.type ?? 'ATTACHMENT',
  }));

export const statementLinesIn = (body: CreateBody | UpdateBody): readonly StatementLine[] | undefined =>
  body.reconciliation_lines === undefined
    ? undefined
    : (body.reconciliation_lines ?? []).map((line) => ({
        id: orNull(line.id),
        lineType: line.line_type,
        category: orNull(line.category),
        lineDate: line.line_date,
        description: orNull(line.description),
        reference: orNull(line.reference),
        amount: line.amount,
        currencyCode: orNull(line.currency_code),
        relationType: orNull(line.relation_type),
        relationId: orNull(line.relation_id),
        accountCode: orNull(line.account_code),
      }));
