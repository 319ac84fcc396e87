/** One part of a `multipart/form-data` body (RFC 7578), its content as bytes. */
export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly content: Buffer;
}

const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_PARTS = 100;
const MAX_HEAD = 8 * 1024;

/** The boundary of a multipart media type; undefined for any other. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return undefined;
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2];
}

/**
 * The parts of a body in their order; undefined when it is not well formed: truncated, without names, with too many
 * parts.
 */
export function readParts(body: Buffer, boundary: string): readonly Part[] | undefined {
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  if (at !== 0) return undefined;
  for (;;) {
    const afterDelimiter = at + delimiter.length;
    if (body.subarray(afterDelimiter, afterDelimiter + 2).toString('latin1') === '--')
      return parts.length > 0 ? parts : undefined;
    const lineEnd = body.indexOf(CRLF, afterDelimiter);
    if (lineEnd < 0 || body.subarray(afterDelimiter, lineEnd).toString('latin1').trim() !== '') return undefined;
    // A part without headers has the empty line at once.
    const headEnd = body.indexOf(HEAD_END, lineEnd);
    const next = body.indexOf(Buffer.concat([CRLF, delimiter]), lineEnd);
    if (headEnd < 0 || next < 0 || headEnd > next || headEnd - lineEnd > MAX_HEAD || parts.length >= MAX_PARTS)
      return undefined;
    const part = readPart(body.subarray(lineEnd + 2, headEnd).toString('utf8'), body.subarray(headEnd + 4, next));
    if (!part) return undefined;
    parts.push(part);
    at = next + 2;
  }
}

function readPart(head: string, content: Buffer): Part | undefined {
  const lines = head
    .split('\r\n')
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).trim().toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
  const headers = new Map(lines);
  const disposition = headers.get('content-disposition') ?? '';
  const name = quoted(disposition, 'name');
  if (!/^form-data\b/i.test(disposition) || name === undefined) return undefined;
  return { name, fileName: quoted(disposition, 'filename'), contentType: headers.get('content-type'), content };
}

/** A parameter as browsers write it: quotes and line breaks inside are percent-encoded (HTML, form submission). */
function quoted(disposition: string, parameter: string): string | undefined {
  const value = new RegExp(`;\\s*${parameter}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1];
  return value
    ?.replace(/\\(.)/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D%0A/gi, '\n');
}
