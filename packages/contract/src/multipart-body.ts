import { z } from 'zod';
import { invalid } from './failure.ts';
import { boundaryOf, readParts } from './multipart.ts';

/** A file of a `multipart/form-data` body. */
export class UploadedFile {
  /** As its sender calls it. */
  readonly fileName: string;
  /** What its sender says it is; never believed. */
  readonly contentType: string | undefined;
  readonly content: Uint8Array;

  constructor(fileName: string, contentType: string | undefined, content: Uint8Array) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
  }
}

/** A file in the schema of a multipart body. */
export const uploadedFile = () =>
  z
    .custom<UploadedFile>((value) => value instanceof UploadedFile, 'must be a file')
    .meta({ override: { type: 'string', format: 'binary' } });

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The parts of a body by name: files, and text of everything else. @throws Failure 400 */
export function parseMultipart(body: Buffer, contentType: string | undefined): Readonly<Record<string, unknown>> {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readParts(body, boundary);
  if (!parts)
    throw invalid('The body is no well-formed multipart/form-data: it is cut short, or its parts have no names');
  const fields: Record<string, unknown> = Object.create(null);
  for (const { name, fileName, contentType: type, content } of parts) {
    if (name in fields)
      throw invalid(`The part "${name}" was sent more than once`, [{ field: name, message: 'send it once' }]);
    fields[name] = fileName === undefined ? readText(name, content) : new UploadedFile(fileName, type, content);
  }
  return fields;
}

function readText(name: string, content: Buffer): string {
  try {
    const text = utf8.decode(content);
    if (!text.includes('\0')) return text;
  } catch {
    // No text either.
  }
  throw invalid(`The part "${name}" is no UTF-8 text without NUL characters`, [
    { field: name, message: 'must be UTF-8 text without NUL characters' },
  ]);
}
