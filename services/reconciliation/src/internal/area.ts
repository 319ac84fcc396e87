import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import { defineCommitting } from './commit.ts';
import { defineDeleting } from './delete.ts';
import { createInternalGroups } from './groups.ts';
import { serveInternalReconciliations } from './http.ts';

/** Lines of the ledger matched with each other. */
export function createInternalReconciliations(deps: AreaDependencies): Area {
  const groups = createInternalGroups(deps.db);
  const committing = defineCommitting({ ...deps, groups });
  const deleting = defineDeleting(deps);
  return {
    endpoints: (api) => serveInternalReconciliations(api, { ...deps, groups, committing, deleting }),
    useCases: [committing, deleting],
  };
}
