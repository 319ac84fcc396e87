import {
  commitInternalReconciliation,
  createInternalReconciliation,
  deleteInternalReconciliation,
  listInternalReconciliations,
} from '@app/api/reconciliation/index';
import { type Api, empty } from '@app/contract';
import { invalidField } from '@app/contract/failure';
import type { AreaDependencies } from '../deps.ts';
import type { Committing } from './commit.ts';
import { commitReconciliation, createReconciliation } from './create.ts';
import { type Deleting, deleteReconciliation } from './delete.ts';
import type { InternalGroups } from './groups.ts';
import { presentReconciliations, type Wire, wireWithEntries } from './present.ts';
import { isDraft, type Reconciliation } from './reconciliation.ts';
import { notReopenable, reconciliationDeleted, reconciliationNotFound } from './refusals.ts';
import { findReconciliation, listReconciliations } from './store.ts';

export interface InternalDependencies extends AreaDependencies {
  readonly groups: InternalGroups;
  readonly committing: Committing;
  readonly deleting: Deleting;
}

/** Internal reconciliations over HTTP (docs/contract/internal-reconciliation.md). */
export function serveInternalReconciliations(api: Api, deps: InternalDependencies): void {
  const { db } = deps;
  const find = async (id: number): Promise<Reconciliation> => {
    const record = await findReconciliation(db.executor, id);
    if (!record) throw reconciliationNotFound(id);
    return record;
  };
  const show = async (id: number): Promise<Wire> => {
    const record = await find(id);
    return (await presentReconciliations(deps, record.clientAccountId, [record], new Set(['entries'])))[0]!;
  };
  const byPath = {
    load: ({ params }: { readonly params: { readonly id: number } }) => find(params.id),
    accountOf: ({ clientAccountId }: Reconciliation) => clientAccountId,
  };
  const callerOf = (call: {
    readonly principal: { readonly userId: number };
    readonly commandKey: string;
    readonly isFirstTry: boolean;
    readonly dryRun: boolean;
  }) => ({
    userId: call.principal.userId,
    commandKey: call.commandKey,
    isFirstTry: call.isFirstTry,
    dryRun: call.dryRun,
  });

  api.serve(listInternalReconciliations, async ({ account, query }) => {
    const { clientAccountId } = account;
    const { rows, meta } = await listReconciliations(
      db.executor,
      {
        clientAccountId,
        dateFrom: query.date_from,
        dateTo: query.date_to,
        journalEntryLineId: query.journal_entry_line_id,
        journalEntryId: query.journal_entry_id,
        isDraft: query.is_draft,
        isDeleted: query.is_deleted,
      },
      query,
    );
    return { data: await presentReconciliations(deps, clientAccountId, rows, query.with), meta };
  });

  api.serve(createInternalReconciliation, async (call) => {
    const { body, account } = call;
    const { id, stored } = await createReconciliation(deps, callerOf(call), {
      clientAccountId: account.clientAccountId,
      date: body.date,
      wishes: body.entry_lines.map((line) => ({
        journalEntryLineId: line.journal_entry_line_id,
        journalEntryId: line.journal_entry_id,
        debit: line.debit,
        credit: line.credit,
        debitFc: line.debit_fc,
        creditFc: line.credit_fc,
        exchangeRate: line.exchange_rate,
      })),
    });
    return stored ? wireWithEntries(stored.record, stored.entries) : show(id);
  });

  api.serve(commitInternalReconciliation, {
    ...byPath,
    handle: async (call) => {
      const { resource, body } = call;
      if (resource.deletedAt !== null) throw reconciliationDeleted(resource.id);
      if (body.is_draft && !isDraft(resource)) throw notReopenable(resource.id);
      if (body.is_draft) throw invalidField('is_draft', 'is true already; false approves the draft');
      if (isDraft(resource)) await commitReconciliation(deps, callerOf(call), resource);
      return show(resource.id);
    },
  });

  api.serve(deleteInternalReconciliation, {
    ...byPath,
    handle: async (call) => {
      await deleteReconciliation(deps, callerOf(call), call.resource);
      return empty();
    },
  });
}
