import type { Database, Tx } from '@app/db';
import { and, asc, desc, eq, gt, isNull, max, min, sql } from 'drizzle-orm';
import type { Application } from '../../clients/application.ts';
import { clients } from '../../schema/clients.ts';
import { authorizationCodes, refreshFamilies, refreshTokens } from '../../schema/tokens.ts';

/** A person's live refresh families by client, the one used last first. */
export async function listApplications(
  db: Pick<Database, 'executor'>,
  userId: number,
  now: number,
): Promise<readonly Application[]> {
  const families = refreshFamilies;
  const at = new Date(now);
  const lastUsedAt = max(refreshTokens.createdAt);
  const isLiveToken = and(
    eq(refreshTokens.familyId, families.id),
    isNull(refreshTokens.usedAt),
    gt(refreshTokens.expiresAt, at),
  );
  const rows = await db.executor
    .select({
      clientId: clients.clientId,
      clientName: clients.clientName,
      redirectUris: clients.redirectUris,
      mayWrite: sql<boolean>`bool_or(${families.scope} <> 'read')`,
      since: min(families.createdAt),
      lastUsedAt,
    })
    .from(families)
    .innerJoin(refreshTokens, isLiveToken)
    .innerJoin(clients, eq(clients.clientId, families.clientId))
    .where(and(eq(families.userId, userId), isNull(families.endedAt), gt(families.expiresAt, at)))
    .groupBy(clients.clientId)
    .orderBy(desc(lastUsedAt), asc(clients.clientId));
  // A group has rows, so it has a first and a last one.
  return rows.map((row) => ({ ...row, since: row.since!, lastUsedAt: row.lastUsedAt! }));
}

/** Codes that a person gave out and nobody has redeemed yet would begin a new family. */
export async function deleteUnusedCodes(tx: Tx, userId: number, clientId: string): Promise<void> {
  const codes = authorizationCodes;
  await tx.delete(codes).where(and(eq(codes.userId, userId), eq(codes.clientId, clientId), isNull(codes.usedAt)));
}
