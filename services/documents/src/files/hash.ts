import { createHash, webcrypto } from 'node:crypto';

/**
 * Bytes that are hashed at once. To hand 200 kB to another thread, which gets a copy, takes this one a good half of what
 * hashing them takes, and their upload waits five to ten times as long (docs/decisions/0298-hashed-where-they-are.md).
 */
const AT_ONCE_BYTES = 256 * 1024;

/**
 * SHA-256 of bytes; of more than a small file on another thread, since the one that answers everybody would be at a large
 * one for many milliseconds (docs/decisions/0293-who-waits-for-a-file.md).
 */
export async function sha256Of(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length <= AT_ONCE_BYTES) return createHash('sha256').update(bytes).digest();
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}
