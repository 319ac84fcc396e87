import type { InternalReconciliationOut } from '@app/api/reconciliation/index';
import { instantOut } from '@app/records';
import type { z } from 'zod';
import type { AreaDependencies } from '../deps.ts';
import { type DescribedLine, describedLines } from './lines.ts';
import { type Entry, isDraft, type Reconciliation } from './reconciliation.ts';
import { entriesOf } from './store.ts';

export type Wire = z.input<typeof InternalReconciliationOut>;
export type Relation = 'entries' | 'entries.journal_entry_line' | 'created_by';

/**
 * Reconciliations of one client account with the relations that are asked for, each in one read or call.
 * @throws Failure 503
 */
export async function presentReconciliations(
  { db, ledger, users }: Pick<AreaDependencies, 'db' | 'ledger' | 'users'>,
  clientAccountId: number,
  records: readonly Reconciliation[],
  relations: ReadonlySet<Relation>,
): Promise<Wire[]> {
  const ids = records.map(({ id }) => id);
  const entries = relations.has('entries') ? await entriesOf(db.executor, clientAccountId, ids) : undefined;
  const lineIds = [...(entries?.values() ?? [])].flatMap((some) => some.map((entry) => entry.journalEntryLineId));
  const [lines, people] = await Promise.all([
    relations.has('entries.journal_entry_line') ? describedLines(ledger, clientAccountId, lineIds) : undefined,
    relations.has('created_by') ? users.find(records.map(({ createdById }) => createdById)) : undefined,
  ]);
  return records.map((record) => ({
    ...recordWire(record),
    ...(entries ? { entries: (entries.get(record.id) ?? []).map((entry) => entryWire(entry, lines)) } : {}),
    ...(people ? { created_by: people.get(record.createdById) ?? null } : {}),
  }));
}

/** A reconciliation with its entries, as they were stored. */
export const wireWithEntries = (record: Reconciliation, entries: readonly Entry[]): Wire => ({
  ...recordWire(record),
  entries: entries.map((entry) => entryWire(entry, undefined)),
});

const recordWire = (record: Reconciliation): Wire => ({
  id: record.id,
  created_at: instantOut(record.createdAt),
  created_by_id: record.createdById,
  client_account_id: record.clientAccountId,
  sequence_number: record.sequenceNumber,
  reconciliation_date: record.reconciliationDate,
  is_draft: isDraft(record),
  is_deleted: record.deletedAt !== null,
  deleted_at: record.deletedAt && instantOut(record.deletedAt),
  deleted_by_id: record.deletedById,
  note: record.note,
  exchange_entry_id: record.exchangeEntryId,
});

const entryWire = (entry: Entry, lines: ReadonlyMap<number, DescribedLine> | undefined) => ({
  id: entry.id,
  journal_entry_id: entry.journalEntryId,
  journal_entry_line_id: entry.journalEntryLineId,
  debit: entry.debit,
  debit_fc: entry.debitFc,
  credit: entry.credit,
  credit_fc: entry.creditFc,
  exchange_rate: entry.exchangeRate,
  ...(lines ? { journal_entry_line: lineWire(lines.get(entry.journalEntryLineId)) } : {}),
});

const lineWire = (line: DescribedLine | undefined) =>
  line
    ? {
        id: line.id,
        posting_date: line.postingDate,
        description: line.description,
        account_code: line.accountCode,
        account_id: line.accountId,
        debit: line.debit,
        credit: line.credit,
      }
    : null;
