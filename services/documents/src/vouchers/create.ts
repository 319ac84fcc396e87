import { createHash } from 'node:crypto';
import type { Metadata } from '@app/api/caller-references';
import { invalid } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { cleanFileName } from '../files/file-name.ts';
import { addFile, dropContent, holdContent, type KeepDependencies } from '../files/keep.ts';
import type { files } from '../schema/files.ts';
import type { vouchers } from '../schema/vouchers.ts';
import { takeTurn } from '../turn.ts';
import { doneBefore, insertCommand } from './commands-store.ts';
import { requireContentType } from './content-type.ts';
import { insertVoucher, requireFreeExternalId } from './store.ts';
import { type VoucherType, voucherChanged } from './voucher.ts';
import { beginWorkflow } from './workflow/store.ts';

export interface NewVoucherCommand {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
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

/**
 * Makes a voucher: its bytes are in the store before a row says so. A command that comes again gives the voucher that it
 * made.
 * @throws Failure 400 for content that no voucher is made of, 409 for a key that was used with something else, 503
 */
export async function createVoucher(deps: KeepDependencies, command: NewVoucherCommand): Promise<number> {
  const { db, clock } = deps;
  const fileName = cleanFileName(command.fileName);
  if (fileName === undefined) throw invalid('The file has no name; send one such as "receipt.pdf"');
  const identified = { ...command, digest: digestOf(command) };
  const done = await doneBefore(db.executor, identified);
  if (done !== undefined) return done;
  const contentType = await requireContentType(command.content, command.mediaType);
  const held = await holdContent(deps, command.clientAccountId, command.content);

  const made = db.write(async (tx) => {
    const now = await takeTurn(tx, command.clientAccountId, new Date(clock.millis()));
    // Of two tries at one moment the second finds what the first made.
    const before = await doneBefore(tx, identified);
    if (before !== undefined) return before;
    const { clientAccountId, voucherType, documentDate, workflowStatus, channel, processingTrack } = command;
    const { collectionId = null, projectId = null, sentByEmployee = false } = command;
    const { externalId = null, metadata = null } = command;
    await requireFreeExternalId(tx, { clientAccountId, externalId }, { seesOthers: !sentByEmployee });
    const createdById = command.userId;
    const file = {
      clientAccountId,
      type: 'VOUCHER',
      fileName,
      contentType,
      channel,
      processingTrack,
      createdById,
    } as const;
    const id = await addFile(tx, held, file, now);
    await insertVoucher(tx, {
      ...{ id, clientAccountId, voucherType, documentDate, workflowStatus, collectionId, projectId, sentByEmployee },
      ...{ externalId, metadata },
    });
    if (workflowStatus !== 'COMPLETED') await beginWorkflow(tx, { id, clientAccountId }, workflowStatus);
    const { commandKey, digest } = identified;
    await insertCommand(tx, { clientAccountId, commandKey, digest }, id, now);
    await appendToOutbox(tx, voucherChanged({ clientAccountId, id, fileName, status: 'PENDING', version: 1 }));
    return id;
  });
  // Bytes of which a file was made are no longer on their way; then this changes nothing.
  return made.finally(() => dropContent(deps, held).catch(() => undefined));
}

/** All that a caller says in a command, so that the same key with anything else is seen. */
const digestOf = ({
  userId,
  voucherType,
  documentDate,
  fileName,
  mediaType,
  content,
  ...more
}: NewVoucherCommand): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, voucherType, documentDate, fileName, mediaType ?? null, ...callersOf(more)]))
    .update('\0')
    .update(content)
    .digest();

/** Nothing where the caller keeps nothing with the voucher: as before it could. */
const callersOf = ({ externalId = null, metadata = null }: Pick<NewVoucherCommand, 'externalId' | 'metadata'>) =>
  externalId === null && metadata === null ? [] : [externalId, metadata];
