import { anyOf, type Executor, type Tx, violatedConstraint } from '@app/db';
import type { Stamp } from '@app/records';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import {
  externalReconciliationEntries,
  externalReconciliationNumbers,
  externalReconciliations,
} from '../schema/external-reconciliations.ts';
import { alreadyReconciled, type ExternalEntry, type ExternalRecord, type NewEntry, type Subject } from './record.ts';

const r = externalReconciliations;
const e = externalReconciliationEntries;

/** What identifies a record within its client account. */
export type RecordKey = Pick<ExternalRecord, 'clientAccountId' | 'id'>;

const ofKey = ({ clientAccountId, id }: RecordKey) => and(eq(r.clientAccountId, clientAccountId), eq(r.id, id));

/** By id alone, unless it is being recorded for the first time: the caller decides who may see it. */
export async function findRecord(ex: Executor, id: number): Promise<ExternalRecord | undefined> {
  const [row] = await ex
    .select()
    .from(r)
    .where(and(eq(r.id, id), eq(r.isPending, false)));
  return row;
}

/** The record, pending ones included, locked until the transaction ends. */
export async function lockRecord(tx: Tx, key: RecordKey): Promise<ExternalRecord | undefined> {
  const [row] = await tx.select().from(r).where(ofKey(key)).for('update');
  return row;
}

/** Entries of records of one client account, by record and in their order. */
export async function findEntries(
  ex: Executor,
  clientAccountId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ExternalEntry[]>> {
  const rows = await ex
    .select(getTableColumns(e))
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), anyOf(e.externalReconciliationId, recordIds)))
    .orderBy(asc(e.externalReconciliationId), asc(e.place));
  return Map.groupBy(rows, ({ externalReconciliationId }) => externalReconciliationId);
}

type NewRecord = typeof r.$inferInsert;

/** @throws Failure 409 where another record has taken the subject */
export async function insertRecord(tx: Tx, record: NewRecord): Promise<ExternalRecord> {
  const [row] = await takingSubject(record as Subject, () => tx.insert(r).values(record).returning());
  return row!;
}

/** @throws Failure 409 where another record has taken the subject */
export async function changeRecord(
  tx: Tx,
  record: RecordKey & Subject,
  change: Partial<NewRecord>,
): Promise<ExternalRecord> {
  const [row] = await takingSubject(record, () => tx.update(r).set(change).where(ofKey(record)).returning());
  return row!;
}

/** A second record of one subject is refused by the database, whoever of many comes first. */
async function takingSubject<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'external_reconciliations_subject') throw alreadyReconciled(subject);
    throw error;
  }
}

/** Removes a record that was never seen. */
export async function deleteRecord(tx: Tx, key: RecordKey): Promise<void> {
  await tx.delete(r).where(ofKey(key));
}

/** As many entries as one statement has parameters for. */
const PIECE = 1_000;

/** Writes entries behind those that a record has. */
export async function insertEntries(
  tx: Tx,
  { clientAccountId, id }: RecordKey,
  entries: readonly NewEntry[],
  firstPlace = 0,
): Promise<void> {
  for (let start = 0; start < entries.length; start += PIECE)
    await tx.insert(e).values(
      entries.slice(start, start + PIECE).map(({ share: _, ...entry }, index) => ({
        ...entry,
        ...{ clientAccountId, externalReconciliationId: id, place: firstPlace + start + index },
      })),
    );
}

/** Writes items that a record had, under their ids. */
export async function restoreItems(
  tx: Tx,
  { clientAccountId, id }: RecordKey,
  items: readonly (Pick<ExternalEntry, 'id' | 'place' | 'amount' | 'currencyCode' | 'exchangeRate'> & {
    readonly description: string;
  })[],
): Promise<void> {
  for (let start = 0; start < items.length; start += PIECE)
    await tx
      .insert(e)
      .overridingSystemValue()
      .values(
        items.slice(start, start + PIECE).map((item) => ({
          ...item,
          ...{ clientAccountId, externalReconciliationId: id, kind: 'RECONCILING_ITEM' as const },
        })),
      );
}

