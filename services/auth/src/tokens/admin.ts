import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { timestampOf } from '../users/user.ts';
import { endFamiliesOfClient, endFamiliesOfUser, endFamily } from './families.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface TokenFilter {
  readonly userId: number | undefined;
  readonly clientId: string | undefined;
  readonly isActiveOnly: boolean;
}

/** Refresh tokens of OAuth clients, oldest first (OADM-R03). */
export async function listTokens({ db, clock }: Omit<Deps, 'logger'>, filter: TokenFilter) {
  const now = new Date(clock.millis()).toISOString();
  const conditions: SQL[] = [sql`f.client_id is not null`];
  if (filter.userId !== undefined) conditions.push(sql`f.user_id = ${filter.userId}::bigint`);
  if (filter.clientId !== undefined) conditions.push(sql`f.client_id = ${filter.clientId}`);
  if (filter.isActiveOnly) conditions.push(sql`t.used_at is null and f.ended_at is null and t.expires_at > ${now}::timestamptz`);
  const rows = await db.executor.execute<{
    id: string;
    user_id: string;
    client_id: string;
    client_name: string | null;
    scope: string;
    revoked: boolean;
    expires_at: string;
    created_at: string;
  }>(sql`
    select t.id, f.user_id, f.client_id, c.client_name, f.scope, t.used_at is not null or f.ended_at is not null as revoked,
      t.expires_at, t.created_at
    from refresh_tokens t join refresh_families f on f.id = t.family_id left join clients c on c.client_id = f.client_id
    where ${sql.join(conditions, sql` and `)} order by t.id`);
  return rows.map((row) => ({
    id: Number(row.id),
    user_id: Number(row.user_id),
    client_id: row.client_id,
    client_name: row.client_name ?? 'Unknown',
    scope: row.scope,
    revoked: row.revoked,
    expires_at: Math.floor(new Date(row.expires_at).getTime() / 1000),
    created_at: timestampOf(new Date(row.created_at)),
  }));
}

/** Exactly one of them. */
export type TokenSelector = { readonly tokenId: number } | { readonly userId: number } | { readonly clientId: string };

/**
 * Ends the families of one token, of a user or of a client, and tells how many live tokens died.
 * @throws Failure 404 `invalid_request` for an unknown token
 */
export async function revokeTokens({ db, clock, logger }: Deps, selector: TokenSelector, actorId: number): Promise<number> {
  const now = clock.millis();
  const revoked = await db.write(async (tx) => {
    const ended = await end(tx, selector, now);
    await record(tx, tokensRevoked(selector, ended, actorId));
    return ended;
  });
  logger.info({ audit: 'tokens_revoked', selector, actor: actorId, revoked }, 'an administrator revoked refresh tokens');
  return revoked;
}

const tokensRevoked = (selector: TokenSelector, revoked: number, userId: number) =>
  ({
    kind: 'tokens_revoked',
    userId,
    targetUserId: 'userId' in selector ? selector.userId : null,
    details: {
      revoked,
      ...('tokenId' in selector ? { token_id: selector.tokenId } : {}),
      ...('clientId' in selector ? { client: selector.clientId } : {}),
    },
  }) as const;

async function end(tx: Tx, selector: TokenSelector, now: number): Promise<number> {
  if ('userId' in selector) return endFamiliesOfUser(tx, selector.userId, 'administrator', now);
  if ('clientId' in selector) return endFamiliesOfClient(tx, selector.clientId, 'administrator', now);
  const familyId = await familyOfToken(tx, selector.tokenId);
  if (familyId === undefined) throw new Failure('invalid_request', 404, `There is no refresh token ${selector.tokenId}`);
  return endFamily(tx, familyId, 'administrator', now);
}

async function familyOfToken(tx: Tx, tokenId: number): Promise<number | undefined> {
  const [row] = await tx.execute<{ family_id: string }>(sql`
    select t.family_id from refresh_tokens t join refresh_families f on f.id = t.family_id
    where t.id = ${tokenId}::bigint and f.client_id is not null`);
  return row && Number(row.family_id);
}
