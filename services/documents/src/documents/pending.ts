import type { PaymentRecordOut } from '@app/api/reconciliation/index';
import { parseExact } from '@app/contract/json';
import { anyOf, type Database, type Tx } from '@app/db';
import { type Handler, on, paymentChanged } from '@app/events';
import { lockChanges } from '@app/records';
import type { ClientOf, Payments } from '@app/rpc';
import type { Clock } from '@app/runtime';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import { documents } from '../schema/documents.ts';
import { changeDocument, lockDocument } from './store.ts';

/** Who knows payments: reconciliation. */
export type PaymentSource = Pick<ClientOf<typeof Payments>, 'GetPendingAmounts' | 'GetPayments'>;

/** A payment as it is shown with its document. */
type ShownPayment = z.input<typeof PaymentRecordOut>;

/** What is on its way to a document, and of which state of its payments. */
interface Pending {
  readonly documentId: number;
  readonly amount: string;
  readonly version: number;
}

/** The platform itself, which keeps projections. */
const SYSTEM_USER = 2;

/** Keeps what is on its way to documents (PAY-R13). */
export const followPayments = ({ clock }: { readonly clock: Clock }): Handler =>
  on(paymentChanged, async (tx, { payload }) => {
    const { client_account_id: clientAccountId, document_id: documentId, pending_amount: amount, version } = payload;
    await notePending(tx, clock, clientAccountId, { documentId, amount, version });
  });

/** Stores what reconciliation says, unless something newer is known. The version of a document rises with it. */
async function notePending(tx: Tx, clock: Clock, clientAccountId: number, pending: Pending): Promise<void> {
  const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
  const document = await lockDocument(tx, clientAccountId, pending.documentId);
  if (!document || document.pendingPaymentVersion > pending.version) return;
  if (document.pendingPaymentVersion === pending.version && document.pendingPaymentAmount === pending.amount) return;
  await changeDocument(
    tx,
    document,
    { pendingPaymentAmount: pending.amount, pendingPaymentVersion: pending.version },
    { at: now.toISOString(), userId: document.updatedById ?? SYSTEM_USER },
  );
}

/** What is on its way to a document at this moment, by who knows: above zero or not. @throws Failure 503 */
export async function isOnItsWay(
  payments: PaymentSource,
  { clientAccountId, id }: { readonly clientAccountId: number; readonly id: number },
): Promise<boolean> {
  const { pendingAmounts } = await payments.GetPendingAmounts({ clientAccountId, documentIds: [id] });
  return pendingAmounts.some(({ amount }) => /[1-9]/.test(amount));
}

/** Payments of documents, in one question. @throws Failure 503 */
export async function paymentsOf(
  payments: PaymentSource,
  clientAccountId: number,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ShownPayment[]>> {
  if (documentIds.length === 0) return new Map();
  const answer = await payments.GetPayments({ clientAccountId, documentIds: [...documentIds] });
  const found = Map.groupBy(answer.payments, ({ documentId }) => documentId);
  return new Map(
    [...found].map(([id, of]) => [id, of.map(({ content }) => parseExact(content) as unknown as ShownPayment)]),
  );
}

/** Documents that one question names. */
const BATCH = 500;

/** Asks about every document with an open line again: what a lost projection is rebuilt from. @returns how many */
export async function rebuildPending({
  db,
  clock,
  payments,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly payments: Pick<PaymentSource, 'GetPendingAmounts'>;
}): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const page = await db.executor
      .select({ id: documents.id, clientAccountId: documents.clientAccountId })
      .from(documents)
      .where(and(gt(documents.id, after), isNotNull(documents.openLineId)))
      .orderBy(asc(documents.id))
      .limit(BATCH);
    if (page.length === 0) return count;
    after = page.at(-1)!.id;
    for (const [clientAccountId, own] of Map.groupBy(page, (document) => document.clientAccountId)) {
      const documentIds = own.map(({ id }) => id);
      const seen = await versionsOf(db, clientAccountId, documentIds);
      const { pendingAmounts } = await payments.GetPendingAmounts({ clientAccountId, documentIds });
      const known = new Map(pendingAmounts.map((pending) => [pending.documentId, pending]));
      await db.write(async (tx) => {
        for (const documentId of documentIds) {
          // Without payments there is nothing on its way, as far as nobody has said more meanwhile.
          const none = { documentId, amount: '0.00', version: seen.get(documentId)! };
          await notePending(tx, clock, clientAccountId, known.get(documentId) ?? none);
        }
      });
      count += pendingAmounts.length;
    }
  }
}

/** The versions under which documents are known, before reconciliation is asked about them. */
async function versionsOf(
  { executor }: Database,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await executor
    .select({ id: documents.id, version: documents.pendingPaymentVersion })
    .from(documents)
    .where(and(eq(documents.clientAccountId, clientAccountId), anyOf(documents.id, ids)));
  return new Map(rows.map(({ id, version }) => [id, version]));
}
