import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Bytes from which it pays (GENX-R58). */
const COMPRESSED_FROM = 1_000;

/** Text in the widest sense; spreadsheets, PDF and pictures are compressed as they are. */
const compressible =
  /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/javascript\b|image\/svg\+xml\b)/i;

/** May an answer of this type and size be sent in one of several codings? Then `Vary` says so to caches. */
export const isCompressible = (contentType: string | null, bytes: number): boolean =>
  bytes >= COMPRESSED_FROM && contentType !== null && compressible.test(contentType);

/**
 * The coding that the caller likes best (RFC 9110 section 12.5.3), ours first among equals; undefined for the body as
 * it is, which also goes to who takes nothing at all.
 */
export function codingFor(accepted: string | string[] | undefined): Coding | undefined {
  if (accepted === undefined) return undefined;
  const wanted = new Map(String(accepted).split(',').map(readCoding));
  const qualityOf = (coding: Coding): number => wanted.get(coding) ?? wanted.get('*') ?? 0;
  const best = qualityOf('gzip') > qualityOf('br') ? 'gzip' : 'br';
  const quality = qualityOf(best);
  return quality > 0 && quality >= (wanted.get('identity') ?? 0) ? best : undefined;
}

function readCoding(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='));
  const q = quality === undefined ? 1 : Number(quality.slice(2));
  return [coding === 'x-gzip' ? 'gzip' : coding, q >= 0 && q <= 1 ? q : 0];
}

// Levels at which a page of a report takes about a millisecond; higher ones gain little on JSON.
const BROTLI = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};
const GZIP = { level: 5 };
/**
 * For bodies that are made while they are sent, which are the largest: a SAF-T file is compressed in two fifths of the
 * time and has a tenth more bytes. What comes out is handed on in larger pieces, each of which wakes another thread.
 */
const GZIP_STREAMED = { level: 2, chunkSize: 64 * 1024 };

const packers: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, GZIP),
};

/** Compresses a body of which only a part is there. */
export const compressor = (coding: Coding): Transform =>
  coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip(GZIP_STREAMED);

/** What was made of a body lives as long as the body: documents that are sent again and again are compressed once. */
const made = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** Compresses on another thread. */
export function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  const known = made.get(body) ?? new Map<Coding, Promise<Buffer>>();
  made.set(body, known);
  const packed = known.get(coding) ?? packers[coding](body);
  known.set(coding, packed);
  return packed;
}
