import { createHash, webcrypto } from 'node:crypto';

/** Bytes that are hashed at once: to hand fewer to another thread takes as long as to hash them. */
const AT_ONCE_BYTES = 32 * 1024;

/**
 * SHA-256 of bytes, on another thread: the one that answers everybody would be at a file of 200 kB for a fifth of what
 * an upload takes of it, and at a large one for many milliseconds (docs/decisions/0293-who-waits-for-a-file.md).
 */
export async function sha256Of(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length <= AT_ONCE_BYTES) return createHash('sha256').update(bytes).digest();
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}
