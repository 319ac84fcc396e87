import { createHmac } from 'node:crypto';

/** A national identity number as it is stored: a keyed digest and the version of the key. */
export interface IdentityDigest {
  readonly digest: Buffer;
  readonly keyVersion: number;
  /** The digests under keys that were used before. */
  readonly earlier?: readonly Buffer[];
}

/**
 * HMAC-SHA256 under a key of its own (SGN-R32; a plain hash of fewer than 10^11 numbers would hide nothing). The number
 * itself is never stored, logged or sent on in the clear.
 */
export function createIdentityDigester(
  key: string,
  keyVersion: number,
  previous: readonly string[] = [],
): (pid: string) => IdentityDigest {
  if ([key, ...previous].some(({ length }) => length < 32))
    throw new Error('IDENTITY_HMAC_KEY must have at least 32 characters');
  const digestOf = (by: string, pid: string): Buffer => createHmac('sha256', by).update(pid).digest();
  return (pid) => ({ digest: digestOf(key, pid), keyVersion, earlier: previous.map((each) => digestOf(each, pid)) });
}
