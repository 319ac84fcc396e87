import { isDeepStrictEqual } from 'node:util';
import { anyOf, type Executor, rowsInsertion, type Tx } from '@app/db';
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import { externalReconciliations } from '../schema/external-reconciliations.ts';
import { reconciliationScopes } from '../schema/reconciliation-periods.ts';

export type StoredScope = typeof reconciliationScopes.$inferSelect;

const s = reconciliationScopes;
const r = externalReconciliations;

/** The scopes of a period in their order. */
export const scopesOfPeriod = (
  ex: Executor,
  clientAccountId: number,
  periodId: number,
): Promise<readonly StoredScope[]> =>
  ex
    .select()
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.periodId, periodId)))
    .orderBy(asc(s.place), asc(s.key));

const insertScopes = rowsInsertion(s, [
  ...(['clientAccountId', 'periodId', 'key', 'place', 'reconciler', 'asOfDate', 'deadline', 'obstacle'] as const),
  ...(['labelNob', 'labelEng', 'groupKey', 'groupLabelNob', 'groupLabelEng'] as const),
  ...(['relationType', 'relationId', 'relationName', 'externalReconciliationId'] as const),
]);

/** Puts the scopes of a period in the place of those that it had. What is as it was is not written again. */
export async function replaceScopes(
  tx: Tx,
  { clientAccountId, id: periodId }: { readonly clientAccountId: number; readonly id: number },
  scopes: readonly Omit<StoredScope, 'clientAccountId' | 'periodId' | 'place'>[],
): Promise<void> {
  const gone = new Map((await scopesOfPeriod(tx, clientAccountId, periodId)).map((scope) => [scope.key, scope]));
  const missing: StoredScope[] = [];
  for (const [place, scope] of scopes.entries()) {
    const wanted = { ...scope, clientAccountId, periodId, place };
    if (isDeepStrictEqual(gone.get(scope.key), wanted)) gone.delete(scope.key);
    else missing.push(wanted);
  }
  if (gone.size > 0)
    await tx
      .delete(s)
      .where(and(eq(s.clientAccountId, clientAccountId), eq(s.periodId, periodId), anyOf(s.key, [...gone.keys()])));
  await insertScopes(tx, missing);
}

/** The scopes of periods that are replaced go with them. */
export async function removeScopes(tx: Tx, clientAccountId: number, periodIds: readonly number[]): Promise<void> {
  if (periodIds.length === 0) return;
  await tx.delete(s).where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.periodId, periodIds)));
}

/** The records of the scopes of a period that are not retired. */
export const recordsOfScopes = async (
  ex: Executor,
  clientAccountId: number,
  periodId: number,
): Promise<readonly (typeof r.$inferSelect)[]> =>
  ex
    .selectDistinctOn([r.id], getTableColumns(r))
    .from(s)
    .innerJoin(r, and(eq(r.clientAccountId, s.clientAccountId), eq(r.id, s.externalReconciliationId)))
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.periodId, periodId), isNull(r.deletedAt)))
    .orderBy(asc(r.id));

/** The drafts of scopes of some periods. */
export async function draftsOfPeriods(
  ex: Executor,
  clientAccountId: number,
  periodIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await ex
    .select({ id: r.id })
    .from(s)
    .innerJoin(r, and(eq(r.clientAccountId, s.clientAccountId), eq(r.id, s.externalReconciliationId)))
    .where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.periodId, periodIds), eq(r.isDraft, true)));
  return rows.map(({ id }) => id);
}

/** Who made the record of a period that was reconciled last. */
export async function lastReconciler(ex: Executor, clientAccountId: number, periodId: number): Promise<number | null> {
  const [row] = await ex
    .select({ by: r.createdById })
    .from(s)
    .innerJoin(r, and(eq(r.clientAccountId, s.clientAccountId), eq(r.id, s.externalReconciliationId)))
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.periodId, periodId), isNotNull(r.sequenceNumber)))
    .orderBy(desc(r.sequenceNumber))
    .limit(1);
  return row?.by ?? null;
}

/** The periods that records belong to. */
export async function periodsOfRecords(
  ex: Executor,
  clientAccountId: number,
  recordIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await ex
    .selectDistinct({ periodId: s.periodId })
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), anyOf(s.externalReconciliationId, recordIds)))
    .orderBy(asc(s.periodId));
  return rows.map(({ periodId }) => periodId);
}

/** How many scopes a period has, and how many of them have a record that is reconciled. */
export async function standingOf(
  ex: Executor,
  clientAccountId: number,
  periodId: number,
): Promise<{ readonly scopes: number; readonly reconciled: number }> {
  const [row] = await ex
    .select({
      scopes: sql<string>`count(*)`,
      reconciled: sql<string>`count(*) filter (where ${r.sequenceNumber} is not null and ${r.deletedAt} is null)`,
    })
    .from(s)
    .leftJoin(r, and(eq(r.clientAccountId, s.clientAccountId), eq(r.id, s.externalReconciliationId)))
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.periodId, periodId)));
  return { scopes: Number(row!.scopes), reconciled: Number(row!.reconciled) };
}
