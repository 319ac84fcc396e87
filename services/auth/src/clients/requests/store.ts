import type { Database, Tx } from '@app/db';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { SYSTEM_ID } from '../../credentials/user.ts';
import { clientRequests } from '../../schema/client-requests.ts';
import { clients } from '../../schema/clients.ts';
import { type ClientRequest, KEPT_REQUEST_MILLIS, KEPT_REQUESTS } from './client-request.ts';

type Reads = Pick<Database, 'executor'>;

export interface NewClientRequest extends ClientRequest {
  readonly clientId: string;
  readonly clientAccountId: number | null;
}

/**
 * Adds requests of clients that somebody owns, and gives how many those were. Clients that are gone meanwhile are left
 * out, and the others are held until the rows stand.
 */
export async function insertRequests(tx: Tx, requests: readonly NewClientRequest[]): Promise<number> {
  const rows = requests.map((request, index) => ({
    ...request,
    requestedAt: request.requestedAt.toISOString(),
    index,
  }));
  // Raw: rows from one JSON parameter, which the builder does not write.
  const stored = await tx.execute(sql`
    insert into ${clientRequests}
      (client_id, requested_at, method, path, status, code, tool, request_id, duration_millis, client_account_id)
    select c.client_id, r."requestedAt", r.method, r.path, r.status, r.code, r.tool, r."requestId", r."durationMillis",
      r."clientAccountId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "clientId" text, "requestedAt" timestamptz, method text, path text, status integer, code text, tool text,
      "requestId" text, "durationMillis" integer, "clientAccountId" bigint, index integer)
    join ${clients} c on c.client_id = r."clientId" and c.owner_id <> ${SYSTEM_ID}
    order by r.index
    for key share of c
    returning 1`);
  return stored.length;
}

/** Removes what is beyond the number that is kept of each of these clients, a thousand rows of each at once. */
export async function trimRequests(tx: Tx, clientIds: readonly string[]): Promise<void> {
  // Raw: a subquery for each client by its index.
  await tx.execute(sql`
    delete from ${clientRequests} where id = any (array(
      select old.id
      from jsonb_array_elements_text(${JSON.stringify(clientIds)}::jsonb) as of_client(client_id)
      cross join lateral (
        select r.id from ${clientRequests} r where r.client_id = of_client.client_id
        order by r.id desc offset ${KEPT_REQUESTS}::int limit 1000) old
      order by old.id))`);
}

/** A client's requests, the newest first. @param before id of the last row that was given */
export async function listRequests(
  db: Reads,
  {
    clientId,
    before,
    isFailed,
    now,
    most,
  }: {
    readonly clientId: string;
    readonly before: number | undefined;
    readonly isFailed: boolean | undefined;
    readonly now: number;
    readonly most: number;
  },
): Promise<readonly (ClientRequest & { readonly id: number })[]> {
  const { id, requestedAt, method, path, status, code, tool, requestId, durationMillis } = clientRequests;
  return db.executor
    .select({ id, requestedAt, method, path, status, code, tool, requestId, durationMillis })
    .from(clientRequests)
    .where(
      and(
        eq(clientRequests.clientId, clientId),
        gte(requestedAt, new Date(now - KEPT_REQUEST_MILLIS)),
        before === undefined ? undefined : lt(id, before),
        isFailed === undefined ? undefined : failed(isFailed),
      ),
    )
    .orderBy(desc(id))
    .limit(most);
}

/** A tool that was refused is answered 200 with a code. */
const failed = (wanted: boolean) =>
  wanted
    ? sql`(${clientRequests.status} >= 400 or ${clientRequests.code} is not null)`
    : sql`(${clientRequests.status} < 400 and ${clientRequests.code} is null)`;

/** Forgets what is older than it is kept, a part at a time; gives how many rows went. */
export async function deleteOldRequests(tx: Tx, now: number): Promise<number> {
  const before = new Date(now - KEPT_REQUEST_MILLIS).toISOString();
  // Raw: the builder deletes without a bound.
  const gone = await tx.execute(sql`
    delete from ${clientRequests} where id = any (array(
      select id from ${clientRequests} where requested_at < ${before}::timestamptz limit 20000))
    returning 1`);
  return gone.length;
}
