import { anyOf, type Executor, type Tx } from '@app/db';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { contents } from '../schema/contents.ts';
import { files } from '../schema/files.ts';
import { voucherAttachments, vouchers } from '../schema/vouchers.ts';
import { ifBytesGone } from './bytes-gone.ts';
import { contentOfFile, fileSelection, type NewFile, type StoredFile } from './file.ts';

const select = (ex: Executor) => ex.select(fileSelection).from(files).innerJoin(contents, contentOfFile);

/** @throws Failure 503 when its bytes were removed at this moment, with all that the account had */
export async function insertFile(
  tx: Tx,
  file: NewFile & Pick<StoredFile, 'size' | 'sha256'>,
  now: Date,
): Promise<number> {
  const rows = await tx
    .insert(files)
    .values({ ...file, createdAt: now, updatedAt: now, updatedById: file.createdById })
    .returning({ id: files.id })
    .catch(ifBytesGone);
  return rows[0]!.id;
}

/** The path of a request names a file by its id alone; whose it is stands in the row. */
export async function findFile(ex: Executor, fileId: number): Promise<StoredFile | undefined> {
  const [row] = await select(ex).where(eq(files.id, fileId));
  return row;
}

/** Files of the account that were made from another one. */
export const filesMadeFrom = (
  ex: Executor,
  { clientAccountId, id }: Pick<StoredFile, 'clientAccountId' | 'id'>,
): Promise<readonly StoredFile[]> =>
  select(ex)
    .where(and(eq(files.clientAccountId, clientAccountId), eq(files.sourceFileId, id), files.isActive))
    .orderBy(asc(files.id));

/** Files of the account by their ids. */
export const findFiles = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly StoredFile[]> =>
  select(ex)
    .where(and(eq(files.clientAccountId, clientAccountId), anyOf(files.id, ids)))
    .orderBy(asc(files.id));

/** A file, and the vouchers that it is of or is attached to. */
export interface ListedFile extends StoredFile {
  readonly voucherIds: readonly number[];
}

/** Active files of an account after an id, by id. */
export async function listFiles(
  ex: Executor,
  clientAccountId: number,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly ListedFile[]> {
  const voucherIds = sql<number[]>`array(
    select ${vouchers.id} from ${vouchers} where ${vouchers.clientAccountId} = ${files.clientAccountId} and ${vouchers.id} = ${files.id}
    union
    select ${voucherAttachments.voucherId} from ${voucherAttachments}
    where ${voucherAttachments.clientAccountId} = ${files.clientAccountId} and ${voucherAttachments.fileId} = ${files.id}
    order by 1)`.mapWith((ids: readonly unknown[]) => ids.map(Number));
  return ex
    .select({ ...fileSelection, voucherIds })
    .from(files)
    .innerJoin(contents, contentOfFile)
    .where(and(eq(files.clientAccountId, clientAccountId), gt(files.id, afterId), files.isActive))
    .orderBy(asc(files.id))
    .limit(limit);
}
