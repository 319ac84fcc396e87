import { MAX_FILE_BYTES, MAX_FILES_BYTES } from '@app/api/documents/index';
import type { UploadedFile } from '@app/contract';
import { type Failure, invalid, invalidField } from '@app/contract/failure';
import { fileTooLarge } from '@app/files';
import { bytesOfBase64 } from './base64.ts';

/** A file as a request brought it. */
export interface SentFile {
  readonly fileName: string;
  readonly content: Buffer;
}

interface InJson {
  readonly file_name?: string | undefined;
  readonly content_base64?: string | undefined;
}

const missingFile = (): Failure =>
  invalid(
    'No file was sent; send it as the part "file" of a form, or as "file_name" and "content_base64" of JSON',
    undefined,
    'voucher.missing_file',
  );

/** Files stand in a list, where a request takes several. */
export const missingFiles = (): Failure =>
  invalid(
    'No file was sent; send it as the part "file" of a form, or in "files" of JSON, with "file_name" and "content_base64" each',
    undefined,
    'voucher.missing_file',
  );

/** A file of a form. @throws Failure 413 */
export function ofForm({ fileName, content }: UploadedFile): SentFile {
  if (content.length > MAX_FILE_BYTES) throw fileTooLarge(MAX_FILE_BYTES);
  return { fileName, content: Buffer.from(content.buffer, content.byteOffset, content.length) };
}

/**
 * A file of JSON.
 * @param path of its fields in the body, such as `files.0.`
 * @throws Failure 400, 413
 */
export function ofJson({ file_name, content_base64 }: InJson, path = ''): SentFile {
  if (content_base64 === undefined) throw missingFile();
  if (file_name === undefined) throw invalidField(`${path}file_name`, 'is required');
  return { fileName: file_name, content: bytesOfBase64(content_base64, `${path}content_base64`, MAX_FILE_BYTES) };
}

/** The one file of a request, however it was sent. @throws Failure 400, 413 */
export const onlyFile = ({ file, ...json }: InJson & { readonly file?: UploadedFile | undefined }): SentFile =>
  file ? ofForm(file) : ofJson(json);

/** @throws Failure 413 when files of one request are more than that together */
export function requireTogether(files: readonly SentFile[]): readonly SentFile[] {
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  if (size > MAX_FILES_BYTES) throw fileTooLarge(MAX_FILES_BYTES);
  return files;
}
