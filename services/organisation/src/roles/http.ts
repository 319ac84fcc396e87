import { listRoles } from '@app/api/organisation/roles';
import type { Api } from '@app/contract';
import { roles } from './roles.ts';

export function serveRoles(api: Api): void {
  api.serve(listRoles, async () => roles.map((role) => ({ ...role })));
}
