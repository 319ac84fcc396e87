import { randomBytes } from 'node:crypto';

const KEY = /^[1-9]\d{0,15}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/**
 * A new key for a file of a client account: 128 random bits, which nobody guesses, below the account's own beginning,
 * so that all it has can be removed. Two digits of it are a folder, since some file systems are slow with a million
 * names in one.
 */
export function newKey(clientAccountId: number): string {
  const name = randomBytes(16).toString('hex');
  return requireKey(`${prefixOf(clientAccountId)}${name.slice(0, 2)}/${name}`);
}

/** What the keys of a client account begin with. */
export function prefixOf(clientAccountId: number): string {
  if (!Number.isSafeInteger(clientAccountId) || clientAccountId < 1)
    throw new Error('keys of files begin with the id of a client account');
  return `${clientAccountId}/`;
}

/** The key itself; anything else than one that `newKey` made is a mistake of ours and reaches no folder. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error('a file was asked for by something that is no key');
  return key;
}
