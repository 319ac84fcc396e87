import { Failure, unavailable } from '@app/contract/failure';

/** What was stored under a key. */
export interface StoredContent {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes. */
  readonly sha256: Buffer;
}

/** Bytes of a file, both ends included and counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Keeps the bytes of files: in a folder or in an S3-compatible store, by one contract. It knows keys alone; whose a file
 * is, what it is called and who may read it stands in the database of the service that made the key
 * (docs/decisions/0105-files-and-vouchers.md).
 */
export interface FileStore {
  /**
   * Stores what arrives under a new key, whole or not at all: it is there once this resolves, whatever is killed then.
   * Of content that was announced a writer that is killed may leave a part.
   * @throws Failure 413 for more than `maximumBytes`, 503 when the store is away or full
   */
  put(key: string, content: Content, options: PutOptions): Promise<StoredContent>;
  /** Reads it, or a part of it, no faster than it is taken. @throws MissingContent, Failure 503 */
  open(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Its size in bytes; undefined when there is nothing under the key. @throws Failure 503 */
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  /** Removes it; one that is not there is no mistake. @throws Failure 503 */
  remove(key: string): Promise<void>;
  /**
   * Removes all that is stored for a client account, and gives how many files that were. May be repeated.
   * @throws Failure 503
   */
  removeAll(clientAccountId: number): Promise<number>;
  /**
   * Removes what writers that were killed left unfinished before a moment, and gives how much that was.
   * @throws Failure 503
   */
  removeUnfinished(before: Date): Promise<number>;
  /** Can it be read and written? @throws Failure 503 */
  ping(): Promise<void>;
  close(): void;
}

export interface PutOptions {
  readonly maximumBytes: number;
  /** Of the bytes, where it is known: then it is not worked out once more. */
  readonly sha256?: Buffer | undefined;
  /**
   * The key is new, no row names its bytes before this resolves, and a record that was committed before has whatever is
   * left under it removed.
   */
  readonly isAnnounced?: boolean;
}

/** Bytes as they arrive, or as they are at hand. */
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A key of which nothing is stored: a row without its bytes, which must never be. */
export class MissingContent extends Error {
  override readonly name = 'MissingContent';

  constructor(cause?: unknown) {
    super('the store holds nothing under the key of a file', { cause });
  }
}

/** The answer to a file that is larger than a call takes. */
export const fileTooLarge = (maximumBytes: number): Failure =>
  new Failure('common.payload_too_large', 413, `The file is larger than the ${maximumBytes} bytes this call takes`, {
    details: { limit: maximumBytes },
  });

/** Whatever a store fails of: nothing is wrong with the request, and it can be sent again. */
export const storeUnavailable = (cause: unknown): Failure =>
  unavailable('The file store does not answer or is full; nothing was stored, try again in a moment', cause);
