import { conflict, type Failure, invalid, isAboutField } from '@app/contract/failure';
import { appendToOutbox, defineUseCase, finalRefusal, type Tx } from '@app/db';
import { decimal } from '@app/money';
import { lockChanges } from '@app/records';
import { z } from 'zod';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';
import { beingReconciled, heldLine } from './held-lines.ts';
import { hasLiveRecord, liveRecordsOf, type RecordSource } from './live-records.ts';
import { isOnItsWay, type PaymentSource } from './pending.ts';
import { busy, type PostingDeps } from './posting.ts';
import { claimOfCredit } from './reconcile-credit.ts';
import { findStatementLines } from './reconciliation-lines.ts';
import { changeDocument, findDocument, liveCreditNotes, lockDocument } from './store.ts';

const intentSchema = z.object({ documentId: z.int(), actorId: z.int(), reason: z.string() });

const hasPayments = (id: number): Failure =>
  conflict(`Document ${id} has payments, or is credited; take them back first`, 'document.has_payments');
export const notPosted = (id: number, status: Document['status']): Failure =>
  invalid(
    status === 'DRAFT' ? `Document ${id} is a draft` : `Document ${id} is cancelled`,
    undefined,
    'document.not_posted',
  );

/**
 * Cancelling a posted document: its entry is reversed by the ledger, once under the command key (DOC-R35, DOC-R36). A
 * credit note lets go of what it was posted against, in the same step; anything else that is reconciled is in the way.
 */
export const defineCancelling = (deps: Omit<PostingDeps, 'makeVoucher'>) =>
  defineUseCase(deps, {
    name: 'cancel_document',
    leaseSeconds: 60,
    intent: intentSchema,
    result: z.object({ documentId: z.int() }),
    given: z.undefined(),
    refusalOf: (error, { intent }) => {
      const refusal = finalRefusal(error);
      return refusal?.code === 'accounting.journal_entry_reconciled' ? hasPayments(intent.documentId) : refusal;
    },
    call: async ({ commandKey, intent }) => {
      const document = (await findDocument(deps.db.executor, intent.documentId))!;
      const { clientAccountId, journalEntryId, creditedDocumentId } = document;
      if (journalEntryId === null) return null;
      const command = { clientAccountId, commandKey: `document:${commandKey}` };
      const cancelled = { journalEntryId, userId: intent.actorId, reason: intent.reason };
      await (creditedDocumentId === null
        ? deps.books.CancelEntry({ ...command, ...cancelled })
        : deps.books.ReleaseLines({ ...command, ...claimOfCredit(document), difference: cancelled })
      ).catch((error: unknown) => {
        // It was cancelled by itself, which earlier releases let happen: the document follows. Any other refusal leaves
        // the entry, and so the document, as it is.
        if (!isAboutField(error, 'cancelled')) throw error;
      });
      return null;
    },
    finish: ({ clientAccountId, intent, commit }) =>
      commit(async (tx) => {
        const now = await lockChanges(tx, clientAccountId!, new Date(deps.clock.millis()));
        const before = (await lockDocument(tx, clientAccountId!, intent.documentId))!;
        const change = {
          ...({ status: 'CANCELLED', paymentStatus: 'NOT_APPLICABLE', paidAmount: '0.00', busyKey: null } as const),
          cancellationReason: intent.reason,
        };
        await changeDocument(tx, before, change, { at: now.toISOString(), userId: intent.actorId });
        await appendToOutbox(tx, documentChanged({ ...before, ...change, version: before.version + 1 }));
        return { documentId: intent.documentId };
      }),
    refuse: async (tx, { clientAccountId, intent }) => {
      const now = await lockChanges(tx, clientAccountId!, new Date(deps.clock.millis()));
      const document = await lockDocument(tx, clientAccountId!, intent.documentId);
      if (document)
        await changeDocument(tx, document, { busyKey: null }, { at: now.toISOString(), userId: intent.actorId });
    },
  });

export type Cancelling = ReturnType<typeof defineCancelling>;

/**
 * @throws Failure 400 `document.not_posted`, 409 `document.has_payments`, `document.has_live_reconciliation`,
 * `accounting.period_locked`
 */
export async function cancelDocument(
  deps: Pick<PostingDeps, 'db' | 'clock'> & {
    readonly cancelling: Cancelling;
    readonly payments: PaymentSource;
    readonly reconciliations: RecordSource;
  },
  caller: { readonly userId: number; readonly commandKey: string },
  document: Document,
  reason: string,
): Promise<void> {
  const { clientAccountId, id, openLineId } = document;
  await deps.cancelling.run(
    caller.commandKey,
    async (begin) => {
      if (openLineId !== null && (await isOnItsWay(deps.payments, { clientAccountId, id }))) throw hasPayments(id);
      await requireNoRecord(deps, document);
      return deps.db.write(async (tx) => {
        const now = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
        await holdPosted(tx, clientAccountId, id);
        await changeDocument(
          tx,
          { clientAccountId, id },
          { busyKey: 'cancelling' },
          { at: now.toISOString(), userId: caller.userId },
        );
        return begin(tx, {
          intent: { documentId: id, actorId: caller.userId, reason },
          ...{ subject: String(id), clientAccountId, busy: busy(id) },
        });
      });
    },
    undefined,
  );
}

/** @throws Failure 409 `document.has_live_reconciliation`, 503 */
async function requireNoRecord(
  { db, reconciliations }: { readonly db: PostingDeps['db']; readonly reconciliations: RecordSource },
  document: Document,
): Promise<void> {
  const { clientAccountId, id, status } = document;
  const lines = await findStatementLines(db.executor, clientAccountId, [id]);
  if (status !== 'POSTED' || lines.length === 0) return;
  const records = await liveRecordsOf(reconciliations, clientAccountId, [document], { includesStanding: false });
  for (const [lineId, record] of records) throw hasLiveRecord(lineId, record.id);
}

async function holdPosted(tx: Tx, clientAccountId: number, id: number): Promise<void> {
  const document = await lockDocument(tx, clientAccountId, id);
  if (!document) throw conflict(`Document ${id} was removed at this moment`);
  if (document.busyKey !== null) throw busy(id);
  if (document.status !== 'POSTED') throw notPosted(id, document.status);
  // What a credit note takes of the document that it credits goes with it; of more the ledger knows.
  const isSettled = document.openLineId !== null && document.creditedDocumentId === null;
  if (isSettled && !decimal(document.paidAmount).isZero()) throw hasPayments(id);
  if ((await liveCreditNotes(tx, clientAccountId, id)) > 0) throw hasPayments(id);
  const lines = await findStatementLines(tx, clientAccountId, [id]);
  const held = await heldLine(
    tx,
    clientAccountId,
    lines.map((line) => line.id),
  );
  if (held !== undefined) throw beingReconciled(held);
}
