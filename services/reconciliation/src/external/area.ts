import type { Executor, Tx } from '@app/db';
import { ReconciliationLines } from '@app/rpc';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import type { Stamp } from '../records/stamp.ts';
import { recordByEngine, retireByEngine } from './by-engine.ts';
import { createExternalHooks, type ExternalHooks } from './hooks.ts';
import { serveExternal } from './http.ts';
import {
  documentsOfTransactions,
  forgetDraftsOf,
  type ReconciledDocument,
  type RecordOfTransaction,
  recordsOfTransactions,
} from './of-transactions.ts';
import type { ExternalRecord } from './record.ts';
import { defineRecording } from './recording.ts';
import { defineRetiring } from './retiring.ts';
import { createRecordsRpc } from './rpc.ts';
import { type Standing, standingsOf } from './standing.ts';

/** What other areas do with external reconciliations. */
export interface External extends Area {
  readonly hooks: ExternalHooks;
  /** Records of the periods, written and retired in a transaction of theirs. */
  readonly recordByEngine: typeof recordByEngine;
  readonly retireByEngine: typeof retireByEngine;
  /** How reconciled records stand against the ledger at this moment, by id. @throws Failure 503 */
  standingsOf(clientAccountId: number, records: readonly ExternalRecord[]): Promise<ReadonlyMap<number, Standing>>;
  recordsOfTransactions(
    ex: Executor,
    clientAccountId: number,
    transactionIds: readonly number[],
  ): Promise<ReadonlyMap<number, RecordOfTransaction>>;
  /** Documents that transactions are matched with, by transaction. @throws Failure 503 */
  documentsOfTransactions(
    clientAccountId: number,
    transactionIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ReconciledDocument[]>>;
  /** Retires drafts about transactions that go with their statement. */
  forgetDraftsOf(tx: Tx, clientAccountId: number, transactionIds: readonly number[], stamp: Stamp): Promise<void>;
}

/** Outside figures compared with the ledger: bank transactions and lines of documents. */
export function createExternal(area: AreaDependencies): External {
  const hooks = createExternalHooks();
  const deps = { ...area, documentLines: area.connect(ReconciliationLines, 'documents'), hooks };
  const recording = defineRecording(deps);
  const retiring = defineRetiring(deps);
  return {
    endpoints: (api) => serveExternal(api, { ...deps, recording, retiring }),
    rpc: [createRecordsRpc(deps)],
    useCases: [recording, retiring],
    hooks,
    recordByEngine,
    retireByEngine,
    standingsOf: (clientAccountId, records) => standingsOf(deps, clientAccountId, records),
    recordsOfTransactions,
    documentsOfTransactions: (clientAccountId, ids) => documentsOfTransactions(deps, clientAccountId, ids),
    forgetDraftsOf,
  };
}
