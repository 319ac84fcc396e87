import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { endFamiliesOfClient, endFamiliesOfUser, endFamily } from '../credentials/families.ts';
import { timestampOf } from '../credentials/user.ts';
import { clients } from '../schema/clients.ts';
import { refreshFamilies, refreshTokens } from '../schema/tokens.ts';

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
  const isOpen = and(
    isNull(refreshTokens.usedAt),
    isNull(refreshFamilies.endedAt),
    gt(refreshTokens.expiresAt, new Date(clock.millis())),
  );
  const rows = await db.executor
    .select({ token: refreshTokens, family: refreshFamilies, clientName: clients.clientName })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .leftJoin(clients, eq(clients.clientId, refreshFamilies.clientId))
    .where(
      and(
        isNotNull(refreshFamilies.clientId),
        filter.userId === undefined ? undefined : eq(refreshFamilies.userId, filter.userId),
        filter.clientId === undefined ? undefined : eq(refreshFamilies.clientId, filter.clientId),
        filter.isActiveOnly ? isOpen : undefined,
      ),
    )
    .orderBy(asc(refreshTokens.id));
  return rows.map(({ token, family, clientName }) => ({
    id: token.id,
    user_id: family.userId,
    client_id: family.clientId!,
    client_name: clientName ?? 'Unknown',
    scope: family.scope,
    revoked: token.usedAt !== null || family.endedAt !== null,
    expires_at: Math.floor(token.expiresAt.getTime() / 1000),
    created_at: timestampOf(token.createdAt),
  }));
}

/** Exactly one of them. */
export type TokenSelector = { readonly tokenId: number } | { readonly userId: number } | { readonly clientId: string };

/**
 * Ends the families of one token, of a user or of a client, and returns how many live tokens died.
 * @throws Failure 404 `invalid_request` for an unknown token
 */
export async function revokeTokens(
  { db, clock, logger }: Deps,
  selector: TokenSelector,
  actorId: number,
): Promise<number> {
  const now = clock.millis();
  const revoked = await db.write(async (tx) => {
    const ended = await end(tx, selector, now);
    await record(tx, tokensRevoked(selector, ended, actorId));
    return ended;
  });
  logger.info(
    { audit: 'tokens_revoked', selector, actor: actorId, revoked },
    'an administrator revoked refresh tokens',
  );
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
  if ('userId' in selector) return (await endFamiliesOfUser(tx, selector.userId, 'administrator', now)).tokens;
  if ('clientId' in selector) return (await endFamiliesOfClient(tx, selector.clientId, 'administrator', now)).tokens;
  const familyId = await familyOfToken(tx, selector.tokenId);
  if (familyId === undefined)
    throw new Failure('invalid_request', 404, `There is no refresh token ${selector.tokenId}`);
  return (await endFamily(tx, familyId, 'administrator', now)).tokens;
}

async function familyOfToken(tx: Tx, tokenId: number): Promise<number | undefined> {
  const [row] = await tx
    .select({ familyId: refreshFamilies.id })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .where(and(eq(refreshTokens.id, tokenId), isNotNull(refreshFamilies.clientId)));
  return row?.familyId;
}
