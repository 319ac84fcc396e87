import { MAX_FILE_BYTES, MAX_FILES_BYTES } from '@app/api/documents/index';
import { type FieldFault, invalidField } from '@app/contract/failure';
import type { Tx } from '@app/db';
import { fileTooLarge } from '@app/files';
import { bytesOfBase64 } from '../files/base64.ts';
import { cleanFileName } from '../files/file-name.ts';
import { addFile, dropContent, type HeldContent, holdContent, type KeepDependencies } from '../files/keep.ts';
import { attachToDocument } from '../files/of-documents.ts';
import { requireContentType } from '../vouchers/content-type.ts';
import { addVoucher } from '../vouchers/for-documents.ts';
import { faultsOf } from './complete.ts';

/** A file as a document carries it. */
export interface SentFile {
  readonly fileName: string;
  readonly contentBase64: string;
  readonly contentType: string | null;
  readonly type: 'VOUCHER' | 'ATTACHMENT';
}

/** A file of a request, read. */
export interface ReadFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly type: 'VOUCHER' | 'ATTACHMENT';
  readonly content: Buffer;
}

/** A file whose bytes the store has, and no row says so yet. */
export interface HeldFile extends Omit<ReadFile, 'content'> {
  readonly held: HeldContent;
}

/**
 * Reads the files of a request (FIL-R07 to FIL-R11, FIL-R17, FIL-R18).
 * @param hasVoucher whether the document has a voucher already, beside which it takes no other
 * @throws Failure 400, 413
 */
export async function readFiles(sent: readonly SentFile[], hasVoucher: boolean): Promise<readonly ReadFile[]> {
  requireOneVoucher(sent, hasVoucher);
  const read: ReadFile[] = [];
  let bytes = 0;
  for (const [index, file] of sent.entries()) {
    const fileName = cleanFileName(file.fileName);
    if (fileName === undefined)
      throw invalidField(`files.${index}.file_name`, 'must hold a name such as "receipt.pdf"');
    const content = bytesOfBase64(file.contentBase64, `files.${index}.content_base64`, MAX_FILE_BYTES);
    bytes += content.length;
    if (bytes > MAX_FILES_BYTES) throw fileTooLarge(MAX_FILES_BYTES);
    const contentType = await requireContentType(content, file.contentType ?? undefined);
    read.push({ fileName, contentType, type: file.type, content });
  }
  return read;
}

function requireOneVoucher(sent: readonly SentFile[], hasVoucher: boolean): void {
  let vouchers = hasVoucher ? 1 : 0;
  const faults: FieldFault[] = [];
  for (const [index, { type }] of sent.entries())
    if (type === 'VOUCHER' && ++vouchers > 1)
      faults.push({
        field: `files.${index}.type`,
        message: 'is VOUCHER, which a document has at most one of; attach it as ATTACHMENT',
      });
  if (faults.length > 0) throw faultsOf(faults);
}

/** Writes the bytes to the store, outside any transaction. What is not attached then, is let go of by `dropFiles`. */
export async function holdFiles(
  deps: KeepDependencies,
  clientAccountId: number,
  files: readonly ReadFile[],
): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = [];
  for (const { content, ...file } of files)
    held.push({ ...file, held: await holdContent(deps, clientAccountId, content) });
  return held;
}

export const dropFiles = async (deps: KeepDependencies, files: readonly HeldFile[]): Promise<void> => {
  await Promise.allSettled(files.map(({ held }) => dropContent(deps, held)));
};

/** What was attached. */
export interface Attached {
  readonly fileIds: readonly number[];
  /** The voucher among them. */
  readonly voucherId: number | null;
}

/** Attaches held files to a document, in the transaction that writes it. */
export async function attachFiles(
  tx: Tx,
  document: {
    readonly clientAccountId: number;
    readonly id: number;
    readonly documentType: string;
    readonly documentDate: string | null;
  },
  files: readonly HeldFile[],
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<Attached> {
  const { clientAccountId } = document;
  const fileIds: number[] = [];
  let voucherId: number | null = null;
  for (const { fileName, contentType, type, held } of files) {
    if (type === 'VOUCHER') {
      voucherId = await addVoucher(tx, held, { clientAccountId, fileName, contentType, userId }, document, now);
      fileIds.push(voucherId);
      continue;
    }
    const file = { clientAccountId, type, fileName, contentType, channel: 'API', processingTrack: null } as const;
    fileIds.push(await addFile(tx, held, { ...file, createdById: userId }, now));
  }
  await attachToDocument(tx, document, fileIds);
  return { fileIds, voucherId };
}
