import type { Following } from '@app/contract';
import {
  anyOf,
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  newestOf,
  readFollowed,
  termOf,
} from '@app/db';
import { and, eq, exists, gte, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { partnerNames } from '../schema/document-numbers.ts';
import { documentLines, documents } from '../schema/documents.ts';
import type { Document } from './document.ts';
import { documentOf } from './store.ts';

export interface DocumentFilter {
  readonly clientAccountIds: readonly number[];
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
  readonly updatedFrom?: string | undefined;
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

const changes = changeOrder(d.updatedAt, d.id);

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
    anyOf(d.clientAccountId, filter.clientAccountIds),
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
    ...wordsOf(filter.freeText),
    wanted(isPayable, filter.isPayable),
    wanted(isUnpaid, filter.isUnpaid),
    wanted(isAvailable, filter.isAvailableForPayment),
    wanted(sql`${d.pendingPaymentAmount} > 0`, filter.isBeingPaid),
    filter.externalId === undefined ? undefined : eq(d.externalId, filter.externalId),
    filter.updatedFrom === undefined ? undefined : gte(d.updatedAt, filter.updatedFrom),
  );
}

/** Raw: the columns of the outer statement are named inside. */
const lineOf = (projectIds: readonly number[]): SQL => sql`(
  select from ${documentLines} where ${documentLines.clientAccountId} = ${d.clientAccountId}
    and ${documentLines.documentId} = ${d.id} and ${anyOf(documentLines.projectId, projectIds)})`;

/** Every word stands in one of the searched fields, whatever its case (GENX-R44). */
function wordsOf(text: string | undefined): readonly SQL[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  const name = sql`(select ${partnerNames.name} from ${partnerNames}
    where ${partnerNames.clientAccountId} = ${d.clientAccountId} and ${partnerNames.businessPartnerId} = ${d.businessPartnerId})`;
  return words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    const fields = [sql`${d.documentNumber}`, sql`${d.description}`, sql`${d.paymentRef}`, name];
    return sql`(${sql.join(
      fields.map((field) => sql`coalesce(${field} ilike ${pattern}, false)`),
      sql` or `,
    )})`;
  });
}

/** A page of documents: newest date first unless another order is asked for, with `updatedFrom` in that of the changes. */
export async function listDocuments(
  ex: Executor,
  filter: DocumentFilter,
  listing: {
    readonly following: Following;
    readonly page: { readonly page: number; readonly per_page: number };
    readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  },
): Promise<FollowedPage<Document>> {
  const ids = filter.clientAccountIds;
  const order = listing.order.length > 0 ? listing.order : [{ field: 'document_date', descending: true }];
  const terms = order.map(({ field, descending }) => termOf(field, orders[field]!, descending));
  const newest = sql<
    string | null
  >`(select ${newestOf(d.updatedAt)} from ${documents} where ${anyOf(d.clientAccountId, ids)})`;
  return readFollowed({
    following: listing.following,
    page: listing.page,
    order: filter.updatedFrom === undefined ? keysetOf([...terms, termOf('id', d.id)]) : undefined,
    changes,
    count: async () => (ids.length === 0 ? 0 : ex.$count(documents, conditionOf(filter))),
    async read(window) {
      if (ids.length === 0) return [];
      const rows = await ex
        .select({
          row: documents,
          position: window.order.position,
          newest: window.order === changes ? sql<null>`null` : newest,
        })
        .from(documents)
        .where(and(conditionOf(filter), window.after))
        .orderBy(...window.order.orderBy)
        .limit(window.limit)
        .offset(window.offset);
      return rows.map(({ row, ...place }) => ({ row: documentOf(row), ...place }));
    },
  });
}
