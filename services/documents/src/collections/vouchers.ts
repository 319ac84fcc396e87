import { anyOf, type Executor } from '@app/db';
import { instantOut } from '@app/records';
import { and, asc, eq, ne } from 'drizzle-orm';
import { files } from '../schema/files.ts';
import { vouchers } from '../schema/vouchers.ts';

const v = vouchers;

/** Vouchers that are in any of these collections and not deleted, as collections show them, by collection and id. */
export async function vouchersOfCollections(ex: Executor, clientAccountId: number, collectionIds: readonly number[]) {
  const rows = await ex
    .select({
      collectionId: v.collectionId,
      id: v.id,
      voucherType: v.voucherType,
      fileName: files.fileName,
      contentType: files.contentType,
      size: files.size,
      documentDate: v.documentDate,
      status: v.status,
      workflowStatus: v.workflowStatus,
      projectId: v.projectId,
      createdAt: files.createdAt,
      createdById: files.createdById,
    })
    .from(v)
    .innerJoin(files, and(eq(files.clientAccountId, v.clientAccountId), eq(files.id, v.id)))
    .where(and(eq(v.clientAccountId, clientAccountId), anyOf(v.collectionId, collectionIds), ne(v.status, 'DELETED')))
    .orderBy(asc(v.collectionId), asc(v.id));
  const byCollection = Map.groupBy(rows, ({ collectionId }) => collectionId!);
  return (collectionId: number) => (byCollection.get(collectionId) ?? []).map(wireOf);
}

type Row = Pick<
  typeof v.$inferSelect,
  'id' | 'voucherType' | 'documentDate' | 'status' | 'workflowStatus' | 'projectId'
> &
  Pick<typeof files.$inferSelect, 'fileName' | 'contentType' | 'size' | 'createdAt' | 'createdById'>;

const wireOf = (row: Row) => ({
  id: row.id,
  created_at: instantOut(row.createdAt),
  created_by_id: row.createdById,
  type: row.voucherType,
  file_name: row.fileName,
  content_type: row.contentType,
  size: row.size,
  document_date: row.documentDate,
  status: row.status,
  workflow_status: row.workflowStatus,
  project_id: row.projectId,
});
