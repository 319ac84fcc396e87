import { createHash } from 'node:crypto';
import type { Metadata } from '@app/api/caller-references';
import { invalid } from '@app/contract/failure';
import { type Tx, violatedConstraint } from '@app/db';
import { takeTurn } from '@app/records';
import { cleanFileName } from '../files/file-name.ts';
import { dropContent, type HeldContent, holdContent, type KeepDependencies, sha256Of } from '../files/keep.ts';
import type { files } from '../schema/files.ts';
import type { vouchers } from '../schema/vouchers.ts';
import { type CreateCommand, doneBefore } from './commands-store.ts';
import { requireContentType } from './content-type.ts';
import { insertNewVoucher } from './new-voucher-store.ts';
import { requireFreeExternalId, type Voucher } from './store.ts';
import type { VoucherType } from './voucher.ts';

export interface NewVoucherCommand {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  /** Nobody can have begun anything under the key; false where that is not certain. */
  readonly isFirstTry?: boolean;
  readonly userId: number;
  readonly voucherType: VoucherType | null;
  readonly documentDate: string | null;
  readonly collectionId?: number | null;
  readonly projectId?: number | null;
  readonly externalId?: string | null;
  readonly metadata?: Metadata | null;
  /** Whether its sender sees nothing of the books (docs/contract/access.md, EM). */
  readonly sentByEmployee?: boolean;
  readonly fileName: string;
  /** What the sender says the content is; absent where it says nothing. */
  readonly mediaType?: string | undefined;
  readonly content: Buffer;
  readonly channel: (typeof files.$inferSelect)['channel'];
  readonly processingTrack: (typeof files.$inferSelect)['processingTrack'];
  /** Where its workflow begins. */
  readonly workflowStatus: (typeof vouchers.$inferSelect)['workflowStatus'];
}

/** What a command came to. */
export interface MadeVoucher {
  readonly id: number;
  /** As it was stored by this very call; undefined where an earlier one made it. */
  readonly voucher: Voucher | undefined;
}

/** As `makeVoucher`. @returns the id of the voucher */
export const createVoucher = async (deps: KeepDependencies, command: NewVoucherCommand): Promise<number> =>
  (await makeVoucher(deps, command)).id;

/**
 * Makes a voucher: its bytes are in the store before a row says so. A command that comes again gives the voucher that it
 * made.
 * @throws Failure 400 for content that no voucher is made of, 409 for a key that was used with something else, 503
 */
export async function makeVoucher(deps: KeepDependencies, command: NewVoucherCommand): Promise<MadeVoucher> {
  const { db } = deps;
  const { clientAccountId, commandKey, content, isFirstTry = false } = command;
  const fileName = cleanFileName(command.fileName);
  if (fileName === undefined) throw invalid('The file has no name; send one such as "receipt.pdf"');
  const sha256 = sha256Of(content);
  const digest = digestOf(command, sha256);
  const identified = { clientAccountId, commandKey, digest, earlierDigest: () => digestOf(command, content) };
  const done = isFirstTry ? undefined : await doneBefore(db.executor, identified);
  if (done !== undefined) return { id: done, voucher: undefined };
  const contentType = await requireContentType(content, command.mediaType);
  const held = await holdContent(deps, clientAccountId, content, sha256);
  const ready = { ...command, fileName, contentType, held };
  let keepsBytes = false;
  try {
    return await db.write(async (tx) => {
      const now = await takeTurn(tx, clientAccountId, new Date(deps.clock.millis()));
      // Of two tries at one moment the second finds what the first made.
      const before = isFirstTry ? undefined : await doneBefore(tx, identified);
      if (before !== undefined) return { id: before, voucher: undefined };
      const stored = await store(tx, ready, { commandKey, digest }, now);
      keepsBytes = stored.keepsBytes;
      return stored;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'create_commands_pkey') throw error;
    // Whoever took the request over, while this process stood still, has made the voucher.
    return { id: (await doneBefore(db.executor, identified))!, voucher: undefined };
  } finally {
    // Bytes of which a file was made are no longer on their way.
    if (!keepsBytes) await dropContent(deps, held).catch(() => undefined);
  }
}

interface Ready extends NewVoucherCommand {
  readonly contentType: string;
  readonly held: HeldContent;
}

/** Stores the voucher and says so, in the turn of its account. @throws Failure 409, 503 */
async function store(
  tx: Tx,
  { held, contentType, clientAccountId, fileName, channel, processingTrack, userId, ...command }: Ready,
  identified: Pick<CreateCommand, 'commandKey' | 'digest'>,
  now: Date,
) {
  const { collectionId = null, projectId = null, sentByEmployee = false, externalId = null, metadata = null } = command;
  const { voucherType, documentDate, workflowStatus } = command;
  await requireFreeExternalId(tx, { clientAccountId, externalId }, { seesOthers: !sentByEmployee });
  const file = {
    ...({ type: 'VOUCHER', clientAccountId, fileName, contentType, channel, processingTrack } as const),
    createdById: userId,
  };
  const fields = { voucherType, documentDate, workflowStatus, collectionId, projectId, sentByEmployee, externalId };
  const rows = { held, file, voucher: { ...fields, metadata }, command: identified };
  const { id, keepsBytes } = await insertNewVoucher(tx, rows, now);
  const { size, sha256, storeKey } = held;
  const voucher: Voucher = {
    ...{ ...file, ...fields, id, metadata, size, sha256, storeKey },
    ...{ isActive: true, sentAt: null, sourceFileId: null, status: 'PENDING', booksRevision: 0, version: 1 },
    ...{ createdAt: now, updatedAt: now, updatedById: userId },
  };
  return { id, keepsBytes, voucher };
}

/** All that a caller says in a command, so that the same key with anything else is seen. */
const digestOf = (
  { userId, voucherType, documentDate, fileName, mediaType, ...more }: NewVoucherCommand,
  contentOrHash: Buffer,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, voucherType, documentDate, fileName, mediaType ?? null, ...callersOf(more)]))
    .update('\0')
    .update(contentOrHash)
    .digest();

/** Nothing where the caller keeps nothing with the voucher: as before it could. */
const callersOf = ({ externalId = null, metadata = null }: Pick<NewVoucherCommand, 'externalId' | 'metadata'>) =>
  externalId === null && metadata === null ? [] : [externalId, metadata];
