import { unavailable } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import { type FileStore, newKey } from '@app/files';
import { type Clock, gather } from '@app/runtime';
import {
  type AnnouncedContent,
  announceContents,
  deleteArriving,
  insertContent,
  type KeptContent,
} from './contents-store.ts';
import type { NewFile } from './file.ts';
import { sha256Of } from './hash.ts';
import { insertFile } from './store.ts';

export interface KeepDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly announce: AnnounceContent;
}

/**
 * Says that bytes are about to be written under a key, unless the account has the same bytes.
 * @returns what the account has, and then nothing is announced
 */
export type AnnounceContent = (
  content: AnnouncedContent,
) => Promise<Pick<KeptContent, 'size' | 'storeKey'> | undefined>;

/** Bytes that begin to arrive while others are announced share the next statement and its commit. */
export const createAnnouncing = ({ db, clock }: Pick<KeepDependencies, 'db' | 'clock'>): AnnounceContent =>
  gather((all: readonly AnnouncedContent[]) =>
    db.aside(() => announceContents(db.executor, all, new Date(clock.millis()))),
  );

/** Bytes that the store has, and no row says so yet. */
export interface HeldContent extends KeptContent {
  /** False where the account had the same bytes already. */
  readonly isNew: boolean;
}

/**
 * Writes bytes to the store, unless the account has the same already. Nothing refers to them until `addFile`; what
 * is never made a file is removed by the job `file-cleanup`. Outside any transaction: writing takes its time.
 * @param hash SHA-256 of the bytes, where it is known already
 * @throws Failure 503
 */
export async function holdContent(
  { announce, store }: KeepDependencies,
  clientAccountId: number,
  bytes: Buffer,
  hash?: Buffer,
): Promise<HeldContent> {
  const sha256 = hash ?? (await sha256Of(bytes));
  const storeKey = newKey(clientAccountId);
  const known = await announce({ clientAccountId, sha256, storeKey });
  if (known) return { clientAccountId, sha256, ...known, isNew: false };
  await store.put(storeKey, [bytes], { maximumBytes: bytes.length, sha256, isAnnounced: true });
  return { clientAccountId, sha256, size: bytes.length, storeKey, isNew: true };
}

/**
 * Makes a file of held bytes, in the transaction that needs it. Of two that hold the same bytes at one moment those of
 * the first are kept.
 * @returns the id of the file
 * @throws Failure 503 when the bytes were taken for left over meanwhile; nothing is stored then
 */
export async function addFile(tx: Tx, held: HeldContent, file: NewFile, now: Date): Promise<number> {
  await addContent(tx, held, now);
  return insertFile(tx, { ...file, size: held.size, sha256: held.sha256 }, now);
}

/**
 * Keeps held bytes for a row of the same transaction that refers to them.
 * @returns whether it is these bytes that are kept: else the account had the same, and they are to be dropped
 * @throws Failure 503 when the bytes were taken for left over meanwhile; nothing is stored then
 */
export async function addContent(tx: Tx, held: HeldContent, now: Date): Promise<boolean> {
  const { isNew, ...content } = held;
  // Where the account has the bytes by now, those under this key stay on their way, until `dropContent`.
  if (!isNew || !(await insertContent(tx, content, now))) return false;
  if (!(await deleteArriving(tx, held.storeKey))) throw tookTooLong();
  return true;
}

export const tookTooLong = () => unavailable('The file took too long to arrive; nothing was stored, send it again');

/** Removes held bytes of which no file was made. What fails here is made good by the job `file-cleanup`. */
export async function dropContent({ db, store }: KeepDependencies, { isNew, storeKey }: HeldContent): Promise<void> {
  if (!isNew) return;
  await db.aside(() =>
    db.write(async (tx) => {
      // Its row is gone where a file has the bytes after all.
      if (await deleteArriving(tx, storeKey)) await store.remove(storeKey);
    }),
  );
}
