import { anyOf, type Executor, type FollowedPage } from '@app/db';
import { holdsWords, type Listing, listRecords } from '@app/records';
import { and, eq, exists, getTableColumns, gte, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { partnerNames } from '../schema/document-numbers.ts';
import { documentLines, documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { documentOf } from './store.ts';

export interface DocumentFilter {
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly Document['status'][] | undefined;
  readonly paymentStatuses?: readonly Document['paymentStatus'][] | undefined;
  readonly partnerIds?: readonly number[] | undefined;
  readonly voucherIds?: readonly number[] | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly isDraft?: boolean | undefined;
  readonly number?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly freeText?: string | undefined;
  readonly isPayable?: boolean | undefined;
  readonly isUnpaid?: boolean | undefined;
  readonly isAvailableForPayment?: boolean | undefined;
  readonly isBeingPaid?: boolean | undefined;
  readonly externalId?: string | undefined;
}

const d = documents;

const orders: Readonly<Record<string, PgColumn | SQL>> = {
  id: d.id,
  document_date: d.documentDate,
  due_date: d.dueDate,
  document_number: sql`${d.documentNumber} collate "C"`,
  document_type: sql`${d.documentType} collate "C"`,
  status: sql`${d.status} collate "C"`,
  payment_status: sql`${d.paymentStatus} collate "C"`,
  created_at: d.createdAt,
  updated_at: d.updatedAt,
};

/** What is owed on a posted document, by what its entry left open. */
const isUnpaid = sql`(${d.status} = 'POSTED' and ${d.paymentStatus} in ('UNPAID', 'PARTIALLY_PAID') and ${d.totalAmount} > ${d.paidAmount})`;
const isPayable = sql`(${isUnpaid} and ${d.documentType} in ('APINV', 'APCRN', 'RECPT', 'APCIN', 'APPIN', 'APDEB'))`;
/** Beyond what payments on their way will pay. */
const isAvailable = sql`(${isPayable} and ${d.totalAmount} - ${d.paidAmount} > ${d.pendingPaymentAmount})`;

const wanted = (condition: SQL, value: boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : value ? condition : not(condition);

function conditionOf(filter: DocumentFilter): SQL | undefined {
  const { types, statuses, paymentStatuses, partnerIds, voucherIds, projectIds } = filter;
  return and(
    types && inArray(d.documentType, [...types]),
    statuses && inArray(d.status, [...statuses]),
    paymentStatuses && inArray(d.paymentStatus, [...paymentStatuses]),
    partnerIds && anyOf(d.businessPartnerId, partnerIds),
    voucherIds && anyOf(d.uploadedFileId, voucherIds),
    projectIds && exists(lineOf(projectIds)),
    wanted(sql`${d.status} = 'DRAFT'`, filter.isDraft),
    filter.number === undefined ? undefined : eq(d.documentNumber, filter.number),
    filter.dateFrom === undefined ? undefined : gte(d.documentDate, filter.dateFrom),
    filter.dateTo === undefined ? undefined : lte(d.documentDate, filter.dateTo),
    filter.dueFrom === undefined ? undefined : gte(d.dueDate, filter.dueFrom),
    filter.dueTo === undefined ? undefined : lte(d.dueDate, filter.dueTo),
    holdsWords(filter.freeText, [d.documentNumber, d.description, d.paymentRef, partnerName]),
    wanted(isPayable, filter.isPayable),
    wanted(isUnpaid, filter.isUnpaid),
    wanted(isAvailable, filter.isAvailableForPayment),
    wanted(sql`${d.pendingPaymentAmount} > 0`, filter.isBeingPaid),
    filter.externalId === undefined ? undefined : eq(d.externalId, filter.externalId),
  );
}

/** Raw: the columns of the outer statement are named inside. */
const lineOf = (projectIds: readonly number[]): SQL => sql`(
  select from ${documentLines} where ${documentLines.clientAccountId} = ${d.clientAccountId}
    and ${documentLines.documentId} = ${d.id} and ${anyOf(documentLines.projectId, projectIds)})`;

const partnerName = sql`(select ${partnerNames.name} from ${partnerNames}
  where ${partnerNames.clientAccountId} = ${d.clientAccountId} and ${partnerNames.businessPartnerId} = ${d.businessPartnerId})`;

const USUAL = [{ field: 'document_date', descending: true }];

/** A page of documents: newest date first unless another order is asked for, with `updatedFrom` in that of the changes. */
export const listDocuments = (
  ex: Executor,
  listing: Listing,
  filter: DocumentFilter,
): Promise<FollowedPage<Document>> =>
  listRecords(
    ex,
    { ...listing, order: listing.order.length > 0 ? listing.order : USUAL },
    {
      table: d,
      selection: getTableColumns(d),
      recordOf: (row) => documentOf(row as typeof d.$inferSelect),
      orders,
      where: conditionOf(filter),
    },
  );
