import { createHash, type Hash } from 'node:crypto';
import { type Content, fileTooLarge, type PutOptions, type StoredContent } from './file-store.ts';

/** Content that is counted and hashed while it is read. */
export interface Measured {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Of what was read until now. */
  result(): StoredContent;
}

/** @throws Failure 413, to whoever reads the pieces, as soon as there are more bytes than may be */
export function measured(content: Content, { maximumBytes, sha256 }: PutOptions): Measured {
  const seen: Seen = { size: 0, hash: sha256 ? undefined : createHash('sha256') };
  return {
    pieces: counted(content, seen, maximumBytes),
    result: () => ({ size: seen.size, sha256: sha256 ?? seen.hash!.copy().digest() }),
  };
}

interface Seen {
  size: number;
  readonly hash: Hash | undefined;
}

/**
 * Stands outside of who calls it: V8 makes a class of objects for every generator function that it runs, which lives until
 * it looks through its whole heap. Of a function made for each file that keeps all the file's bytes
 * (docs/decisions/0290-what-kept-bodies.md).
 */
async function* counted(content: Content, seen: Seen, maximumBytes: number): AsyncGenerator<Uint8Array, void> {
  for await (const piece of content) {
    seen.size += piece.length;
    if (seen.size > maximumBytes) throw fileTooLarge(maximumBytes);
    seen.hash?.update(piece);
    yield piece;
  }
}
