import { createClient, deleteClient, listClients, registerClient } from '@app/api/auth/index';
import type { Api } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { SYSTEM_ID, timestampOf } from '../credentials/user.ts';
import type { AuthDeps } from '../deps.ts';
import type { Client } from './client.ts';
import { readMetadata } from './metadata.ts';
import * as operations from './register.ts';
import * as store from './store.ts';

/** A client as its owner sees it: lists are text, as in the request (REG-R10). */
const ownView = (client: Client) => ({
  client_id: client.clientId,
  client_name: client.clientName,
  redirect_uris: client.redirectUris.join(' '),
  grant_types: client.grantTypes.join(' '),
  scope: client.scope,
});

export function serveClients(api: Api, deps: AuthDeps): void {
  api.serve(registerClient, async ({ body }) => {
    const { client, secret } = await operations.registerClient(deps, readMetadata(body, 'dynamic'), SYSTEM_ID);
    return {
      client_id: client.clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
      client_name: client.clientName,
      redirect_uris: [...client.redirectUris],
      grant_types: [...client.grantTypes],
      response_types: ['code'],
      scope: client.scope,
      token_endpoint_auth_method: client.authMethod,
      client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
      client_secret_expires_at: 0,
    };
  });

  api.serve(createClient, async ({ body, principal }) => {
    const { client, secret } = await operations.registerClient(
      deps,
      readMetadata(body, 'authenticated'),
      principal.userId,
    );
    return { ...ownView(client), ...(secret === undefined ? {} : { client_secret: secret }) };
  });

  api.serve(listClients, async ({ principal }) => {
    const clients = await store.listClients(deps.db, principal.userId);
    // The published list has no zone suffix.
    return {
      clients: clients.map((client) => ({
        ...ownView(client),
        created_at: timestampOf(client.createdAt).replace(/Z$/, ''),
      })),
    };
  });

  api.serve(deleteClient, async ({ params, principal }) => {
    if (params.client_id.includes('\0'))
      throw new Failure('invalid_client', 404, 'There is no such client among yours');
    await operations.deleteClient(deps, params.client_id, principal.userId);
    return { status: 'success' as const, message: 'The client was deleted' };
  });
}
