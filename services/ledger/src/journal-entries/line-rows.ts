import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Dimension, JournalLine } from './journal-entry.ts';

/** A row of `journal_line_details` as the driver gives it: bigint and numeric are text. */
export interface LineRow extends Record<string, unknown> {
  readonly id: string;
  readonly journal_entry_id: string;
  readonly line_id: string;
  readonly posting_date: string;
  readonly description: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly debit: string;
  readonly credit: string;
  readonly debit_fc: string;
  readonly credit_fc: string;
  readonly currency_code: string;
  readonly exchange_rate: string;
  readonly tax_code_id: string | null;
  readonly tax_code: string | null;
  readonly tax_base_amount: string | null;
  readonly tax_base_amount_fc: string | null;
  readonly tax_amount: string | null;
  readonly tax_amount_fc: string | null;
  readonly tax_line: boolean;
  readonly tax_for_line: string | null;
  readonly quantity: string | null;
  readonly reconciled_amount: string;
  readonly reconciled_amount_fc: string;
  readonly external_reconciled_amount: string;
}

export const lineColumns: SQL = sql.raw(
  [
    'id',
    'journal_entry_id',
    'line_id',
    'posting_date::text',
    'description',
    'account_id',
    'account_code',
    'debit',
    'credit',
    'debit_fc',
    'credit_fc',
    'currency_code',
    'exchange_rate',
    'tax_code_id',
    'tax_code',
    'tax_base_amount',
    'tax_base_amount_fc',
    'tax_amount',
    'tax_amount_fc',
    'tax_line',
    'tax_for_line',
    'quantity',
    'reconciled_amount::numeric(19, 2)',
    'reconciled_amount_fc::numeric(19, 2)',
    'external_reconciled_amount::numeric(19, 2)',
  ]
    .map((column) => `l.${column}`)
    .join(', '),
);

export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

export const lineOf = (row: LineRow, dimensions: readonly Dimension[]): JournalLine => ({
  id: Number(row.id),
  journalEntryId: Number(row.journal_entry_id),
  lineId: Number(row.line_id),
  postingDate: row.posting_date,
  description: row.description,
  accountId: Number(row.account_id),
  accountCode: row.account_code,
  debit: row.debit,
  credit: row.credit,
  debitFc: row.debit_fc,
  creditFc: row.credit_fc,
  currencyCode: row.currency_code,
  exchangeRate: row.exchange_rate,
  taxCode: row.tax_code,
  taxCodeId: numberOrNull(row.tax_code_id),
  taxBaseAmount: row.tax_base_amount,
  taxBaseAmountFc: row.tax_base_amount_fc,
  taxAmount: row.tax_amount,
  taxAmountFc: row.tax_amount_fc,
  taxLine: row.tax_line,
  taxForLine: numberOrNull(row.tax_for_line),
  quantity: row.quantity,
  reconciledAmount: row.reconciled_amount,
  reconciledAmountFc: row.reconciled_amount_fc,
  externalReconciledAmount: row.external_reconciled_amount,
  dimensions,
});

interface DimensionRow extends Record<string, unknown> {
  readonly id: string;
  readonly journal_line_id: string;
  readonly relation_type: DimensionType;
  readonly relation_id: string;
  readonly name: string | null;
}

/** Dimensions of lines with the names that the projection knows, by line, in the order they were given. */
export async function findDimensions(
  executor: Executor,
  clientAccountId: number,
  lines: readonly { readonly id: string; readonly journal_entry_id: string }[],
): Promise<ReadonlyMap<string, readonly Dimension[]>> {
  const found = new Map<string, Dimension[]>();
  if (lines.length === 0) return found;
  const entries = `{${[...new Set(lines.map((line) => line.journal_entry_id))].join(',')}}`;
  const ids = `{${lines.map((line) => line.id).join(',')}}`;
  const rows = await executor.execute<DimensionRow>(sql`
    select d.id, d.journal_line_id, d.relation_type, d.relation_id, r.name
    from journal_line_dimensions d
    left join reference_values r on r.client_account_id = d.client_account_id and r.relation_type = d.relation_type and r.relation_id = d.relation_id
    where d.client_account_id = ${clientAccountId} and d.journal_entry_id = any (${entries}::bigint[]) and d.journal_line_id = any (${ids}::bigint[])
    order by d.id`);
  for (const row of rows) {
    const dimension = { id: Number(row.id), relationType: row.relation_type, relationId: Number(row.relation_id), name: row.name };
    const known = found.get(row.journal_line_id);
    if (known) known.push(dimension);
    else found.set(row.journal_line_id, [dimension]);
  }
  return found;
}
