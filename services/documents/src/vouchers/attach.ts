import { createHash } from 'node:crypto';
import { invalid } from '@app/contract/failure';
import { lockChanges } from '@app/records';
import { cleanFileName } from '../files/file-name.ts';
import { addFile, dropContent, type HeldContent, holdContent, type KeepDependencies } from '../files/keep.ts';
import type { SentFile } from '../files/sent-file.ts';
import { appendAttachments } from './attachments-store.ts';
import { doneBefore, insertCommand } from './commands-store.ts';
import { requireContentType } from './content-type.ts';
import { voucherNotFound } from './loading.ts';
import { touchVoucher, type Voucher } from './store.ts';

export interface AttachCommand {
  readonly voucher: Pick<Voucher, 'id' | 'clientAccountId'>;
  readonly files: readonly SentFile[];
  readonly userId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
}

/**
 * Attaches files to a voucher, all of them or none: their bytes are in the store before a row says so. A command that
 * comes again attaches nothing more.
 * @throws Failure 400 for content that nothing is attached of, 404 when the voucher was deleted meanwhile, 503
 */
export async function attachFiles(deps: KeepDependencies, command: AttachCommand): Promise<void> {
  const { voucher, userId, commandKey } = command;
  const { clientAccountId } = voucher;
  const identified = { clientAccountId, commandKey, digest: digestOf(command) };
  if ((await doneBefore(deps.db.executor, identified)) !== undefined) return;
  const files = await Promise.all(command.files.map(readFile));
  const held: HeldContent[] = [];
  try {
    for (const { content } of files) held.push(await holdContent(deps, clientAccountId, content));
    await deps.db.write(async (tx) => {
      const now = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
      if ((await doneBefore(tx, identified)) !== undefined) return;
      if (!(await touchVoucher(tx, voucher, { userId, now }))) throw voucherNotFound(voucher.id);
      const ids: number[] = [];
      for (const [index, { fileName, contentType }] of files.entries()) {
        const of = { clientAccountId, createdById: userId, channel: 'API' as const, processingTrack: null };
        const file = { ...of, type: 'ATTACHMENT' as const, fileName, contentType };
        ids.push(await addFile(tx, held[index]!, file, now));
      }
      await appendAttachments(tx, voucher, ids);
      await insertCommand(tx, identified, voucher.id, now);
    });
  } finally {
    // Bytes of which a file was made are no longer on their way; then this changes nothing.
    await Promise.allSettled(held.map((each) => dropContent(deps, each)));
  }
}

/** @throws Failure 400 */
async function readFile({ fileName: sent, content }: SentFile) {
  const fileName = cleanFileName(sent);
  if (fileName === undefined) throw invalid('The file has no name; send one such as "receipt.pdf"');
  return { fileName, content, contentType: await requireContentType(content) };
}

function digestOf({ voucher, files, userId }: AttachCommand): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(['attach', voucher.id, userId]));
  for (const { fileName, content } of files) hash.update(JSON.stringify([fileName, content.length])).update(content);
  return hash.digest();
}
