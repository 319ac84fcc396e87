import { locatePage, type PageMeta } from '@app/contract';
import { anyOf, type Executor, endParts, fixedStatement, type OutboxRow, outboxInsertFrom, type Tx } from '@app/db';
import { and, asc, eq, exists, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import {
  internalReconciliationCounters as counters,
  internalReconciliationEntries as entries,
  internalReconciliations as records,
} from '../schema/internal-reconciliations.ts';
import type { Entry, Reconciliation } from './reconciliation.ts';

/** Ids of a reconciliation that is about to be made, and of its entries. Some may never be used. */
export interface DrawnIds {
  readonly id: number;
  readonly entryIds: readonly number[];
}

// Raw: sequences are asked, no table.
const drawing = fixedStatement(sql`
  select array(select nextval('internal_reconciliations_id_seq') from generate_series(1, ${sql.placeholder('records')}::int)) as ids,
    array(select nextval('internal_reconciliation_entries_id_seq')
      from generate_series(1, ${sql.placeholder('entries')}::int)) as entry_ids`);

/** @param counts how many entries each reconciliation has */
export async function drawIds(ex: Executor, counts: readonly number[]): Promise<readonly DrawnIds[]> {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const [row] = await ex.execute<{ ids: string[]; entry_ids: string[] }>(
    drawing({ records: counts.length, entries: all }),
  );
  const entryIds = row!.entry_ids.map(Number);
  return counts.map((count, index) => ({ id: Number(row!.ids[index]), entryIds: entryIds.splice(0, count) }));
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

/** A reconciliation whose claims stand, and what ends its run. */
export interface CommittedReconciliation extends NewReconciliation, Pick<Reconciliation, 'exchangeEntryId'> {
  readonly commandKey: string;
  /** The event, whose number is not known yet. */
  readonly said: OutboxRow;
  /** Of the run, but for its `sequenceNumber`. */
  readonly result: object;
}

/**
 * Raw, with its text made once: one statement that commits by itself, since everybody else of an account waits for its
 * number from here on.
 */
const committing = (waits: boolean) => {
  const parts = endParts(sql`${sql.placeholder('keys')}::text[]`, { waits });
  const free = waits
    ? sql`select distinct "clientAccountId" as id from asked`
    : sql`select c.client_account_id as id from ${counters} c
        where c.client_account_id = any (${sql.placeholder('accounts')}::bigint[]) for update skip locked`;
  const number = sql`jsonb_build_object('sequence_number', sequence_number)`;
  return fixedStatement(sql`
    with asked as materialized (
      select * from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as a (place int, "commandKey" text, id bigint,
        "clientAccountId" bigint, "reconciliationDate" date, note text, "exchangeEntryId" bigint, "createdAt" timestamptz,
        "createdById" bigint, entries jsonb, said jsonb, result jsonb)
    ), run as materialized (${parts.held}), free as materialized (${free}), mine as materialized (
      select a.*, a."commandKey" as command_key,
        row_number() over (partition by a."clientAccountId" order by a.place) as turn,
        count(*) over (partition by a."clientAccountId") as turns
      from asked a join run on run.command_key = a."commandKey" join free on free.id = a."clientAccountId"
    ), given as (
      insert into ${counters} as c (client_account_id, last_sequence_number)
      select distinct "clientAccountId", turns from mine order by 1
      on conflict (client_account_id) do update set last_sequence_number = c.last_sequence_number + excluded.last_sequence_number
      returning client_account_id, last_sequence_number
    ), record as materialized (
      select m.*, g.last_sequence_number - m.turns + m.turn as sequence_number
      from mine m join given g on g.client_account_id = m."clientAccountId"
    ), kept as (
      insert into ${records} (id, client_account_id, sequence_number, reconciliation_date, note, exchange_entry_id,
        created_at, created_by_id)
      select id, "clientAccountId", sequence_number, "reconciliationDate", note, "exchangeEntryId", "createdAt", "createdById"
      from record
    ), taken as (
      insert into ${entries} (id, client_account_id, reconciliation_id, position, journal_entry_id,
        journal_entry_line_id, debit, credit, debit_fc, credit_fc, exchange_rate)
      select e.id, r."clientAccountId", r.id, e.position, e."journalEntryId", e."journalEntryLineId",
        e.debit, e.credit, e."debitFc", e."creditFc", e."exchangeRate"
      from record r, jsonb_to_recordset(r.entries) as e (id bigint, position smallint, "journalEntryId" bigint,
        "journalEntryLineId" bigint, debit numeric, credit numeric, "debitFc" numeric, "creditFc" numeric,
        "exchangeRate" numeric)
    ), event as (${outboxInsertFrom(sql`record`, sql`said`, number, sql`place`)}
    ), ended as (${parts.ended(sql`record.result || jsonb_build_object('sequenceNumber', record.sequence_number)`, sql`record`)})
    select place, sequence_number from record`);
};
const committingInTurn = committing(true);
const committingWhatIsFree = committing(false);

/**
 * Stores reconciliations whose claims stand, gives each the next number of its account, says so, and ends their runs.
 * @param options.waits for whoever holds a run, or the number of an account; else those are left out
 * @returns their numbers; undefined of what was left out, and where somebody else has ended the run
 */
export async function insertCommitted(
  ex: Executor,
  all: readonly CommittedReconciliation[],
  { waits }: { readonly waits: boolean },
): Promise<readonly (number | undefined)[]> {
  const rows = all.map(({ entries: some, ...record }, place) => ({
    ...{ ...record, place },
    entries: some.map((entry, position) => ({ ...entry, position })),
  }));
  const stored = await ex.execute<{ place: number; sequence_number: string }>(
    (waits ? committingInTurn : committingWhatIsFree)({
      rows: JSON.stringify(rows),
      keys: sql.param(all.map(({ commandKey }) => commandKey)),
      accounts: sql.param([...new Set(all.map(({ clientAccountId }) => clientAccountId))]),
    }),
  );
  const numbers = new Map(stored.map(({ place, sequence_number }) => [place, Number(sequence_number)]));
  return all.map((_, place) => numbers.get(place));
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
