import type { DimensionType } from '@app/api/ledger/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import type { Dimension, JournalLine } from './journal-entry.ts';

/** A line as `lineColumns` reads it: numbers are text. */
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
  readonly dimensions: readonly DimensionRow[] | null;
}

interface DimensionRow {
  readonly id: number;
  readonly relation_type: DimensionType;
  readonly relation_id: number;
  readonly name: string | null;
}

/** Numbers as text also inside JSON, where they would lose digits. */
const asText: readonly string[] = [
  ...[
    'id',
    'journal_entry_id',
    'line_id',
    'posting_date',
    'account_id',
    'debit',
    'credit',
    'debit_fc',
    'credit_fc',
    'exchange_rate',
  ],
  ...[
    'tax_code_id',
    'tax_base_amount',
    'tax_base_amount_fc',
    'tax_amount',
    'tax_amount_fc',
    'tax_for_line',
    'quantity',
  ],
];
const asAmount: readonly string[] = ['reconciled_amount', 'reconciled_amount_fc', 'external_reconciled_amount'];

/**
 * Dimensions of a line in the order they were given, with the names that the projection knows; null when it has none.
 */
const dimensionsOfLine = `(
  select json_agg(json_build_object('id', d.id, 'relation_type', d.relation_type, 'relation_id', d.relation_id, 'name', r.name) order by d.id)
  from journal_line_dimensions d
  left join reference_values r on r.client_account_id = d.client_account_id and r.relation_type = d.relation_type and r.relation_id = d.relation_id
  where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id)`;

/**
 * What a {@link LineRow} is read by, of `journal_line_details l`: line and dimensions by one statement, so that both
 * are of one version.
 */
export const lineColumns: SQL = sql.raw(
  [
    ...asText.map((column) => `l.${column}::text`),
    ...asAmount.map((column) => `l.${column}::numeric(19, 2)::text`),
    ...['description', 'account_code', 'currency_code', 'tax_code', 'tax_line'].map((column) => `l.${column}`),
    `${dimensionsOfLine} as dimensions`,
  ].join(', '),
);

/** The lines of `journal_entries e`, in order, as one value beside its header: a draft is read whole (JEX-R50). */
export const linesOfEntry: SQL = sql`(
  select json_agg(line) from (
    select ${lineColumns} from journal_line_details l
    where l.client_account_id = e.client_account_id and l.journal_entry_id = e.id order by l.line_id) line)`;

export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

export const lineOf = (row: LineRow): JournalLine => ({
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
  dimensions: (row.dimensions ?? []).map(
    ({ id, relation_type, relation_id, name }): Dimension => ({
      id,
      relationType: relation_type,
      relationId: relation_id,
      name,
    }),
  ),
});
