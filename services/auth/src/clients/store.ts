import type { Database, Tx } from '@app/db';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { clients } from '../schema/clients.ts';
import type { Scope } from '../scopes/scope.ts';
import { SYSTEM_ID } from '../users/user.ts';
import type { AuthMethod, Client, ClientMetadata, GrantType } from './client.ts';

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
}

/** Clients by id, those that exist. Written out by hand: every token request begins with it. */
export async function listClientCredentials(db: Reads, clientIds: readonly string[]): Promise<readonly ClientCredentials[]> {
  const rows = await db.executor.execute<{
    client_id: string;
    owner_id: string;
    client_name: string;
    redirect_uris: string[];
    grant_types: GrantType[];
    scope: Scope;
    auth_method: AuthMethod;
    secret_digest: Buffer | null;
    created_at: string;
    last_used_at: string | null;
    is_active: boolean;
  }>(sql`
    select c.client_id, c.owner_id, c.client_name, c.redirect_uris, c.grant_types, c.scope, c.auth_method, c.secret_digest, c.created_at,
      c.last_used_at, u.is_active
    from clients c join users u on u.id = c.owner_id where c.client_id = any(${sql.param(clientIds)}::text[])`);
  return rows.map((row) => ({
    client: {
      clientId: row.client_id,
      ownerId: Number(row.owner_id),
      clientName: row.client_name,
      redirectUris: row.redirect_uris,
      grantTypes: row.grant_types,
      scope: row.scope,
      authMethod: row.auth_method,
      createdAt: new Date(row.created_at),
      lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
    },
    secretDigest: row.secret_digest,
    isOwnerActive: row.is_active,
  }));
}

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
  await tx.execute(sql`delete from authorization_requests where client_id = ${clientId}`);
  await tx.execute(sql`delete from authorization_codes where client_id = ${clientId} and used_at is null`);
  return true;
}
