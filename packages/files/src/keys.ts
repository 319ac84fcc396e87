import { randomBytes, randomInt } from 'node:crypto';

const KEY = /^[1-9]\d{0,15}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Keys of a process that name the same folder, one after the other: then it takes the next one of 256. */
const FOLDER_KEYS = 1_000;
const FOLDERS = 256;

let made = randomInt(FOLDERS * FOLDER_KEYS);

/**
 * A new key for a file of a client account: 128 random bits, which nobody guesses, below the account's own beginning,
 * so that all it has can be removed. Two digits before them are a folder, since some file systems are slow with a million
 * names in one. Files that come one after the other share theirs: to make a folder and have the disk know it costs as
 * much as a small file.
 */
export function newKey(clientAccountId: number): string {
  const folder = Math.floor(made++ / FOLDER_KEYS) % FOLDERS;
  const name = randomBytes(16).toString('hex');
  return requireKey(`${prefixOf(clientAccountId)}${folder.toString(16).padStart(2, '0')}/${name}`);
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
