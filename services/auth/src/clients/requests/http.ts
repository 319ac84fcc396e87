import { listClientRequests as endpoint } from '@app/api/auth/index';
import type { Api } from '@app/contract';
import { timestampOf } from '../../credentials/user.ts';
import type { AuthDeps } from '../../deps.ts';
import type { ClientRequest } from './client-request.ts';
import { listClientRequests, requireOwnClient } from './list.ts';

export function serveClientRequests(api: Api, deps: AuthDeps): void {
  api.serve(endpoint, async ({ params, principal, query, following }) => {
    const { clientId } = await requireOwnClient(deps, params.client_id, principal.userId);
    const { rows, nextCursor } = await listClientRequests(deps, clientId, query, following);
    return { data: rows.map(viewOf), meta: { per_page: query.per_page, next_cursor: nextCursor } };
  });
}

const viewOf = (request: ClientRequest) => ({
  requested_at: timestampOf(request.requestedAt),
  method: request.method,
  path: request.path,
  tool: request.tool,
  status: request.status,
  code: request.code,
  request_id: request.requestId,
  duration_ms: request.durationMillis,
});
