import { Documents } from '@app/rpc';
import { defineJob } from '@app/service';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import type { External } from '../external/area.ts';
import { createDocumentSource } from '../outside/documents.ts';
import { bookingsRpc } from './bookings.ts';
import { paymentConsumers } from './consumers.ts';
import { followRecords } from './follow-records.ts';
import { servePayments } from './http.ts';
import { cancelLeftBehind } from './left-behind.ts';
import { paidDocumentsOf, postedPaymentsOf } from './present.ts';
import { paymentsRpc } from './rpc.ts';
import { defineSettling, type Reconciling } from './settling.ts';
import { createSettler, settleFound } from './settling-job.ts';

/** Payments of documents from suppliers: from a document to the bank and back to the books. */
export function createPayments(
  deps: AreaDependencies,
  { hooks }: Pick<External, 'hooks'>,
  reconciling: Reconciling,
): Area {
  const documents = createDocumentSource(deps.connect(Documents, 'documents'), deps.ledger);
  deps.transactionRelations.provide('posted_payments', (clientAccountId, transactionIds) =>
    postedPaymentsOf(deps.db.executor, clientAccountId, transactionIds),
  );
  deps.transactionRelations.provide('reconciled_documents', (clientAccountId, transactionIds) =>
    paidDocumentsOf({ db: deps.db, documents }, clientAccountId, transactionIds),
  );
  const settling = defineSettling({ ...deps, reconciling });
  const own = { ...deps, settling, documents };
  const settler = createSettler(own);
  followRecords(hooks, deps.clock);
  return {
    endpoints: (api) => servePayments(api, own),
    rpc: [paymentsRpc(deps), bookingsRpc(deps)],
    consumers: paymentConsumers({ ...deps, settleSoon: settler.wake }),
    useCases: [settling],
    jobs: [
      defineJob({ name: 'payment-matching', schedule: { everySeconds: 60 }, run: () => settleFound(own) }),
      defineJob({ name: 'payments-left-behind', schedule: { everySeconds: 3_600 }, run: () => cancelLeftBehind(own) }),
    ],
    start: async () => settler.start(),
    stop: () => settler.stop(),
  };
}
