import type { AreaDependencies } from '../deps.ts';
import { defineCommitting } from '../internal/commit.ts';
import { createReconciliation } from '../internal/create.ts';
import { defineDeleting, deleteReconciliation } from '../internal/delete.ts';
import type { Reconciling } from './settling.ts';

/** Reconciliations as settling makes them: by the areas that own them, each once under its key. */
export function createReconciling(area: AreaDependencies): Reconciling {
  const deps = { ...area, committing: defineCommitting(area), deleting: defineDeleting(area) };
  return {
    match: async (caller, wanted) => (await createReconciliation(deps, caller, wanted)).id,
    unmatch: (caller, record) => deleteReconciliation(deps, caller, record),
  };
}
