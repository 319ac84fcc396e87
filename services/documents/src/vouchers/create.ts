import { createHash } from 'node:crypto';
import { conflict, type Failure, invalid } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { cleanFileName } from '../files/file-name.ts';
import { addFile, dropContent, holdContent, type KeepDependencies } from '../files/keep.ts';
import { canonicalType, mediaTypeOf } from '../files/media-type.ts';
import type { files } from '../schema/files.ts';
import type { vouchers } from '../schema/vouchers.ts';
import { takeTurn } from '../turn.ts';
import { type CreateCommand, findCommand, insertCommand } from './commands-store.ts';
import { insertVoucher } from './store.ts';
import { type VoucherType, voucherChanged } from './voucher.ts';

export interface NewVoucherCommand {
  readonly clientAccountId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  readonly userId: number;
  readonly voucherType: VoucherType | null;
  readonly documentDate: string | null;
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
  const done = await earlier(deps, identified);
  if (done !== undefined) return done;
  const contentType = await requireContentType(command);
  const held = await holdContent(deps, command.clientAccountId, command.content);

  const made = db.write(async (tx) => {
    const now = await takeTurn(tx, command.clientAccountId, new Date(clock.millis()));
    // Of two tries at one moment the second finds what the first made.
    const before = await earlier({ db: { executor: tx } }, identified);
    if (before !== undefined) return before;
    const { clientAccountId, voucherType, documentDate, workflowStatus, channel, processingTrack } = command;
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
    await insertVoucher(tx, { id, clientAccountId, voucherType, documentDate, workflowStatus });
    const { commandKey, digest } = identified;
    await insertCommand(tx, { clientAccountId, commandKey, digest }, id, now);
    await appendToOutbox(tx, voucherChanged({ clientAccountId, id, fileName, status: 'PENDING', version: 1 }));
    return id;
  });
  // Bytes of which a file was made are no longer on their way; then this changes nothing.
  return made.finally(() => dropContent(deps, held).catch(() => undefined));
}

/** @throws Failure 409 when the key stands for something else */
async function earlier(
  { db }: { readonly db: Pick<KeepDependencies['db'], 'executor'> },
  command: CreateCommand,
): Promise<number | undefined> {
  const found = await findCommand(db.executor, command);
  if (found && !found.digest.equals(command.digest))
    throw conflict('This command key was used for another voucher; use a new key for a new one');
  return found?.voucherId;
}

/** All that a caller says in a command, so that the same key with anything else is seen. */
const digestOf = ({ userId, voucherType, documentDate, fileName, mediaType, content }: NewVoucherCommand): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([userId, voucherType, documentDate, fileName, mediaType ?? null]))
    .update('\0')
    .update(content)
    .digest();

const unsupported = (message: string): Failure => invalid(message, undefined, 'voucher.unsupported_file_type');

/** @throws Failure 400 */
async function requireContentType({ content, mediaType }: NewVoucherCommand): Promise<string> {
  if (content.length === 0) throw invalid('The file is empty', undefined, 'voucher.empty_file');
  const found = await mediaTypeOf(content);
  if (found === undefined)
    throw unsupported(
      'The content of the file is none of PDF, PNG, JPEG, TIFF, HEIC, XML, HTML, CSV, text and spreadsheet',
    );
  if (mediaType !== undefined && canonicalType(mediaType) !== found)
    throw unsupported(`The content of the file is ${found}, and not what it was said to be`);
  return found;
}
