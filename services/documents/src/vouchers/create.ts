import { createHash } from 'node:crypto';
import type { Metadata } from '@app/api/caller-references';
import { invalid } from '@app/contract/failure';
import { violatedConstraint } from '@app/db';
import { cleanFileName } from '../files/file-name.ts';
import { sha256Of } from '../files/hash.ts';
import { dropContent, holdContent, type KeepDependencies } from '../files/keep.ts';
import type { files } from '../schema/files.ts';
import type { vouchers } from '../schema/vouchers.ts';
import { doneBefore } from './commands-store.ts';
import { requireContentType } from './content-type.ts';
import type { VoucherStoring, VoucherToStore } from './new-voucher-groups.ts';
import type { Voucher } from './store.ts';
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

export interface CreateDependencies extends KeepDependencies {
  readonly storing: VoucherStoring;
}

/** As `makeVoucher`. @returns the id of the voucher */
export const createVoucher = async (deps: CreateDependencies, command: NewVoucherCommand): Promise<number> =>
  (await makeVoucher(deps, command)).id;

/**
 * Makes a voucher: its bytes are in the store before a row says so. A command that comes again gives the voucher that it
 * made.
 * @throws Failure 400 for content that no voucher is made of, 409 for a key that was used with something else, 503
 */
export async function makeVoucher(deps: CreateDependencies, command: NewVoucherCommand): Promise<MadeVoucher> {
  const { db } = deps;
  const { clientAccountId, commandKey, content, isFirstTry = false } = command;
  const fileName = cleanFileName(command.fileName);
  if (fileName === undefined) throw invalid('The file has no name; send one such as "receipt.pdf"');
  const sha256 = await sha256Of(content);
  const digest = digestOf(command, sha256);
  const identified = { clientAccountId, commandKey, digest, earlierDigest: () => digestOf(command, content) };
  const done = isFirstTry ? undefined : await doneBefore(db.executor, identified);
  if (done !== undefined) return { id: done, voucher: undefined };
  const contentType = await requireContentType(content, command.mediaType);
  // Those whose bytes are there before wait for these, and share a statement with them.
  const isThere = deps.storing.expect();
  const held = await holdContent(deps, clientAccountId, content, sha256).finally(isThere);
  const rows = { held, ...rowsOf(command, fileName, contentType), command: identified, isFirstTry };
  let keepsBytes = false;
  try {
    const stored = await deps.storing.store(rows);
    ({ keepsBytes } = stored);
    const { id, createdAt } = stored;
    return { id, voucher: createdAt && asStored(rows, id, createdAt) };
  } catch (error) {
    if (violatedConstraint(error) !== 'create_commands_pkey') throw error;
    // Whoever took the request over, while this process stood still, has made the voucher.
    return { id: (await doneBefore(db.executor, identified))!, voucher: undefined };
  } finally {
    // Bytes of which a file was made are no longer on their way.
    if (!keepsBytes) await dropContent(deps, held).catch(() => undefined);
  }
}

function rowsOf(
  command: NewVoucherCommand,
  fileName: string,
  contentType: string,
): Pick<VoucherToStore, 'file' | 'voucher'> {
  const { clientAccountId, channel, processingTrack, userId, voucherType, documentDate, workflowStatus } = command;
  const { collectionId = null, projectId = null, sentByEmployee = false, externalId = null, metadata = null } = command;
  return {
    file: {
      ...({ type: 'VOUCHER', clientAccountId, fileName, contentType, channel, processingTrack } as const),
      createdById: userId,
    },
    voucher: {
      voucherType,
      documentDate,
      workflowStatus,
      collectionId,
      projectId,
      sentByEmployee,
      externalId,
      metadata,
    },
  };
}

/** A voucher as it was stored just now. */
function asStored({ held, file, voucher }: VoucherToStore, id: number, createdAt: Date): Voucher {
  const { size, sha256, storeKey } = held;
  return {
    ...{ ...file, ...voucher, id, size, sha256, storeKey },
    ...{ isActive: true, sentAt: null, sourceFileId: null, status: 'PENDING', booksRevision: 0, version: 1 },
    ...{ createdAt, updatedAt: createdAt, updatedById: file.createdById },
  };
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
