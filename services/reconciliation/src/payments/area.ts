import { Documents } from '@app/rpc';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { createDocumentSource } from '../outside/documents.ts';
import { paymentConsumers } from './consumers.ts';
import { servePayments } from './http.ts';
import { paymentsRpc } from './rpc.ts';

/** Payments of documents from suppliers: from a document to the bank and back to the books. */
export const createPayments = (deps: AreaDependencies): Area => ({
  endpoints: (api) =>
    servePayments(api, { ...deps, documents: createDocumentSource(deps.connect(Documents, 'documents')) }),
  rpc: [paymentsRpc(deps)],
  consumers: paymentConsumers(deps),
});
