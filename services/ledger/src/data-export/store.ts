import type { Database, Executor, Tx } from '@app/db';
import { newKey } from '@app/files';
import type { Language } from '@app/runtime';
import { and, asc, count, eq, inArray, isNotNull, lt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Span } from '../saft/parts.ts';
import { dataExports } from '../schema/data-exports.ts';

export type DataExport = typeof dataExports.$inferSelect;

export interface NewExport extends Span {
  readonly clientAccountId: number;
  readonly userId: number;
  readonly language: Language;
  /** A moment of the service's clock. */
  readonly createdAt: string;
}

const isUnderWay = inArray(dataExports.status, ['QUEUED', 'RUNNING']);
const inSeconds = (seconds: number): SQL => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Gives its id; undefined while another one of the account is under way. */
export async function queueExport(ex: Executor, { from, to, ...wanted }: NewExport): Promise<number | undefined> {
  const [row] = await ex
    .insert(dataExports)
    .values({ ...wanted, dateFrom: from, dateTo: to })
    .onConflictDoNothing()
    .returning({ id: dataExports.id });
  return row?.id;
}

/** How many archives of the account the file store has, and when the one was ready that goes first. */
export async function keptArchives(
  ex: Executor,
  clientAccountId: number,
): Promise<{ readonly kept: number; readonly oldest: string | null }> {
  const [row] = await ex
    .select({ kept: count(), oldest: min(dataExports.finishedAt) })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.clientAccountId, clientAccountId),
        isNotNull(dataExports.fileKey),
        isNotNull(dataExports.finishedAt),
      ),
    );
  return row!;
}

export async function findExport(ex: Executor, id: number): Promise<DataExport | undefined> {
  const [row] = await ex.select().from(dataExports).where(eq(dataExports.id, id));
  return row;
}

/** One that this process works on, and what an earlier attempt may have stored. */
export interface TakenExport extends DataExport {
  readonly fileKey: string;
  readonly formerKey: string | null;
}

/**
 * Takes the one that has waited longest of those that nobody works on, under a new key of the file store. Each goes to
 * one replica.
 */
export const takeExport = (db: Database, leaseSeconds: number): Promise<TakenExport | undefined> =>
  db.write(async (tx) => {
    const [due] = await tx
      .select()
      .from(dataExports)
      .where(and(isUnderWay, lte(dataExports.leaseUntil, sql`clock_timestamp()`)))
      .orderBy(asc(dataExports.leaseUntil), asc(dataExports.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const fileKey = newKey(due.clientAccountId);
    const [row] = await tx
      .update(dataExports)
      .set({
        status: 'RUNNING',
        attempts: sql`${dataExports.attempts} + 1`,
        leaseUntil: inSeconds(leaseSeconds),
        fileKey,
      })
      .where(eq(dataExports.id, due.id))
      .returning();
    return { ...row!, fileKey, formerKey: due.fileKey };
  });

/** Who works on it: nobody else has begun it since. */
const heldBy = ({ id, attempts }: Pick<DataExport, 'id' | 'attempts'>): SQL | undefined =>
  and(eq(dataExports.id, id), eq(dataExports.attempts, attempts), eq(dataExports.status, 'RUNNING'));

/** Keeps it for as long again; false when somebody else works on it by now. */
export async function keepExport(db: Database, held: DataExport, leaseSeconds: number): Promise<boolean> {
  const rows = await db.executor
    .update(dataExports)
    .set({ leaseUntil: inSeconds(leaseSeconds) })
    .where(heldBy(held))
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/** Lets it be begun again after a while. */
export async function releaseExport(db: Database, held: DataExport, waitSeconds: number): Promise<void> {
  await db.executor
    .update(dataExports)
    .set({ leaseUntil: inSeconds(waitSeconds) })
    .where(heldBy(held));
}

export interface Archive {
  readonly fileName: string;
  readonly fileSize: number;
}

/** False when somebody else works on it by now. */
export async function endExport(
  tx: Tx,
  held: DataExport,
  ended:
    | { readonly status: 'READY'; readonly archive: Archive; readonly at: string }
    | { readonly status: 'FAILED'; readonly errorMessage: string; readonly at: string },
): Promise<boolean> {
  const { status, at } = ended;
  const rows = await tx
    .update(dataExports)
    .set({
      status,
      finishedAt: at,
      ...(status === 'READY' ? ended.archive : { errorMessage: ended.errorMessage }),
    })
    .where(heldBy(held))
    .returning({ id: dataExports.id });
  return rows.length > 0;
}

/** Those whose bytes may go: they ended before a moment, or came to nothing. */
export async function endedExports(ex: Executor, before: string, most: number): Promise<readonly DataExport[]> {
  return ex
    .select()
    .from(dataExports)
    .where(
      and(
        isNotNull(dataExports.fileKey),
        isNotNull(dataExports.finishedAt),
        sql`(${dataExports.status} = 'FAILED' or ${lt(dataExports.finishedAt, before)})`,
      ),
    )
    .orderBy(asc(dataExports.finishedAt))
    .limit(most);
}

/** Its bytes are gone from the file store. */
export async function forgetArchive(ex: Executor, id: number): Promise<void> {
  await ex.update(dataExports).set({ fileKey: null }).where(eq(dataExports.id, id));
}

/** Where the file store has the archives of a client account. */
export async function archiveKeys(ex: Executor, clientAccountId: number): Promise<readonly string[]> {
  const rows = await ex
    .select({ key: dataExports.fileKey })
    .from(dataExports)
    .where(and(eq(dataExports.clientAccountId, clientAccountId), isNotNull(dataExports.fileKey)));
  return rows.map(({ key }) => key!);
}
