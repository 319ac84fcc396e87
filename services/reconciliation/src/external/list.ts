import { locatePage, type PageMeta } from '@app/contract';
import type { Executor } from '@app/db';
import { and, desc, eq, exists, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import type { ExternalRecord } from './record.ts';

/** Which records of a client account; days of Oslo's calendar, both included. */
export interface RecordFilter {
  readonly clientAccountId: number;
  readonly fromDate: string | undefined;
  readonly toDate: string | undefined;
  readonly asOfFrom: string | undefined;
  readonly asOfTo: string | undefined;
  /** Of one entry, together. */
  readonly relationType: string | undefined;
  readonly relationId: number | undefined;
  readonly relationLineId: number | undefined;
  /** Null: both. */
  readonly isDeleted: boolean | null;
  readonly isDraft: boolean | null;
}

const r = externalReconciliations;
const e = externalReconciliationEntries;

/** A page of records, newest first; what is being recorded for the first time is not there yet. */
export async function listRecords(
  ex: Executor,
  filter: RecordFilter,
  page: { readonly page: number; readonly per_page: number },
): Promise<{ readonly records: readonly ExternalRecord[]; readonly meta: PageMeta }> {
  const condition = conditionOf(ex, filter);
  const { meta, offset } = locatePage(page, await ex.$count(r, condition));
  const records = await ex.select().from(r).where(condition).orderBy(desc(r.id)).limit(page.per_page).offset(offset);
  return { records, meta };
}

const conditionOf = (ex: Executor, filter: RecordFilter): SQL | undefined =>
  and(
    eq(r.clientAccountId, filter.clientAccountId),
    eq(r.isPending, false),
    filter.fromDate === undefined ? undefined : gte(r.createdAt, startOf(filter.fromDate)),
    filter.toDate === undefined ? undefined : lt(r.createdAt, startOf(filter.toDate, 1)),
    filter.asOfFrom === undefined ? undefined : gte(r.asOfDate, filter.asOfFrom),
    filter.asOfTo === undefined ? undefined : lte(r.asOfDate, filter.asOfTo),
    filter.isDeleted === null ? undefined : filter.isDeleted ? isNotNull(r.deletedAt) : isNull(r.deletedAt),
    filter.isDraft === null ? undefined : eq(r.isDraft, filter.isDraft),
    relationOf(ex, filter),
  );

function relationOf(ex: Executor, { relationType, relationId, relationLineId }: RecordFilter): SQL | undefined {
  if (relationType === undefined && relationId === undefined && relationLineId === undefined) return undefined;
  return exists(
    ex
      .select({ one: sql`1` })
      .from(e)
      .where(
        and(
          eq(e.clientAccountId, r.clientAccountId),
          eq(e.externalReconciliationId, r.id),
          relationType === undefined ? undefined : eq(e.relationType, relationType),
          relationId === undefined ? undefined : eq(e.relationId, relationId),
          relationLineId === undefined ? undefined : eq(e.relationLineId, relationLineId),
        ),
      ),
  );
}

/** The moment at which a day begins in Oslo. */
const startOf = (day: string, daysLater = 0): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime('Europe/Oslo').epochMilliseconds);
