import type { IncomingHttpHeaders } from 'node:http';
import { disposition, Reply } from '@app/contract';
import { byteRangeOf, type FileStore } from '@app/files';
import type { StoredFile } from './file.ts';
import { shortened } from './file-name.ts';

/** Letters of a name in a header: nine bytes each at most, in a head that everybody in between takes. */
const LONGEST_NAME = 150;

/**
 * The answer with a file, or the part of it that `Range` asks for. Whatever the file holds, a browser saves it and runs
 * nothing of it in our name.
 * @throws Failure 503, MissingContent
 */
export async function sendFile(
  store: FileStore,
  { storeKey, size, fileName, contentType }: StoredFile,
  { range: asked, 'if-range': ifRange }: IncomingHttpHeaders,
): Promise<Reply> {
  // No version of a file is said, so none that a caller has can be confirmed.
  const range = ifRange === undefined ? byteRangeOf(asked, size) : undefined;
  const content = await store.open(storeKey, range);
  const length = range ? range.last - range.first + 1 : size;
  return new Reply(
    range ? 206 : 200,
    content,
    {
      'Content-Length': String(length),
      'Content-Disposition': disposition('attachment', shortened(fileName, LONGEST_NAME)),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Accept-Ranges': 'bytes',
      ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
    },
    contentType,
  );
}
