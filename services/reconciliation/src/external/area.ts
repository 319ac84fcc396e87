import type { Executor } from '@app/db';
import { ReconciliationLines } from '@app/rpc';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { recordByEngine, retireByEngine } from './by-engine.ts';
import { type Caller, createRecord, type NewRecordWish } from './create.ts';
import { createExternalHooks, type ExternalHooks } from './hooks.ts';
import { serveExternal } from './http.ts';
import { documentsOfTransactions, type RecordOfTransaction, recordsOfTransactions } from './of-transactions.ts';
import type { ExternalRecord } from './record.ts';
import { defineRecording } from './recording.ts';
import { defineRetiring, retireRecord } from './retiring.ts';
import { createRecordsRpc } from './rpc.ts';
import { type Standing, standingsOf } from './standing.ts';
import type { RecordKey } from './store.ts';

/** What other areas do with external reconciliations. */
export interface External extends Area {
  readonly hooks: ExternalHooks;
  /** As the endpoints do, once per command. @throws Failure 400, 409, 503 */
  record(caller: Caller, wish: NewRecordWish): Promise<number>;
  retire(caller: Pick<Caller, 'userId' | 'commandKey'>, record: RecordKey): Promise<void>;
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
}

/** Outside figures compared with the ledger: bank transactions and lines of documents. */
export function createExternal(area: AreaDependencies): External {
  const hooks = createExternalHooks();
  const deps = { ...area, documentLines: area.connect(ReconciliationLines, 'documents'), hooks };
  const recording = defineRecording(deps);
  const retiring = defineRetiring(deps);
  const own = { ...deps, recording, retiring };
  area.transactionRelations.provide('reconciled_documents', (clientAccountId, ids) =>
    documentsOfTransactions(deps, clientAccountId, ids),
  );
  return {
    endpoints: (api) => serveExternal(api, own),
    rpc: [createRecordsRpc(deps)],
    useCases: [recording, retiring],
    hooks,
    record: (caller, wish) => createRecord(own, caller, wish),
    retire: (caller, record) => retireRecord(own, caller, record),
    recordByEngine,
    retireByEngine,
    standingsOf: (clientAccountId, records) => standingsOf(deps, clientAccountId, records),
    recordsOfTransactions,
  };
}