/** Removes the entries of a record of some kind. */
export async function deleteEntries(
  tx: Tx,
  { clientAccountId, id }: RecordKey,
  kind: ExternalEntry['kind'],
): Promise<void> {
  await tx
    .delete(e)
    .where(and(eq(e.clientAccountId, clientAccountId), eq(e.externalReconciliationId, id), eq(e.kind, kind)));
}

/** What a line is to take, under an id that no attempt had before. */
export interface PlannedClaim {
  readonly claimId: number;
  readonly place: number;
  readonly lineId: number;
  readonly amount: string;
  readonly amountFc: string;
}

/** Writes down what the lines of a record are to take. @param entries in the order of their places */
export async function planClaims(
  tx: Tx,
  { clientAccountId, id }: RecordKey,
  entries: readonly NewEntry[],
): Promise<PlannedClaim[]> {
  const wanted = [...entries.entries()].flatMap(([place, { share, relationLineId }]) =>
    share === null ? [] : { place, lineId: relationLineId!, amount: share.claimAmount, amountFc: share.claimAmountFc },
  );
  if (wanted.length === 0) return [];
  // Raw: ids of the sequence of the table, which no row of it will have, are given in the statement that sets them.
  const rows = await tx.execute<{ claim_id: string; place: number } & Record<string, unknown>>(sql`
    update ${e} set claim_id = nextval(pg_get_serial_sequence('external_reconciliation_entries', 'id')),
      claim_amount = w.amount, claim_amount_fc = w.amount_fc
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ place, amount, amountFc }) => ({ place, amount, amount_fc: amountFc })))}::text::jsonb)
      as w (place integer, amount numeric, amount_fc numeric)
    where ${e.clientAccountId} = ${clientAccountId}::bigint and ${e.externalReconciliationId} = ${id}::bigint and ${e.place} = w.place
    returning claim_id, external_reconciliation_entries.place`);
  const ids = new Map(rows.map(({ place, claim_id }) => [place, Number(claim_id)]));
  return wanted.map((claim) => ({ ...claim, claimId: ids.get(claim.place)! }));
}

/** Forgets what lines were to take. */
export async function dropClaims(tx: Tx, { clientAccountId, id }: RecordKey): Promise<void> {
  await tx
    .update(e)
    .set({ claimId: null, claimAmount: null, claimAmountFc: null })
    .where(
      and(eq(e.clientAccountId, clientAccountId), eq(e.externalReconciliationId, id), sql`${e.claimId} is not null`),
    );
}

/** Whether a record has taken a subject, or is taking it at this moment. */
export async function isTaken(
  ex: Executor,
  clientAccountId: number,
  { subjectType, subjectId, subjectLineId }: Subject,
): Promise<boolean> {
  const [row] = await ex
    .select({ id: r.id })
    .from(r)
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        eq(r.subjectType, subjectType),
        eq(r.subjectId, subjectId),
        eq(r.subjectLineId, subjectLineId),
        sql`${r.takesSubject} and ${r.scopeKey} is null`,
      ),
    );
  return row !== undefined;
}

/** Whether a record takes amounts of lines of the ledger. */
export const hasLines = async (ex: Executor, { clientAccountId, id }: RecordKey): Promise<boolean> =>
  (await ex.$count(
    e,
    and(eq(e.clientAccountId, clientAccountId), eq(e.externalReconciliationId, id), eq(e.kind, 'LEDGER_LINE')),
  )) > 0;

/** The next numbers of records of the client account, whose turn the transaction has. @returns the first of them */
export async function takeNumbers(tx: Tx, clientAccountId: number, count: number): Promise<number> {
  const n = externalReconciliationNumbers;
  const [row] = await tx
    .insert(n)
    .values({ clientAccountId, lastNumber: count })
    .onConflictDoUpdate({ target: n.clientAccountId, set: { lastNumber: sql`${n.lastNumber} + ${count}` } })
    .returning({ lastNumber: n.lastNumber });
  return row!.lastNumber - count + 1;
}

/** Who retires a record, and when. */
export const retired = ({ moment, actorId }: Stamp) => ({
  ...{ takesSubject: false, bankTransactionId: null, busyKey: null },
  ...{ deletedAt: moment, deletedById: actorId },
});
