import { randomBytes } from 'node:crypto';
import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { appendToOutbox, type Database } from '@app/db';
import { clientDeleted } from '@app/identity';
import type { Clock, Logger } from '@app/runtime';
import { endFamiliesOfClient } from '../credentials/families.ts';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import type { Client, ClientMetadata } from './client.ts';
import { deleteOwnClient, insertClient } from './store.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Random and with a letter first: it can never equal a user id (RFC 9700 section 4.15). */
const newClientId = (): string => `app_${randomBytes(18).toString('base64url')}`;

export interface Registered {
  readonly client: Client;
  readonly secret: string | undefined;
}

/**
 * Stores a client. The secret exists in this answer and nowhere else: only its digest is kept. A client of the method
 * `none` has none.
 */
export async function registerClient(deps: Deps, metadata: ClientMetadata, ownerId: number): Promise<Registered> {
  const registered = await register(deps, metadata, ownerId, null);
  if (!registered) throw new Error('A client that no form made was refused as a second one');
  return registered;
}

/**
 * Stores the client that a form of the account pages asks for; undefined when that form has made one before.
 * @param formId what makes the form unlike any other of this person
 */
export const registerClientOnce = (
  deps: Deps,
  metadata: ClientMetadata,
  ownerId: number,
  formId: string,
): Promise<Registered | undefined> => register(deps, metadata, ownerId, digestOf(`${ownerId}:${formId}`));

async function register(
  deps: Deps,
  metadata: ClientMetadata,
  ownerId: number,
  formDigest: Buffer | null,
): Promise<Registered | undefined> {
  const secret = metadata.authMethod === 'none' ? undefined : newSecret();
  const secretDigest = secret === undefined ? null : digestOf(secret);
  const stored = { ...metadata, clientId: newClientId(), ownerId, secretDigest, formDigest };
  const client = await deps.db.write(async (tx) => {
    const inserted = await insertClient(tx, stored, new Date(deps.clock.millis()));
    if (inserted)
      await record(tx, { kind: 'client_registered', targetUserId: ownerId, details: { client: inserted.clientId } });
    return inserted;
  });
  if (!client) return undefined;
  deps.logger.info({ audit: 'client_created', client: client.clientId, owner: ownerId }, 'a client was registered');
  return { client, secret };
}

/**
 * Removes a client for good: its codes and refresh tokens end with it, and every verifier is notified.
 * @throws Failure 404 `invalid_client` for an unknown client and for another user's
 */
export async function deleteClient(deps: Deps, clientId: string, ownerId: number): Promise<void> {
  await deps.db.write(async (tx) => {
    if (!(await deleteOwnClient(tx, clientId, ownerId)))
      throw new Failure('invalid_client', 404, 'There is no such client among yours');
    await record(tx, { kind: 'client_deleted', targetUserId: ownerId, details: { client: clientId } });
    await endFamiliesOfClient(tx, clientId, 'client_deleted', deps.clock.millis());
    await appendToOutbox(tx, clientDeleted.create({ client_id: clientId, user_id: ownerId }));
  });
  deps.logger.info({ audit: 'client_deleted', client: clientId, owner: ownerId }, 'a client was deleted');
}
