import { z } from 'zod';
import { invalid } from './failure.ts';
import { JsonSyntaxError, parseJson } from './json.ts';
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

/**
 * The parts of a body by name: files, what JSON says, and text of everything else.
 * @param jsonParts names of those that hold JSON
 * @throws Failure 400
 */
export function parseMultipart(
  body: Buffer,
  contentType: string | undefined,
  jsonParts: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readParts(body, boundary);
  if (!parts)
    throw invalid('The body is no well-formed multipart/form-data: it is cut short, or its parts have no names');
  const fields: Record<string, unknown> = Object.create(null);
  for (const { name, fileName, contentType: type, content } of parts) {
    if (name in fields)
      throw invalid(`The part "${name}" was sent more than once`, [{ field: name, message: 'send it once' }]);
    if (fileName !== undefined) fields[name] = new UploadedFile(fileName, type, content);
    else fields[name] = jsonParts.includes(name) ? readJson(name, content) : readText(name, content);
  }
  return fields;
}

function readJson(name: string, content: Buffer): unknown {
  try {
    return parseJson(readText(name, content));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalid(`The part "${name}" is no well-formed JSON`, [{ field: name, message: 'must be well-formed JSON' }]);
  }
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
