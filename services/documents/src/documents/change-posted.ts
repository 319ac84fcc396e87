import { conflict } from '@app/contract/failure';
import { appendToOutbox, defineCommand } from '@app/db';
import { lockChanges } from '@app/records';
import { z } from 'zod';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';
import { attachFiles, dropFiles, holdFiles, readFiles, type SentFile } from './files.ts';
import { readGround } from './ground.ts';
import { liveRecordsOf, type RecordSource } from './live-records.ts';
import { busy } from './posting.ts';
import {
  checkStatementLines,
  hasStatementLines,
  namedBy,
  type StatementLine,
  writeStatementLines,
} from './reconciliation-lines.ts';
import type { SavingDeps } from './save.ts';
import { changeDocument, findDocument, lockDocument } from './store.ts';
import { inputOfDocument } from './stored-input.ts';
import type { Caller } from './wanted.ts';

/** What may change of a document whatever its state (DOC-R28). */
export type PostedChange = Partial<
  Pick<
    Document,
    'dueDate' | 'paymentRef' | 'description' | 'buyerReference' | 'orderReference' | 'structuredData' | 'metadata'
  >
>;

/** What of it a document to a customer shows. */
const PRINTED = ['dueDate', 'paymentRef', 'description', 'buyerReference', 'orderReference'] as const;

const changesPaper = (before: Document, change: PostedChange): boolean =>
  before.status !== 'DRAFT' && PRINTED.some((field) => change[field] !== undefined && change[field] !== before[field]);

const changing = defineCommand<{ readonly documentId: number }>({
  name: 'change_posted_document',
  result: z.object({ documentId: z.int() }),
});

/** Changes what may change of a posted document. @throws Failure 400, 409, 503 */
export async function changePosted(
  deps: SavingDeps & { readonly reconciliations: RecordSource },
  { userId, commandKey }: Caller,
  document: Document,
  wanted: {
    readonly change: PostedChange;
    readonly files: readonly SentFile[];
    readonly statementLines: readonly StatementLine[] | undefined;
  },
): Promise<void> {
  await changing.once(deps.db, commandKey, async (carryOut) => {
    const { statementLines } = wanted;
    if (statementLines) {
      const named = namedBy(statementLines);
      checkStatementLines(statementLines, await readGround(deps, inputOfDocument(document, []), named));
    }
    const live =
      statementLines && (await hasStatementLines(deps.db.executor, document))
        ? await liveRecordsOf(deps.reconciliations, document.clientAccountId, [document], { includesStanding: false })
        : new Map();
    const read = await readFiles(wanted.files, document.uploadedFileId !== null);
    const held = await holdFiles(deps, document.clientAccountId, read);
    try {
      return await carryOut(async (tx) => {
        const now = await lockChanges(tx, document.clientAccountId, new Date(deps.clock.millis()));
        const stamp = { at: now.toISOString(), userId };
        const before = await lockDocument(tx, document.clientAccountId, document.id);
        if (!before) throw conflict(`Document ${document.id} was removed at this moment`);
        if (before.busyKey !== null) throw busy(document.id);
        const { voucherId } = await attachFiles(tx, before, held, { userId, now });
        await changeDocument(
          tx,
          before,
          {
            ...wanted.change,
            ...(changesPaper(before, wanted.change) ? { changedSincePrinted: true } : {}),
            // A voucher that somebody brings is not what was printed here.
            ...(voucherId === null ? {} : { uploadedFileId: voucherId, changedSincePrinted: true }),
          },
          stamp,
        );
        if (statementLines) await writeStatementLines(tx, before, statementLines, live);
        await appendToOutbox(tx, documentChanged((await findDocument(tx, before.id))!));
        return { documentId: before.id };
      });
    } finally {
      await dropFiles(deps, held);
    }
  });
}
