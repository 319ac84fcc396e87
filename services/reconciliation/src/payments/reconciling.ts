import type { AreaDependencies } from '../deps.ts';
import type { External } from '../external/area.ts';
import { defineCommitting } from '../internal/commit.ts';
import { createReconciliation } from '../internal/create.ts';
import { defineDeleting, deleteReconciliation } from '../internal/delete.ts';
import { createInternalGroups } from '../internal/groups.ts';
import type { Movement, Reconciling } from './settling.ts';

/** Reconciliations as settling makes them: by the areas that own them, each once under its key. */
export function createReconciling(area: AreaDependencies, external: Pick<External, 'record' | 'retire'>): Reconciling {
  const shared = { ...area, groups: createInternalGroups(area.db) };
  const deps = { ...shared, committing: defineCommitting(shared), deleting: defineDeleting(area) };
  return {
    match: async (caller, wanted) => (await createReconciliation(deps, caller, wanted)).id,
    unmatch: (caller, record) => deleteReconciliation(deps, caller, record),
    record: (caller, { clientAccountId, movement, line }) =>
      external.record(
        { ...caller, dryRun: false },
        {
          ...{ clientAccountId, note: null, isDraft: false },
          entries: [
            { ...entryOf(movement), kind: 'EXTERNAL', relationType: 'PAYMT', relationId: movement.transactionId },
            {
              ...{ ...entryOf(movement), kind: 'LEDGER_LINE', relationType: 'JE' },
              ...{ relationId: line.journalEntryId, relationLineId: line.id },
            },
          ],
        },
      ),
    retire: (caller, record) => external.retire(caller, record),
  };
}

/** What both sides of a record say alike. */
const entryOf = ({ amount, currencyCode, exchangeRate }: Movement) => ({
  ...{ amount, currencyCode, exchangeRate },
  ...{
    relationLineId: null,
    secondaryRelationType: null,
    secondaryRelationId: null,
    asOfDate: null,
    description: null,
  },
});
