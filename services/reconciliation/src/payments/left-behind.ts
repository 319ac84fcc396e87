import type { Database, Executor } from '@app/db';
import type { Clock } from '@app/runtime';
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { DocumentSource } from '../outside/documents.ts';
import { payments } from '../schema/payments.ts';
import { cancelPayments } from './withdraw.ts';

interface LeftBehindDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly documents: Pick<DocumentSource, 'find'>;
}

/** Documents that are asked about at once. */
const BATCH = 1_000;

/**
 * Cancels the payments of documents that were cancelled while the payments were made, where the process that made them
 * died before it asked again: of the end of such a document nothing more is heard.
 * @returns how many documents they were of
 * @throws Failure 503
 */
export async function cancelLeftBehind({ db, clock, documents }: LeftBehindDependencies): Promise<number> {
  let cancelled = 0;
  let after = { clientAccountId: 0, documentId: 0 };
  for (;;) {
    const paid = await documentsToBePaid(db.executor, after);
    for (const [clientAccountId, own] of Map.groupBy(paid, (one) => one.clientAccountId)) {
      const known = await documents.find(
        clientAccountId,
        own.map(({ documentId }) => documentId),
      );
      for (const { documentId } of own)
        if (known.get(documentId)?.status === 'CANCELLED') {
          await db.write((tx) => cancelPayments(tx, clock, clientAccountId, documentId));
          cancelled += 1;
        }
    }
    const last = paid.at(-1);
    if (!last || paid.length < BATCH) return cancelled;
    after = last;
  }
}

/** Documents with payments that the bank has not got yet, after one of them, by client account. */
const documentsToBePaid = (
  ex: Executor,
  { clientAccountId, documentId }: { readonly clientAccountId: number; readonly documentId: number },
) =>
  ex
    .selectDistinct({ clientAccountId: payments.clientAccountId, documentId: payments.documentId })
    .from(payments)
    .where(
      and(
        inArray(payments.status, ['PENDING', 'APPROVED']),
        eq(payments.isSettling, false),
        or(
          gt(payments.clientAccountId, clientAccountId),
          and(eq(payments.clientAccountId, clientAccountId), gt(payments.documentId, documentId)),
        ),
      ),
    )
    .orderBy(asc(payments.clientAccountId), asc(payments.documentId))
    .limit(BATCH);
