import { anyOf, type Executor, type Tx } from '@app/db';
import { and, asc, eq, sql } from 'drizzle-orm';
import { arrivingContents, contents } from '../schema/contents.ts';
import { documentFiles } from '../schema/document-files.ts';
import { files } from '../schema/files.ts';
import { contentOfFile, fileSelection, type StoredFile } from './file.ts';

interface Document {
  readonly clientAccountId: number;
  readonly id: number;
}

/** Attaches files to a document, behind those that it has. */
export async function attachToDocument(
  tx: Tx,
  { clientAccountId, id: documentId }: Document,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${documentFiles.place}), 0)`.mapWith(Number) })
    .from(documentFiles)
    .where(and(eq(documentFiles.clientAccountId, clientAccountId), eq(documentFiles.documentId, documentId)));
  await tx
    .insert(documentFiles)
    .values(fileIds.map((fileId, index) => ({ clientAccountId, documentId, fileId, place: last!.place + index + 1 })));
}

/** Active files of documents, in the order in which they were attached. */
export async function filesOfDocuments(
  ex: Executor,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredFile[]>> {
  const rows = await ex
    .select({ documentId: documentFiles.documentId, ...fileSelection })
    .from(documentFiles)
    .innerJoin(files, and(eq(files.clientAccountId, documentFiles.clientAccountId), eq(files.id, documentFiles.fileId)))
    .innerJoin(contents, contentOfFile)
    .where(
      and(
        eq(documentFiles.clientAccountId, clientAccountId),
        anyOf(documentFiles.documentId, documentIds),
        files.isActive,
      ),
    )
    .orderBy(asc(documentFiles.documentId), asc(documentFiles.place));
  return Map.groupBy(rows, ({ documentId }) => documentId);
}

/**
 * Takes attachments away that came with a change that was refused. Contents that nothing else has are noted as left
 * over, so that their bytes go with the next clean-up.
 */
export async function removeAttachments(tx: Tx, clientAccountId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  const gone = await tx
    .delete(files)
    .where(and(eq(files.clientAccountId, clientAccountId), eq(files.type, 'ATTACHMENT'), anyOf(files.id, fileIds)))
    .returning({ sha256: files.sha256 });
  for (const { sha256 } of gone)
    await tx.execute(sql`
      with unused as (
        delete from ${contents} c where c.client_account_id = ${clientAccountId}::bigint and c.sha256 = ${sha256}::bytea
          and not exists (select from ${files} f where f.client_account_id = c.client_account_id and f.sha256 = c.sha256)
        returning store_key, client_account_id)
      insert into ${arrivingContents} (store_key, client_account_id, begun_at)
      select store_key, client_account_id, 'epoch' from unused on conflict do nothing`);
}
