import { conflict, Failure } from '@app/contract/failure';
import { type Database, defineUseCase, type Tx } from '@app/db';
import { lockChanges } from '@app/records';
import type { Clock, Logger } from '@app/runtime';
import { z } from 'zod';
import { removeAttachments } from '../files/of-documents.ts';
import { discardVouchers, voucherOfCommand } from '../vouchers/for-documents.ts';
import type { Document, DocumentContent, NewLine } from './document.ts';
import type { EntryLine } from './entry.ts';
import type { DocumentBooks } from './ground.ts';
import { statusWithoutOpenLine } from './kinds.ts';
import { giveBack } from './numbers.ts';
import { versionsOf } from './payments.ts';
import { createPostingEnds } from './posting-ends.ts';
import { reconcileCredit } from './reconcile-credit.ts';
import { changeDocument, deleteDocument, findDocument, lockDocument, replaceLines } from './store.ts';

export interface PostingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly books: DocumentBooks;
  /** Makes the PDF voucher of a document that was made here, once per command; gives its id. */
  readonly makeVoucher: (
    document: Document,
    command: { readonly key: string; readonly userId: number },
  ) => Promise<number>;
}

/** What the document was before, which a refusal brings back; null for one that is new. */
export type Before = { readonly content: Partial<DocumentContent>; readonly lines: readonly NewLine[] } | null;

const entryLine = z.custom<EntryLine>((value) => typeof value === 'object' && value !== null);

/** What the ledger is told of a document, and what follows from posting it. */
const headSchema = z.object({
  documentType: z.string(),
  documentNumber: z.string().nullable(),
  voucherId: z.int().nullable(),
  creditedDocumentId: z.int().nullable(),
});

type Head = z.output<typeof headSchema>;

export const headOf = ({
  documentType,
  documentNumber,
  uploadedFileId,
  creditedDocumentId,
}: Pick<Document, 'documentType' | 'documentNumber' | 'uploadedFileId' | 'creditedDocumentId'>): Head => ({
  ...{ documentType, documentNumber, voucherId: uploadedFileId, creditedDocumentId },
});

const intentSchema = z.object({
  documentId: z.int(),
  actorId: z.int(),
  before: z.custom<Before>((value) => value === null || typeof value === 'object'),
  /** The number that it was given here. */
  given: z.object({ series: z.enum(['invoice', 'credit_note', 'pro_forma']), number: z.int() }).nullable(),
  /** Files that came with the change, and the voucher among them. */
  fileIds: z.array(z.int()),
  addedVoucherId: z.int().nullable(),
  description: z.string(),
  lines: z.array(entryLine),
  /** Of the books when it was worked out; absent where an earlier release began. */
  accountingCurrency: z.string().optional(),
  openLine: z.int().nullable(),
  openLineSign: z.int(),
  makesVoucher: z.boolean(),
  /** Absent where an earlier release began: then the document is read. */
  head: headSchema.optional(),
});

export type PostingIntent = z.output<typeof intentSchema>;

interface Said {
  readonly voucherId: number | null;
  readonly journalEntryId: number;
  readonly openLineId: number | null;
  /** How much of lines is reconciled, and under which versions they were known before that was asked. */
  readonly standings: readonly { readonly journalLineId: number; readonly amountFc: string }[];
  readonly seen: ReadonlyMap<number, number>;
}

export const busy = (id: number): Failure =>
  conflict(`Document ${id} is being posted or cancelled at this moment; try again in a moment`);

/** Stands in an intent until the document has its id. */
export const KNOWN_WHEN_STORED = 0;

const voucherKey = (commandKey: string): string => `${commandKey}:voucher`;

/**
 * Posting a document is one use case over two services: the document is written with what it is to book and held, the
 * ledger posts the entry once under the command key, and the document is posted. What the ledger refuses is as it was
 * before, and its number goes to the next document.
 */
