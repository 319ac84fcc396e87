import type { NewEvent } from '@app/db';

/** A client is gone: verifiers refuse its access tokens from now on. */
export const clientDeleted = (clientId: string, ownerId: number): NewEvent => ({
  name: 'auth.client.deleted',
  version: 1,
  clientAccountId: null,
  payload: { client_id: clientId, user_id: ownerId },
});
