import { anyOf, builtOnce, type Database, type Tx, type Value } from '@app/db';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { SYSTEM_ID } from '../credentials/user.ts';
import { clients } from '../schema/clients.ts';
import { authorizationCodes, authorizationRequests } from '../schema/tokens.ts';
import { users } from '../schema/users.ts';
import type { Client, ClientMetadata, GrantType } from './client.ts';

type Reads = Pick<Database, 'executor'>;

const columns = {
  clientId: clients.clientId,
  ownerId: clients.ownerId,
  clientName: clients.clientName,
  redirectUris: clients.redirectUris,
  grantTypes: clients.grantTypes,
  scope: clients.scope,
  authMethod: clients.authMethod,
  createdAt: clients.createdAt,
  lastUsedAt: clients.lastUsedAt,
};

type Row = Omit<Client, 'grantTypes'> & { readonly grantTypes: readonly string[] };
const clientOf = (row: Row): Client => ({ ...row, grantTypes: row.grantTypes as readonly GrantType[] });

export interface NewClient extends ClientMetadata {
  readonly clientId: string;
  readonly ownerId: number;
  readonly secretDigest: Buffer | null;
  /** Of the page's form that it comes from; null for a call. */
  readonly formDigest: Buffer | null;
}

/** Undefined when the same form has made a client before. */
export async function insertClient(tx: Tx, client: NewClient, now: Date): Promise<Client | undefined> {
  const { redirectUris, grantTypes, ...rest } = client;
  const [row] = await tx
    .insert(clients)
    .values({ ...rest, redirectUris: [...redirectUris], grantTypes: [...grantTypes], createdAt: now })
    .onConflictDoNothing({ target: clients.formDigest })
    .returning(columns);
  return row && clientOf(row);
}

/** A client as the token endpoint needs it. */
export interface ClientCredentials {
  readonly client: Client;
  readonly secretDigest: Buffer | null;
  readonly isOwnerActive: boolean;
  /** Of the client's row: another one after every change. */
  readonly version: string;
}

const credentialsOf = builtOnce((ex, clientIds: Value<readonly string[]>) =>
  ex
    .select({
      client: columns,
      secretDigest: clients.secretDigest,
      isOwnerActive: users.isActive,
      version: sql<string>`${clients}.xmin::text`,
    })
    .from(clients)
    .innerJoin(users, eq(users.id, clients.ownerId))
    .where(anyOf(clients.clientId, clientIds)),
);

/** Clients by id, those that exist. */
export const listClientCredentials = async (
  db: Reads,
  clientIds: readonly string[],
): Promise<readonly ClientCredentials[]> =>
  (await credentialsOf(db.executor, clientIds)).map(({ client, ...rest }) => ({ client: clientOf(client), ...rest }));

export async function findClient(db: Reads, clientId: string): Promise<Client | undefined> {
  return (await listClientCredentials(db, [clientId]))[0]?.client;
}

/** A user's own clients, oldest first. Dynamically registered ones belong to the system and are nobody's. */
export async function listClients(db: Reads, ownerId: number): Promise<readonly Client[]> {
  const rows = await db.executor
    .select(columns)
    .from(clients)
    .where(and(eq(clients.ownerId, ownerId), ne(clients.ownerId, SYSTEM_ID)))
    .orderBy(asc(clients.createdAt), asc(clients.clientId));
  return rows.map(clientOf);
}

export async function recordUse(db: Reads, clientId: string, now: Date): Promise<void> {
  await db.executor.update(clients).set({ lastUsedAt: now }).where(eq(clients.clientId, clientId));
}

/** Removes a client of this owner, with its open requests and unused codes; false when there is none. */
export async function deleteOwnClient(tx: Tx, clientId: string, ownerId: number): Promise<boolean> {
  const rows = await tx
    .delete(clients)
    .where(and(eq(clients.clientId, clientId), eq(clients.ownerId, ownerId)))
    .returning({ clientId: clients.clientId });
  if (rows.length === 0) return false;
  await tx.delete(authorizationRequests).where(eq(authorizationRequests.clientId, clientId));
  await tx
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.clientId, clientId), isNull(authorizationCodes.usedAt)));
  return true;
}
