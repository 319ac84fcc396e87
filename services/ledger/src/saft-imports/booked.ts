import type { Executor, Tx } from '@app/db';
import { violatedConstraint } from '@app/db';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { saftImportBatches, saftImports } from '../schema/saft-imports.ts';
import type { Wishes } from './saft-import.ts';
import type { Key } from './store.ts';

/** Entries that one transaction has posted: which records they are of, and their numbers, which have no gap. */
export interface Batch {
  readonly lastOrdinal: number;
  readonly firstNumber: number;
  readonly lastNumber: number;
}

/** Begins the posting of an import. `false`: another one of the company is being posted. */
export async function beginCommit(
  tx: Tx,
  { id, clientAccountId }: Key,
  commit: { readonly actorId: number; readonly wishes: Wishes; readonly now: string; readonly lastPosted: number },
): Promise<boolean> {
  const { actorId, wishes, now, lastPosted } = commit;
  try {
    await tx
      .update(saftImports)
      .set({
        ...{ state: 'IMPORTING', wishes, lastPosted, committedAt: now, committedById: actorId, updatedAt: now },
        ...{ faults: null, attempts: 0, finishedAt: null, leaseHolder: null, leaseUntil: null },
      })
      .where(and(eq(saftImports.clientAccountId, clientAccountId), eq(saftImports.id, id)));
    return true;
  } catch (error) {
    if (violatedConstraint(error) === 'saft_imports_importing_key') return false;
    throw error;
  }
}

export async function noteBatch(tx: Tx, { id, clientAccountId }: Key, batch: Batch): Promise<void> {
  await tx.insert(saftImportBatches).values({ ...batch, clientAccountId, importId: id });
}

/** Batches behind an ordinal, in their order. */
export async function batchesAfter(
  db: Executor,
  { id, clientAccountId }: Key,
  ordinal: number,
  limit: number,
): Promise<readonly Batch[]> {
  const { lastOrdinal, firstNumber, lastNumber } = saftImportBatches;
  return db
    .select({ lastOrdinal, firstNumber, lastNumber })
    .from(saftImportBatches)
    .where(
      and(
        eq(saftImportBatches.clientAccountId, clientAccountId),
        eq(saftImportBatches.importId, id),
        gt(lastOrdinal, ordinal),
      ),
    )
    .orderBy(asc(lastOrdinal))
    .limit(limit);
}

/** Sums of lines of an account in a month, `YYYY-MM`; amounts are decimal text. */
export interface Sums extends Record<string, unknown> {
  readonly account: string;
  readonly month: string;
  readonly debit: string;
  readonly credit: string;
}

/** What records of entries come to, by AccountID: those behind one ordinal and up to another. */
export const sumsOfFile = (
  db: Executor,
  { id, clientAccountId }: Key,
  span: { readonly after: number; readonly until: number },
): Promise<readonly Sums[]> =>
  db.execute<Sums>(sql`
    select line ->> 'account' as account, left(r.content ->> 'postingDate', 7) as month,
      sum((line ->> 'debit')::numeric)::text as debit, sum((line ->> 'credit')::numeric)::text as credit
    from saft_import_records r cross join lateral jsonb_array_elements(r.content -> 'lines') line
    where r.client_account_id = ${clientAccountId} and r.import_id = ${id} and r.kind = 'entry'
      and r.ordinal > ${span.after} and r.ordinal <= ${span.until}
    group by 1, 2`);

/** What posted entries with some numbers come to, by account code. */
export async function sumsOfBooks(
  db: Executor,
  clientAccountId: number,
  batches: readonly Batch[],
): Promise<readonly Sums[]> {
  if (batches.length === 0) return [];
  // Each range by its bounds, so that the planner knows how few of a large company's entries they hold.
  const isOfBatches = sql.join(
    batches.map(({ firstNumber, lastNumber }) => sql`e.sequence_number between ${firstNumber} and ${lastNumber}`),
    sql` or `,
  );
  return db.execute<Sums>(sql`
    select a.account_code as account, to_char(l.posting_date, 'YYYY-MM') as month,
      sum(l.debit)::text as debit, sum(l.credit)::text as credit
    from journal_entries e
    join journal_lines l on l.client_account_id = ${clientAccountId} and l.journal_entry_id = e.id
    join accounts a on a.id = l.account_id
    where e.client_account_id = ${clientAccountId} and not e.is_draft and (${isOfBatches})
    group by 1, 2`);
}

/** Whether an entry that stands, neither cancelled nor a reversal, is posted on one of some days. */
export async function hasEntriesBetween(
  db: Executor,
  clientAccountId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from journal_entries e where e.client_account_id = ${clientAccountId} and not e.is_draft and e.cancelled is null
        and e.first_posting_date between ${from}::date and ${to}::date
    ) or exists (
      select from journal_entries e where e.client_account_id = ${clientAccountId} and not e.is_draft and e.cancelled is null
        and e.min_posting_date <> e.max_posting_date and e.min_posting_date <= ${to}::date and e.max_posting_date >= ${from}::date
    ) as found`);
  return row!.found;
}