export function definePosting(deps: PostingDeps) {
  const end = createPostingEnds(deps);
  return defineUseCase(deps, {
    name: 'post_document',
    leaseSeconds: 60,
    intent: intentSchema,
    result: z.object({ documentId: z.int() }),
    given: z.undefined(),
    call: async ({ commandKey, clientAccountId, intent }): Promise<Said> => {
      const read = async () => (await findDocument(deps.db.executor, intent.documentId))!;
      const head = intent.head ?? headOf(await read());
      const voucherId = intent.makesVoucher
        ? await deps.makeVoucher(await read(), { key: voucherKey(commandKey), userId: intent.actorId })
        : head.voucherId;
      const posted = await deps.books.PostEntry(
        {
          clientAccountId: clientAccountId!,
          commandKey: `document:${commandKey}`,
          userId: intent.actorId,
          description: intent.description,
          ...(voucherId === null ? {} : { voucherId }),
          relationType: head.documentType,
          relationId: intent.documentId,
          ...(head.documentNumber === null ? {} : { relationNumber: head.documentNumber }),
          lines: intent.lines.map((line) => ({ ...line, dimensions: [...line.dimensions] })),
          ...(intent.accountingCurrency === undefined ? {} : { accountingCurrency: intent.accountingCurrency }),
        },
        { deadlineMillis: 20_000 },
      );
      const openLineId = intent.openLine === null ? null : posted.journalLineIds[intent.openLine]!;
      // The entry is posted: whatever fails from here on is tried again, and never a refusal.
      return unrefused(async () => ({
        ...{ voucherId, openLineId, journalEntryId: posted.journalEntryId },
        ...(await settleCredit(deps, {
          ...{ clientAccountId: clientAccountId!, id: intent.documentId },
          ...{ creditedDocumentId: head.creditedDocumentId, openLineId, commandKey },
        })),
      }));
    },
    finish: ({ commandKey, clientAccountId, intent, said, commitBy }) =>
      commitBy(async () => {
        const { documentId: id, actorId } = intent;
        const { voucherId, journalEntryId, openLineId, standings, seen } = said;
        const head = intent.head ?? headOf((await findDocument(deps.db.executor, id))!);
        return end({
          ...{ id, clientAccountId: clientAccountId!, journalEntryId },
          ...{ commandKey, actorId, voucherId, openLineId, standings, seen },
          openLineSign: openLineId === null ? null : intent.openLineSign,
          creditedDocumentId: head.creditedDocumentId,
          statusWithoutLine: statusWithoutOpenLine(head.documentType),
        });
      }),
    refuse: async (tx, { commandKey, clientAccountId, intent }) => {
      const now = await lockChanges(tx, clientAccountId!, new Date(deps.clock.millis()));
      const document = await lockDocument(tx, clientAccountId!, intent.documentId);
      const made = await voucherOfCommand(tx, clientAccountId!, voucherKey(commandKey));
      const vouchers = [made, intent.addedVoucherId].filter((id) => id != null);
      if (document) await takeBack(tx, document, intent, { at: now.toISOString(), userId: intent.actorId });
      await removeAttachments(tx, clientAccountId!, intent.fileIds);
      await discardVouchers(tx, clientAccountId!, vouchers, now);
      if (intent.given) await giveBack(tx, clientAccountId!, intent.given.series, intent.given.number);
    },
  });
}

export type Posting = ReturnType<typeof definePosting>;

interface Credit extends Pick<Document, 'clientAccountId' | 'id' | 'creditedDocumentId'> {
  readonly openLineId: number | null;
  readonly commandKey: string;
}

/**
 * Reconciles a credit note with what it credits, and asks how both stand then. A line that was just made has been
 * claimed by nobody, or its claim is published: of any other document nothing is asked.
 */
async function settleCredit(deps: PostingDeps, credit: Credit): Promise<Pick<Said, 'standings' | 'seen'>> {
  const { clientAccountId, openLineId, commandKey } = credit;
  const credited = await creditedLineOf(deps.db, credit);
  if (credited === null) return { standings: [], seen: new Map() };
  if (openLineId !== null)
    await reconcileCredit(deps, { document: credit, openLineId, creditedLineId: credited, commandKey });
  const journalLineIds = [openLineId, credited].filter((id) => id !== null);
  const seen = await versionsOf(deps.db.executor, clientAccountId, journalLineIds);
  const { lines } = await deps.books.GetLineStandings({ clientAccountId, journalLineIds });
  const standings = lines.map(({ journalLineId, reconciledAmountFc }) => ({
    journalLineId,
    amountFc: reconciledAmountFc,
  }));
  return { standings, seen };
}

/** The open line of the document that a credit note takes back. */
async function creditedLineOf(
  db: Database,
  { creditedDocumentId }: Pick<Document, 'creditedDocumentId'>,
): Promise<number | null> {
  if (creditedDocumentId === null) return null;
  return (await findDocument(db.executor, creditedDocumentId))?.openLineId ?? null;
}

/** Brings a document back to what it was. */
async function takeBack(
  tx: Tx,
  document: Document,
  { before }: PostingIntent,
  stamp: { readonly at: string; readonly userId: number },
): Promise<void> {
  if (before === null) {
    await deleteDocument(tx, document);
    return;
  }
  await changeDocument(tx, document, { ...before.content, busyKey: null }, stamp);
  await replaceLines(tx, document, before.lines);
}

/** Runs what follows a posting: a failure of it says nothing about the posting. */
async function unrefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && error.status < 500)
      throw new Error('what follows the posting of a document failed', { cause: error });
    throw error;
  }
}
