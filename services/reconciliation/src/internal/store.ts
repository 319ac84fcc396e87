import { locatePage, type PageMeta } from '@app/contract';
import { anyOf, type EndParts, type Executor, type NewEvent, outboxInsertFrom, type Tx } from '@app/db';
import { and, asc, eq, exists, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import {
  internalReconciliationCounters as counters,
  internalReconciliationEntries as entries,
  internalReconciliations as records,
} from '../schema/internal-reconciliations.ts';
import type { Entry, Reconciliation } from './reconciliation.ts';

/** Ids for a reconciliation that is about to be made and for its entries. Some may never be used. */
export async function drawIds(
  ex: Executor,
  count: number,
): Promise<{ readonly id: number; readonly entryIds: readonly number[] }> {
  // Raw: sequences are asked, no table.
  const [row] = await ex.execute<{ id: string; entry_ids: string[] }>(sql`
    select nextval('internal_reconciliations_id_seq') as id,
      array(select nextval('internal_reconciliation_entries_id_seq') from generate_series(1, ${count}::int)) as entry_ids`);
  return { id: Number(row!.id), entryIds: row!.entry_ids.map(Number) };
}

/** By id alone: the caller decides who may see it. */
export async function findReconciliation(ex: Executor, id: number): Promise<Reconciliation | undefined> {
  const [row] = await ex.select().from(records).where(eq(records.id, id));
  return row;
}

/** Waits for whoever else changes it. */
export async function lockReconciliation(
  tx: Tx,
  { clientAccountId, id }: Pick<Reconciliation, 'clientAccountId' | 'id'>,
): Promise<Reconciliation | undefined> {
  const [row] = await tx
    .select()
    .from(records)
    .where(and(eq(records.clientAccountId, clientAccountId), eq(records.id, id)))
    .for('update');
  return row;
}

/** Entries of reconciliations of one account, by their reconciliation, in their places. */
export async function entriesOf(
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Entry[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ex
    .select()
    .from(entries)
    .where(and(eq(entries.clientAccountId, clientAccountId), anyOf(entries.reconciliationId, ids)))
    .orderBy(asc(entries.reconciliationId), asc(entries.position));
  return Map.groupBy(rows, ({ reconciliationId }) => reconciliationId);
}

export interface Filter {
  readonly clientAccountId: number;
  /** Calendar days, both included. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly journalEntryLineId?: number | undefined;
  readonly journalEntryId?: number | undefined;
  readonly isDraft?: boolean | undefined;
  readonly isDeleted: boolean;
}

const hasEntry = (ex: Executor, condition: SQL): SQL =>
  exists(
    ex
      .select({ one: sql`1` })
      .from(entries)
      .where(
        and(eq(entries.clientAccountId, records.clientAccountId), eq(entries.reconciliationId, records.id), condition),
      ),
  );

const conditionOf = (ex: Executor, filter: Filter): SQL =>
  and(
    eq(records.clientAccountId, filter.clientAccountId),
    filter.isDeleted ? isNotNull(records.deletedAt) : isNull(records.deletedAt),
    filter.isDraft === undefined
      ? undefined
      : filter.isDraft
        ? isNull(records.sequenceNumber)
        : isNotNull(records.sequenceNumber),
    filter.dateFrom === undefined ? undefined : gte(records.reconciliationDate, filter.dateFrom),
    filter.dateTo === undefined ? undefined : lte(records.reconciliationDate, filter.dateTo),
    filter.journalEntryLineId === undefined
      ? undefined
      : hasEntry(ex, eq(entries.journalEntryLineId, filter.journalEntryLineId)),
    filter.journalEntryId === undefined ? undefined : hasEntry(ex, eq(entries.journalEntryId, filter.journalEntryId)),
  )!;

/** A page of reconciliations, oldest first. */
export async function listReconciliations(
  ex: Executor,
  filter: Filter,
  page: { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: readonly Reconciliation[]; readonly meta: PageMeta }> {
  const condition = conditionOf(ex, filter);
  const { meta, offset } = locatePage(page, await ex.$count(records, condition));
  const rows = await ex
    .select()
    .from(records)
    .where(condition)
    .orderBy(asc(records.id))
    .limit(page.per_page)
    .offset(offset);
  return { rows, meta };
}

/** Gives the next number of the account; held until the transaction ends, so that numbers have no gap. */
async function nextNumber(tx: Tx, clientAccountId: number): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ clientAccountId, lastSequenceNumber: 1 })
    .onConflictDoUpdate({
      target: counters.clientAccountId,
      set: { lastSequenceNumber: sql`${counters.lastSequenceNumber} + 1` },
    })
    .returning({ number: counters.lastSequenceNumber });
  return row!.number;
}

type Named = Pick<Reconciliation, 'clientAccountId' | 'id'>;

const entryRows = ({ clientAccountId, id }: Named, some: readonly Entry[], from: number) =>
  some.map((entry, index) => ({ ...entry, clientAccountId, reconciliationId: id, position: from + index }));

export interface NewReconciliation extends Named {
  readonly reconciliationDate: string;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly createdById: number;
  readonly entries: readonly Entry[];
}

/** Stores a draft. */
export async function insertDraft(tx: Tx, { entries: some, ...record }: NewReconciliation): Promise<void> {
  await tx.insert(records).values(record);
  await tx.insert(entries).values(entryRows(record, some, 0));
}

/**
 * Stores a reconciliation whose claims stand, gives it the next number of the account, says so, and ends its run. Raw:
 * one statement that commits by itself, since everybody else of the account waits for the number from here on.
 * @param end.said the event, whose number is not known yet
 * @param end.result of the run, but for its `sequenceNumber`
 * @returns its number; undefined when somebody else has ended the run
 */
export async function insertCommitted(
  ex: Executor,
  { entries: some, ...record }: NewReconciliation & Pick<Reconciliation, 'exchangeEntryId'>,
  { parts, said, result }: { readonly parts: EndParts; readonly said: NewEvent; readonly result: object },
): Promise<number | undefined> {
  const { clientAccountId, id, reconciliationDate, note, exchangeEntryId, createdAt, createdById } = record;
  const rows = JSON.stringify(some.map((entry, position) => ({ ...entry, position })));
  const ended = sql`${JSON.stringify(result)}::text::jsonb || jsonb_build_object('sequenceNumber', sequence_number)`;
  const [stored] = await ex.execute<{ sequence_number: string }>(sql`
    with run as (${parts.held}), number as (
      insert into ${counters} as c (client_account_id, last_sequence_number) select ${clientAccountId}::bigint, 1 from run
      on conflict (client_account_id) do update set last_sequence_number = c.last_sequence_number + 1
      returning last_sequence_number
    ), record as (
      insert into ${records} (id, client_account_id, sequence_number, reconciliation_date, note, exchange_entry_id,
        created_at, created_by_id)
      select ${id}::bigint, ${clientAccountId}::bigint, last_sequence_number, ${reconciliationDate}::date, ${note}::text,
        ${exchangeEntryId}::bigint, ${createdAt.toISOString()}::timestamptz, ${createdById}::bigint
      from number
      returning sequence_number
    ), taken as (
      insert into ${entries} (id, client_account_id, reconciliation_id, position, journal_entry_id,
        journal_entry_line_id, debit, credit, debit_fc, credit_fc, exchange_rate)
      select e.id, ${clientAccountId}::bigint, ${id}::bigint, e.position, e."journalEntryId", e."journalEntryLineId",
        e.debit, e.credit, e."debitFc", e."creditFc", e."exchangeRate"
      from record, jsonb_to_recordset(${rows}::text::jsonb) as e (id bigint, position smallint, "journalEntryId" bigint,
        "journalEntryLineId" bigint, debit numeric, credit numeric, "debitFc" numeric, "creditFc" numeric,
        "exchangeRate" numeric)
    ), event as (${outboxInsertFrom(said, { sequence_number: sql`sequence_number` }, sql`record`)}
    ), ended as (${parts.ended(ended, sql`record`)})
    select sequence_number from record`);
  return stored && Number(stored.sequence_number);
}

/** Makes a draft whose claims stand a committed reconciliation. @returns its number */
export async function commitDraft(
  tx: Tx,
  record: Named,
  { exchangeEntryId, added, from }: { exchangeEntryId: number | null; added: readonly Entry[]; from: number },
): Promise<number> {
  const sequenceNumber = await nextNumber(tx, record.clientAccountId);
  await tx
    .update(records)
    .set({ sequenceNumber, exchangeEntryId })
    .where(and(eq(records.clientAccountId, record.clientAccountId), eq(records.id, record.id)));
  if (added.length > 0) await tx.insert(entries).values(entryRows(record, added, from));
  return sequenceNumber;
}

/** @returns whether there was such a draft */
export async function removeDraft(tx: Tx, { clientAccountId, id }: Named): Promise<boolean> {
  const gone = await tx
    .delete(records)
    .where(and(eq(records.clientAccountId, clientAccountId), eq(records.id, id), isNull(records.sequenceNumber)))
    .returning({ id: records.id });
  return gone.length > 0;
}

export async function markDeleted(
  tx: Tx,
  { clientAccountId, id }: Named,
  { at, userId }: { readonly at: Date; readonly userId: number },
): Promise<void> {
  await tx
    .update(records)
    .set({ deletedAt: at, deletedById: userId })
    .where(and(eq(records.clientAccountId, clientAccountId), eq(records.id, id), isNull(records.deletedAt)));
}
