import * as endpoints from '@app/api/reconciliation/index';
import { type Api, empty } from '@app/contract';
import { type Caller, createRecord, type WritingDeps } from './create.ts';
import { listRecords } from './list.ts';
import { presentRecords } from './present.ts';
import { type EntryWish, type ExternalRecord, recordNotFound } from './record.ts';
import { type Retiring, type RetiringDeps, retireRecord } from './retiring.ts';
import { findRecord } from './store.ts';
import { updateRecord } from './update.ts';

export interface ExternalDependencies extends WritingDeps, RetiringDeps {
  readonly ledger: WritingDeps['ledger'] & RetiringDeps['ledger'];
  readonly retiring: Retiring;
}

/** Binds the endpoints of external reconciliations (docs/contract/external-reconciliation.md). */
export function serveExternal(api: Api, deps: ExternalDependencies): void {
  const { db } = deps;
  const byPath = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<ExternalRecord> => {
      const record = await findRecord(db.executor, params.id);
      if (!record) throw recordNotFound(params.id);
      return record;
    },
    accountOf: ({ clientAccountId }: ExternalRecord) => clientAccountId,
  };
  const show = async (id: number) => {
    const record = await findRecord(db.executor, id);
    if (!record) throw recordNotFound(id);
    return (await presentRecords(db.executor, record.clientAccountId, [record]))[0]!;
  };
  const callerOf = (call: {
    readonly principal: { readonly userId: number };
    readonly commandKey: string;
    readonly isFirstTry: boolean;
    readonly dryRun: boolean;
  }): Caller => ({
    userId: call.principal.userId,
    commandKey: call.commandKey,
    isFirstTry: call.isFirstTry,
    dryRun: call.dryRun,
  });

  api.serve(endpoints.listExternalReconciliations, async ({ query, account: { clientAccountId } }) => {
    const { records, meta } = await listRecords(
      db.executor,
      {
        clientAccountId,
        fromDate: query.from_date,
        toDate: query.to_date,
        asOfFrom: query.as_of_from,
        asOfTo: query.as_of_to,
        relationType: query.relation_type,
        relationId: query.relation_id,
        relationLineId: query.relation_line_id,
        isDeleted: query.is_deleted === undefined ? false : query.is_deleted,
        isDraft: query.is_draft === undefined ? false : query.is_draft,
      },
      query,
    );
    return { data: await presentRecords(db.executor, clientAccountId, records), meta };
  });

  api.serve(endpoints.getExternalReconciliation, { ...byPath, handle: ({ resource }) => show(resource.id) });

  api.serve(endpoints.createExternalReconciliation, async (call) => {
    const { body, account } = call;
    const id = await createRecord(deps, callerOf(call), {
      clientAccountId: account.clientAccountId,
      note: body.note || null,
      isDraft: body.is_draft === true,
      entries: body.entries.map(
        (entry): EntryWish => ({
          kind: entry.kind,
          relationType: entry.relation_type || null,
          relationId: entry.relation_id ?? null,
          relationLineId: entry.relation_line_id ?? null,
          secondaryRelationType: entry.secondary_relation_type ?? null,
          secondaryRelationId: entry.secondary_relation_id ?? null,
          asOfDate: entry.as_of_date ?? null,
          // What only an item has is left out elsewhere.
          description: entry.kind === 'RECONCILING_ITEM' ? entry.description || null : null,
          amount: entry.amount ?? null,
          currencyCode: entry.currency_code,
          exchangeRate: entry.exchange_rate ?? null,
        }),
      ),
    });
    return show(id);
  });

  api.serve(endpoints.updateExternalReconciliation, {
    ...byPath,
    handle: async (call) => {
      const { body, resource } = call;
      await updateRecord(deps, callerOf(call), resource, {
        note: body.note === undefined ? undefined : body.note || null,
        items: body.items,
        reconciles: body.is_draft === false,
      });
      return show(resource.id);
    },
  });

  api.serve(endpoints.deleteExternalReconciliation, {
    ...byPath,
    handle: async (call) => {
      await retireRecord(deps, callerOf(call), call.resource);
      return empty();
    },
  });
}
