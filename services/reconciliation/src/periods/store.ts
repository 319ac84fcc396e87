import type { Executor, Tx } from '@app/db';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { reconciliationPeriods } from '../schema/reconciliation-periods.ts';
import type { Span } from './engine/calendar.ts';

/** A span of the books that is reconciled as a whole (docs/contract/reconciliation-periods.md). */
export type Period = Omit<typeof reconciliationPeriods.$inferSelect, 'replacedAt'>;

const p = reconciliationPeriods;
const selection = {
  id: p.id,
  clientAccountId: p.clientAccountId,
  periodStart: p.periodStart,
  periodEnd: p.periodEnd,
  status: p.status,
  reconciledAt: p.reconciledAt,
  reconciledById: p.reconciledById,
  isHeldOpen: p.isHeldOpen,
  booksRevision: p.booksRevision,
  preparedAt: p.preparedAt,
  version: p.version,
  createdAt: p.createdAt,
  createdById: p.createdById,
};
const shown = (clientAccountId: number): SQL | undefined =>
  and(eq(p.clientAccountId, clientAccountId), isNull(p.replacedAt));

/** By id alone: the caller decides who may see it. */
export async function findPeriod(ex: Executor, id: number): Promise<Period | undefined> {
  const [row] = await ex
    .select(selection)
    .from(p)
    .where(and(eq(p.id, id), isNull(p.replacedAt)));
  return row;
}

export const countPeriods = (ex: Executor, clientAccountId: number): Promise<number> =>
  ex.$count(p, shown(clientAccountId));

/** Some rows of the list, the latest period first. */
export const pageOfPeriods = (
  ex: Executor,
  clientAccountId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Period[]> =>
  ex.select(selection).from(p).where(shown(clientAccountId)).orderBy(desc(p.periodStart)).limit(limit).offset(offset);

/** The periods of a company, the earliest first. */
export const allPeriods = (ex: Executor, clientAccountId: number): Promise<readonly Period[]> =>
  ex.select(selection).from(p).where(shown(clientAccountId)).orderBy(asc(p.periodStart));

/** Locks the row; undefined when the period was replaced meanwhile. */
export async function lockPeriod(tx: Tx, clientAccountId: number, id: number): Promise<Period | undefined> {
  const [row] = await tx
    .select(selection)
    .from(p)
    .where(and(shown(clientAccountId), eq(p.id, id)))
    .for('update');
  return row;
}

/** New periods, each once whoever else makes them. */
export async function insertPeriods(
  tx: Tx,
  clientAccountId: number,
  spans: readonly Span[],
  made: { readonly createdAt: Date; readonly createdById: number },
): Promise<readonly Period[]> {
  if (spans.length === 0) return [];
  return tx
    .insert(p)
    .values(spans.map(({ start, end }) => ({ clientAccountId, periodStart: start, periodEnd: end, ...made })))
    .returning(selection);
}

/** Periods that nobody shall see any more. */
export async function replacePeriods(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  replacedAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(p)
    .set({ replacedAt, version: sql`${p.version} + 1` })
    .where(and(eq(p.clientAccountId, clientAccountId), inArray(p.id, [...ids])));
}

/** Notes of which state of the journal its scopes are. */
export async function notePrepared(
  tx: Tx,
  { clientAccountId, id }: Pick<Period, 'clientAccountId' | 'id'>,
  booksRevision: number,
  preparedAt: Date,
): Promise<void> {
  await tx
    .update(p)
    .set({ booksRevision, preparedAt })
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.id, id)));
}

type Standing = Pick<Period, 'status' | 'isHeldOpen' | 'reconciledAt' | 'reconciledById'>;

/** Another status of a period, with its next version. */
export async function setStanding(
  tx: Tx,
  { clientAccountId, id }: Pick<Period, 'clientAccountId' | 'id'>,
  standing: Partial<Standing>,
): Promise<Period> {
  const [row] = await tx
    .update(p)
    .set({ ...standing, version: sql`${p.version} + 1` })
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.id, id)))
    .returning(selection);
  return row!;
}
