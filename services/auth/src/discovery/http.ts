import { authorizationServer, keySet, protectedResource, protectedToolEndpoint } from '@app/api/auth/index';
import { authorizationServerMetadata, protectedResourceMetadata } from '@app/api/auth/metadata';
import { type Api, reply } from '@app/contract';
import type { AuthDeps } from '../deps.ts';

/** Public and the same for everybody; verifiers need not ask for every token. */
const CACHED = { 'Cache-Control': 'public, max-age=300' };

export function serveDiscovery(api: Api, { issuer, keys }: AuthDeps): void {
  api.serve(authorizationServer, async () => reply(200, authorizationServerMetadata(issuer), CACHED));
  api.serve(protectedResource, async () => reply(200, protectedResourceMetadata(issuer, issuer), CACHED));
  api.serve(protectedToolEndpoint, async () => reply(200, protectedResourceMetadata(issuer, `${issuer}/mcp`), CACHED));
  api.serve(keySet, async () => reply(200, { keys: await keys.publicKeys() }, CACHED));
}
