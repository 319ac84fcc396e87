import type { AuthDeps } from '../../deps.ts';
import { KEPT_REQUESTS } from './client-request.ts';
import { insertRequests, type NewClientRequest, trimRequests } from './store.ts';

/**
 * Stores requests that the gateway has seen, of too many in one call the last, and keeps each client within its bound.
 * @returns how many were stored: those of clients that are gone, or that nobody owns, are none
 */
export async function recordRequests(
  { db }: Pick<AuthDeps, 'db'>,
  requests: readonly NewClientRequest[],
): Promise<number> {
  if (requests.length === 0) return 0;
  return db.write(async (tx) => {
    const recorded = await insertRequests(tx, requests.slice(-KEPT_REQUESTS));
    if (recorded > 0) await trimRequests(tx, [...new Set(requests.map(({ clientId }) => clientId))].sort());
    return recorded;
  });
}
