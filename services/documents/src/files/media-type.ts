import { fileTypeFromBuffer } from 'file-type';

/** Media types of what vouchers are made of (docs/contract/vouchers.md). */
const ACCEPTED: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/heic',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.ms-excel',
  'application/xml',
  'text/html',
  'text/csv',
  'text/plain',
]);

/** Media types of what is sent in a chat (docs/contract/files.md). */
const OF_CHAT: ReadonlySet<string> = new Set([
  ...[...ACCEPTED].filter((type) => type !== 'text/html'),
  'image/gif',
  'image/webp',
]);

/** Names of what is the same to us. */
const SYNONYMS: Readonly<Record<string, string>> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'text/xml': 'application/xml',
  'image/jpg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
};

/** The name under which a media type is kept, without parameters. */
export function canonicalType(mediaType: string): string {
  const plain = mediaType.split(';', 1)[0]!.trim().toLowerCase();
  return SYNONYMS[plain] ?? plain;
}

/** How much of a text is looked at to say what kind it is. */
const HEAD = 4096;

/**
 * What the bytes are, whatever their sender says: by their beginning, and what is text by how it begins.
 * @returns undefined when it is nothing that a voucher is made of
 */
export const mediaTypeOf = (content: Uint8Array): Promise<string | undefined> => typeAmong(ACCEPTED, content);

/** @returns undefined when it is nothing that is sent in a chat */
export const chatTypeOf = (content: Uint8Array): Promise<string | undefined> => typeAmong(OF_CHAT, content);

async function typeAmong(accepted: ReadonlySet<string>, content: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(content);
  const type = found ? await ofBinary(canonicalType(found.mime), content) : textTypeOf(content);
  return type !== undefined && accepted.has(type) ? type : undefined;
}

/** A workbook of old is a compound file, as much else is: its main stream is named in UTF-16. */
async function ofBinary(type: string, content: Uint8Array): Promise<string | undefined> {
  if (type !== 'application/x-cfb') return type === 'application/xml' ? textTypeOf(content) : type;
  const names = Buffer.from(content.buffer, content.byteOffset, content.length);
  const isWorkbook = ['Workbook', 'Book'].some((name) => names.includes(Buffer.from(`${name}\0`, 'utf16le')));
  return isWorkbook ? 'application/vnd.ms-excel' : type;
}

/** Text has no controls but those of lines and tabs, in UTF-8, UTF-16 with its mark, or a Western code page. */
function textTypeOf(content: Uint8Array): string | undefined {
  const text = readText(content);
  if (text === undefined || text.trim() === '') return undefined;
  const head = text.slice(0, HEAD).trimStart();
  if (/^<\?xml\b/i.test(head)) return isSvg(head) ? undefined : isHtml(head) ? 'text/html' : 'application/xml';
  if (isEmail(head)) return undefined;
  if (isHtml(head)) return 'text/html';
  if (isSvg(head)) return undefined;
  if (/^<[a-z_][\w.:-]*[\s/>]/i.test(head) && /<\/[\w.:-]+>\s*$|\/>\s*$/.test(text.slice(-HEAD).trimEnd()))
    return 'application/xml';
  return isTable(head) ? 'text/csv' : 'text/plain';
}

/** A message as mail programs save it: a head of fields, among them one that only mail has. */
const isEmail = (head: string): boolean => {
  const fields = head.split(/\r?\n\r?\n/, 1)[0]!;
  return (
    /^[\w-]+:[ \t]/.test(fields) && /^(received|message-id|mime-version|return-path|delivered-to):[ \t]/im.test(fields)
  );
};

const isHtml = (head: string): boolean => /<!doctype\s+html|<html[\s>]/i.test(head.slice(0, 1024));

const isSvg = (head: string): boolean => /<svg[\s>]|<!doctype\s+svg/i.test(head);

/** A code page's letters are no UTF-8: then each byte is a letter. */
function readText(content: Uint8Array): string | undefined {
  const label =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  const text = decoded(content, label) ?? decoded(content, 'windows-1252');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is controls that distinguish bytes from text
  return text === undefined || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text) ? undefined : text;
}

function decoded(content: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Two lines or more with one separator equally often, at least once. */
function isTable(head: string): boolean {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  // The last one may be cut.
  const whole = (head.length < HEAD ? lines : lines.slice(0, -1)).slice(0, 20);
  if (whole.length < 2) return false;
  return [';', ',', '\t', '|'].some((separator) => {
    const counts = whole.map((line) => unquoted(line).split(separator).length);
    return counts[0]! > 1 && counts.every((count) => count === counts[0]);
  });
}

const unquoted = (line: string): string => line.replace(/"(?:[^"]|"")*"/g, '');
