import type { HttpLoad } from '../load/load.ts';
import { wireRequest } from './wire.ts';

export const TOKEN_CONNECTIONS = 16;

/** Tokens for client credentials, of whoever issues them at a path. */
export function tokenLoad(
  origin: string,
  path: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): HttpLoad {
  const request = wireRequest(origin, {
    method: 'POST',
    path,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  // A signed token: its header is JSON in base64url.
  return { origin, connections: TOKEN_CONNECTIONS, status: 200, holds: '"access_token":"ey', requests: [request] };
}
