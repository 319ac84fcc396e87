import type { ByteRange, FileStore } from '@app/files';
import type { StoredFile } from './file.ts';

/** The bytes of a file, or a range of them. @throws Failure 503, MissingContent */
export async function bytesOf(
  { store }: { readonly store: Pick<FileStore, 'open'> },
  { storeKey }: Pick<StoredFile, 'storeKey'>,
  range?: ByteRange,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await store.open(storeKey, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}
