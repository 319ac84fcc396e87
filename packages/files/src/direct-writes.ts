import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from './error-code.ts';

/** What a disk takes at once begins and ends at multiples of this, in the file and in memory: no disk has larger blocks. */
const BLOCK = 4_096;
/** Fewer bytes are copied sooner than a second handle is opened. */
const LEAST = 32 * BLOCK;
/** What is written at once. */
const PLACE = 64 * BLOCK;
const PLACES = 16;
const WASM_PAGE = 65_536;

/** Which the types of Node.js leave out. */
type NewMemory = new (descriptor: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
const { Memory } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: NewMemory } }).WebAssembly;

/**
 * Writes bytes past the page cache, where there are enough of them and the system can: for a file that is written once,
 * the pages are a copy that nobody may ever read, and memory that others had (docs/decisions/0299-past-the-page-cache.md).
 */
export interface DirectWrites {
  /**
   * Writes what it can of a piece to a new file; the rest is left to the caller, and so is having the disk know of it.
   * @param path where the file is, which the caller has open
   * @param position bytes that the file has
   * @returns how many bytes of the piece the file has now, from its beginning
   * @throws what the disk fails of; ENOENT when the file was removed meanwhile
   */
  write(path: string, piece: Uint8Array, position: number): Promise<number>;
}

interface Options {
  /** By which a file is opened for it; null where the system has none. */
  readonly flag?: number | null;
  readonly openFile?: (path: string, flags: number) => Promise<FileHandle>;
}

export function createDirectWrites({ flag = constants.O_DIRECT ?? null, openFile = open }: Options = {}): DirectWrites {
  let isPossible = flag !== null;
  const places = createPlaces();

  /** Some file systems know no such writes, and say so when a file is opened, or when something is written. */
  const orImpossible = (error: unknown): undefined => {
    if (codeOf(error) !== 'EINVAL') throw error;
    isPossible = false;
  };
  const openDirectly = (path: string): Promise<FileHandle | undefined> =>
    openFile(path, constants.O_WRONLY | flag!).catch(orImpossible);

  return {
    write: async (path, piece, position) => {
      const whole = piece.length - (piece.length % BLOCK);
      if (!isPossible || whole < LEAST || position % BLOCK !== 0) return 0;
      const place = places.pop();
      // As many are at it as may be: this one goes through the cache.
      if (!place) return 0;
      let handle: FileHandle | undefined;
      try {
        handle = await openDirectly(path);
        const written = handle && writeBlocks(handle, place, piece.subarray(0, whole), position).catch(orImpossible);
        return (await written) ?? 0;
      } finally {
        places.push(place);
        // The caller's own handle has the disk know of the bytes: there is nothing left that this one could fail of.
        void handle?.close().catch(() => undefined);
      }
    },
  };
}

/** @returns how many bytes were written: the rest is the caller's after a write that took less than it was given */
async function writeBlocks(handle: FileHandle, place: Buffer, bytes: Uint8Array, position: number): Promise<number> {
  for (let at = 0; at < bytes.length; ) {
    const part = bytes.subarray(at, at + PLACE);
    place.set(part);
    const { bytesWritten } = await handle.write(place, 0, part.length, position + at);
    at += bytesWritten;
    if (bytesWritten < part.length) return at;
  }
  return bytes.length;
}

/** Memory of WebAssembly begins where a page does, which Node.js promises of nothing else. It is used once it is written to. */
function createPlaces(): Buffer[] {
  const { buffer } = new Memory({ initial: (PLACES * PLACE) / WASM_PAGE });
  return Array.from({ length: PLACES }, (_, index) => Buffer.from(buffer, index * PLACE, PLACE));
}
