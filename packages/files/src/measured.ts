import { createHash } from 'node:crypto';
import { type Content, fileTooLarge, type PutOptions, type StoredContent } from './file-store.ts';

/** Content that is counted and hashed while it is read. */
export interface Measured {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Of what was read until now. */
  result(): StoredContent;
}

/** @throws Failure 413, to whoever reads the pieces, as soon as there are more bytes than may be */
export function measured(content: Content, { maximumBytes, sha256 }: PutOptions): Measured {
  const hash = sha256 ? undefined : createHash('sha256');
  let size = 0;
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of content) {
      size += piece.length;
      if (size > maximumBytes) throw fileTooLarge(maximumBytes);
      hash?.update(piece);
      yield piece;
    }
  }
  return { pieces: pieces(), result: () => ({ size, sha256: sha256 ?? hash!.copy().digest() }) };
}
