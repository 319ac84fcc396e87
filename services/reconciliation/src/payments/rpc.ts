import { invalid } from '@app/contract/failure';
import type { Database } from '@app/db';
import { type Implementation, implement, Payments } from '@app/rpc';
import { paymentWire } from './present.ts';
import { paymentsOfDocuments, pendingOf } from './store.ts';

/** Ids that one question may name. */
const MOST = 1_000;
/** Payments of one document that are shown with it. */
const MOST_SHOWN = 100;

/** What the owner of documents asks of payments (protos/reconciliation/v1/payments.proto). */
export const paymentsRpc = ({ db }: { readonly db: Database }): Implementation =>
  implement(Payments, {
    GetPendingAmounts: async ({ clientAccountId, documentIds }) => {
      requireFew(documentIds);
      return { pendingAmounts: [...(await pendingOf(db.executor, clientAccountId, documentIds))] };
    },
    GetPayments: async ({ clientAccountId, documentIds }) => {
      requireFew(documentIds);
      const found = await paymentsOfDocuments(db.executor, clientAccountId, documentIds, MOST_SHOWN);
      return {
        payments: found.map((payment) => ({
          id: payment.id,
          documentId: payment.documentId,
          content: JSON.stringify(paymentWire(payment)),
        })),
      };
    },
  });

function requireFew(ids: readonly number[]): void {
  if (ids.length > MOST) throw invalid(`At most ${MOST} ids can be asked about at once, and ${ids.length} were`);
}
