import { anyOf, type Executor } from '@app/db';
import { and, asc, desc, eq, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { contentOfFile, fileSelection } from '../files/file.ts';
import { contents } from '../schema/contents.ts';
import { documents } from '../schema/documents.ts';
import { files } from '../schema/files.ts';
import { questions } from '../schema/questions.ts';
import { tasks } from '../schema/tasks.ts';
import { voucherCollections } from '../schema/voucher-collections.ts';
import { voucherStatements } from '../schema/voucher-statements.ts';
import { voucherWorkflow } from '../schema/voucher-workflow.ts';
import { voucherAttachments } from '../schema/vouchers.ts';

type Ids = readonly number[];

/** Rows of one kind that one voucher embeds at most; the API says so. */
export const MOST_EMBEDDED = 100;
/** As many as can be attached by PATCH. */
const MOST_ATTACHED = 500;

/** Where a row stands among those of its voucher. */
const placeOf = (voucherId: SQL | PgColumn, order: SQL) =>
  sql<number>`row_number() over (partition by ${voucherId} order by ${order})`.mapWith(Number).as('place');

/** Files attached to vouchers, in the order in which they were. */
export function attachmentsOfVouchers(ex: Executor, voucherIds: Ids) {
  const ranked = ex
    .select({
      place: placeOf(voucherAttachments.voucherId, sql`${voucherAttachments.place}`),
      voucherId: voucherAttachments.voucherId,
      ...fileSelection,
    })
    .from(voucherAttachments)
    .innerJoin(
      files,
      and(eq(files.clientAccountId, voucherAttachments.clientAccountId), eq(files.id, voucherAttachments.fileId)),
    )
    .innerJoin(contents, contentOfFile)
    .where(and(anyOf(voucherAttachments.voucherId, voucherIds), files.isActive))
    .as('ranked');
  return ex
    .select()
    .from(ranked)
    .where(lte(ranked.place, MOST_ATTACHED))
    .orderBy(asc(ranked.voucherId), asc(ranked.place));
}

/** First what counts for the status, so that the bound never leaves it out. */
const weight = sql`case ${documents.status} when 'POSTED' then 0 when 'DRAFT' then 1 else 2 end`;

/** Documents of vouchers, newest first. */
export function documentsOfVouchers(ex: Executor, clientAccountIds: Ids, voucherIds: Ids) {
  const ranked = ex
    .select({
      place: placeOf(documents.uploadedFileId, sql`${weight}, ${documents.id} desc`),
      voucherId: sql<number>`${documents.uploadedFileId}`.mapWith(Number).as('voucher_id'),
      id: documents.id,
      documentType: documents.documentType,
      documentNumber: documents.documentNumber,
      documentDate: documents.documentDate,
      dueDate: documents.dueDate,
      status: documents.status,
      paymentStatus: documents.paymentStatus,
      totalAmount: documents.totalAmount,
      currencyCode: documents.currencyCode,
      businessPartnerId: documents.businessPartnerId,
    })
    .from(documents)
    .where(and(anyOf(documents.clientAccountId, clientAccountIds), anyOf(documents.uploadedFileId, voucherIds)))
    .as('ranked');
  return ex.select().from(ranked).where(lte(ranked.place, MOST_EMBEDDED)).orderBy(desc(ranked.id));
}

/** What people said of vouchers, newest first. */
export const statementsOfVouchers = (ex: Executor, clientAccountIds: Ids, voucherIds: Ids) => {
  const s = voucherStatements;
  const ranked = ex
    .select({
      place: placeOf(s.voucherId, sql`${s.id} desc`),
      voucherId: s.voucherId,
      id: s.id,
      createdAt: s.createdAt,
      userId: s.userId,
      voucherCategoryId: s.voucherCategoryId,
      purpose: s.purpose,
      participants: s.participants,
      paymentMethod: s.paymentMethod,
      payorId: s.payorId,
      projectId: s.projectId,
      collectionId: s.collectionId,
      tagIds: s.tagIds,
      comment: s.comment,
    })
    .from(s)
    .where(and(anyOf(s.clientAccountId, clientAccountIds), anyOf(s.voucherId, voucherIds)))
    .as('ranked');
  return ex.select().from(ranked).where(lte(ranked.place, MOST_EMBEDDED)).orderBy(desc(ranked.id));
};

/** The voucher of a record that is about one, or about a document of one. */
const voucherOfDocument = (documentId: SQL): SQL<number> => sql<number>`(
  select ${documents.uploadedFileId} from ${documents} where ${documents.id} = ${documentId})`;

const documentIds = (clientAccountIds: Ids, voucherIds: Ids): SQL => sql`(
  select ${documents.id} from ${documents}
  where ${anyOf(documents.clientAccountId, clientAccountIds)} and ${anyOf(documents.uploadedFileId, voucherIds)})`;

/** Questions about vouchers and their documents, newest first. */
export const questionsOfVouchers = (ex: Executor, clientAccountIds: Ids, voucherIds: Ids) => {
  const q = questions;
  const voucherId = sql<number>`coalesce(${q.voucherId}, ${voucherOfDocument(sql`${q.documentId}`)})`;
  const ranked = ex
    .select({
      place: placeOf(voucherId, sql`${q.id} desc`),
      voucherId: voucherId.mapWith(Number).as('voucher_id'),
      id: q.id,
      question: q.question,
      type: q.type,
      status: q.status,
      documentId: q.documentId,
    })
    .from(q)
    .where(
      and(
        anyOf(q.clientAccountId, clientAccountIds),
        or(
          anyOf(q.voucherId, voucherIds),
          and(sql`${q.voucherId} is null`, sql`${q.documentId} in ${documentIds(clientAccountIds, voucherIds)}`),
        ),
      ),
    )
    .as('ranked');
  return ex.select().from(ranked).where(lte(ranked.place, MOST_EMBEDDED)).orderBy(desc(ranked.id));
};

/** Tasks about vouchers and their documents, newest first. */
export const tasksOfVouchers = (ex: Executor, clientAccountIds: Ids, voucherIds: Ids) => {
  const t = tasks;
  const isOfVoucher = sql`${t.relationType} = 'voucher'`;
  const voucherId = sql<number>`case when ${isOfVoucher} then ${t.relationId} else ${voucherOfDocument(sql`${t.relationId}`)} end`;
  const ranked = ex
    .select({
      place: placeOf(voucherId, sql`${t.id} desc`),
      voucherId: voucherId.mapWith(Number).as('voucher_id'),
      id: t.id,
      title: t.title,
      taskType: t.taskType,
      status: t.status,
      dueDate: t.dueDate,
      assignedToId: t.assignedToId,
    })
    .from(t)
    .where(
      and(
        anyOf(t.clientAccountId, clientAccountIds),
        or(
          and(isOfVoucher, anyOf(t.relationId, voucherIds)),
          sql`${t.relationType} = 'document' and ${t.relationId} in ${documentIds(clientAccountIds, voucherIds)}`,
        ),
      ),
    )
    .as('ranked');
  return ex.select().from(ranked).where(lte(ranked.place, MOST_EMBEDDED)).orderBy(desc(ranked.id));
};

/** Collections by their ids. */
export const collectionsNamed = (ex: Executor, clientAccountIds: Ids, ids: Ids) =>
  ex
    .select({ id: voucherCollections.id, name: voucherCollections.name, description: voucherCollections.description })
    .from(voucherCollections)
    .where(and(anyOf(voucherCollections.clientAccountId, clientAccountIds), anyOf(voucherCollections.id, ids)));

/** What the workflows of vouchers have read of them. */
export const readingsOfVouchers = (ex: Executor, voucherIds: Ids) =>
  ex
    .select({ voucherId: voucherWorkflow.voucherId, reading: voucherWorkflow.reading })
    .from(voucherWorkflow)
    .where(anyOf(voucherWorkflow.voucherId, voucherIds));
