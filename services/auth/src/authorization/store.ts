import type { Database, Tx } from '@app/db';
import { and, eq, gt, lt } from 'drizzle-orm';
import { authorizationRequests } from '../schema/tokens.ts';
import type { Scope } from '../scopes/scope.ts';

/** An authorization request that waits for a person's answer. */
export interface PendingRequest {
  readonly clientId: string;
  /** Path and query of the authorize address. */
  readonly address: string;
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly state: string | null;
  readonly resource: string | null;
  readonly codeChallenge: string;
}

export async function insertRequest(
  db: Pick<Database, 'executor'>,
  request: PendingRequest & { readonly tokenDigest: Buffer; readonly sessionDigest: Buffer },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.executor.insert(authorizationRequests).values({ ...request, createdAt: now, expiresAt });
}

/** Takes a request out, once: the token must belong to it and it to the session, and it must not be too old. */
export async function takeRequest(
  tx: Tx,
  tokenDigest: Buffer,
  sessionDigest: Buffer,
  now: Date,
): Promise<PendingRequest | undefined> {
  const [row] = await tx
    .delete(authorizationRequests)
    .where(
      and(
        eq(authorizationRequests.tokenDigest, tokenDigest),
        eq(authorizationRequests.sessionDigest, sessionDigest),
        gt(authorizationRequests.expiresAt, now),
      ),
    )
    .returning({
      clientId: authorizationRequests.clientId,
      address: authorizationRequests.address,
      redirectUri: authorizationRequests.redirectUri,
      scope: authorizationRequests.scope,
      state: authorizationRequests.state,
      resource: authorizationRequests.resource,
      codeChallenge: authorizationRequests.codeChallenge,
    });
  return row;
}

/** Where the request came from, to lead a person back to it after a login. */
export async function findRequestAddress(
  db: Pick<Database, 'executor'>,
  tokenDigest: Buffer,
): Promise<string | undefined> {
  const [row] = await db.executor
    .select({ address: authorizationRequests.address })
    .from(authorizationRequests)
    .where(eq(authorizationRequests.tokenDigest, tokenDigest));
  return row?.address;
}

export async function deleteExpiredRequests(tx: Tx, now: Date): Promise<number> {
  const rows = await tx
    .delete(authorizationRequests)
    .where(lt(authorizationRequests.expiresAt, now))
    .returning({ clientId: authorizationRequests.clientId });
  return rows.length;
}
