import type { ExternalReconciliationOut } from '@app/api/reconciliation/external-fields';
import type { Executor } from '@app/db';
import { instantOut } from '@app/records';
import type { z } from 'zod';
import type { ExternalEntry, ExternalRecord } from './record.ts';
import { findEntries } from './store.ts';

export type RecordWire = z.input<typeof ExternalReconciliationOut>;

/** Records of one client account as callers see them, with their entries. */
export async function presentRecords(
  ex: Executor,
  clientAccountId: number,
  records: readonly ExternalRecord[],
): Promise<RecordWire[]> {
  const entries = await findEntries(
    ex,
    clientAccountId,
    records.map(({ id }) => id),
  );
  return records.map((record) => recordWire(record, entries.get(record.id) ?? []));
}

const recordWire = (record: ExternalRecord, entries: readonly ExternalEntry[]): RecordWire => ({
  id: record.id,
  created_at: instantOut(record.createdAt),
  created_by_id: record.createdById,
  client_account_id: record.clientAccountId,
  sequence_number: record.sequenceNumber,
  is_draft: record.isDraft,
  reconciliation_method: record.method,
  expected_amount: record.expectedAmount,
  ledger_amount: record.ledgerAmount,
  difference: record.difference,
  currency_code: record.currencyCode,
  note: record.note,
  is_deleted: record.deletedAt !== null,
  deleted_at: record.deletedAt === null ? null : instantOut(record.deletedAt),
  deleted_by_id: record.deletedById,
  entries: entries.map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    relation_type: entry.relationType,
    relation_id: entry.relationId,
    relation_line_id: entry.relationLineId,
    secondary_relation_type: entry.secondaryRelationType,
    secondary_relation_id: entry.secondaryRelationId,
    as_of_date: entry.asOfDate,
    description: entry.description,
    account_code: entry.accountCode,
    amount: entry.amount,
    currency_code: entry.currencyCode,
    exchange_rate: entry.exchangeRate,
  })),
});
