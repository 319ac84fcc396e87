import type { ByteRange } from './file-store.ts';

/**
 * What a `Range` header asks for of a file of a size (RFC 9110 section 14.2): one range of bytes. Anything else, and one
 * that lies past the end, is as good as none: the whole file is an answer to it.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return to === '' || length === 0 ? undefined : { first: size - length, last: size - 1 };
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  return first > last ? undefined : { first, last };
}
