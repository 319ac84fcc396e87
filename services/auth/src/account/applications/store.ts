import type { Database, Tx } from '@app/db';
import { sql } from 'drizzle-orm';

/** An application that can renew its access to a person's books. */
export interface Application {
  readonly clientId: string;
  readonly clientName: string;
  /** Hosts that the person is sent back to. */
  readonly redirectUris: readonly string[];
  readonly mayWrite: boolean;
  /** When access was given the first time, of what still lives. */
  readonly since: Date;
  /** When it last got an access token; the time of the consent when it only got the first. */
  readonly lastUsedAt: Date;
}

/** A person's live refresh families by client, the one used last first. */
export async function listApplications(db: Pick<Database, 'executor'>, userId: number, now: number): Promise<readonly Application[]> {
  const at = new Date(now).toISOString();
  const rows = await db.executor.execute<{
    client_id: string;
    client_name: string;
    redirect_uris: string[];
    may_write: boolean;
    since: string;
    last_used_at: string;
  }>(sql`
    select f.client_id, c.client_name, c.redirect_uris, bool_or(f.scope <> 'read') as may_write, min(f.created_at) as since,
      max(t.created_at) as last_used_at
    from refresh_families f
    join refresh_tokens t on t.family_id = f.id and t.used_at is null and t.expires_at > ${at}::timestamptz
    join clients c on c.client_id = f.client_id
    where f.user_id = ${userId}::bigint and f.ended_at is null and f.expires_at > ${at}::timestamptz
    group by f.client_id, c.client_name, c.redirect_uris
    order by last_used_at desc, f.client_id`);
  return rows.map((row) => ({
    clientId: row.client_id,
    clientName: row.client_name,
    redirectUris: row.redirect_uris,
    mayWrite: row.may_write,
    since: new Date(row.since),
    lastUsedAt: new Date(row.last_used_at),
  }));
}

/** Codes that a person gave out and nobody has redeemed yet would begin a new family. */
export async function deleteUnusedCodes(tx: Tx, userId: number, clientId: string): Promise<void> {
  await tx.execute(sql`delete from authorization_codes where user_id = ${userId}::bigint and client_id = ${clientId} and used_at is null`);
}
