import type { DimensionType } from '@app/api/ledger/index';
import { type SQL, sql } from 'drizzle-orm';

/** Which lines a ledger shows. Dates are inclusive. */
export interface LineFilter {
  readonly clientAccountId: number;
  /** Any of these accounts; an empty list matches nothing. */
  readonly accountIds?: readonly number[] | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly relationType?: DimensionType | undefined;
  readonly relationId?: number | undefined;
  readonly journalEntryId?: number | undefined;
  readonly taxCode?: string | undefined;
  readonly includeExternallyReconciled: boolean;
  readonly includeReconciled: boolean;
  readonly includeDrafts: boolean;
  readonly includeCancelled: boolean;
}

/**
 * Conditions on `journal_line_details l`, or `journal_lines l`, of a filter that has only accounts and dates, when no
 * line there is left out.
 */
export const spanOf = (filter: LineFilter, dateFrom: string, dateTo: string): SQL =>
  conditionsOf({
    clientAccountId: filter.clientAccountId,
    accountIds: filter.accountIds,
    dateFrom,
    dateTo,
    includeExternallyReconciled: true,
    includeReconciled: true,
    includeDrafts: true,
    includeCancelled: true,
  });

/** Conditions on `journal_line_details l`. Raw: `l` is the table in one query and the view in another. */
export function conditionsOf(filter: LineFilter): SQL {
  const { clientAccountId, accountIds, dateFrom, dateTo, relationType, relationId, journalEntryId, taxCode } = filter;
  const conditions = [sql`l.client_account_id = ${clientAccountId}`];
  if (accountIds) conditions.push(sql`l.account_id = any (${`{${accountIds.join(',')}}`}::bigint[])`);
  if (dateFrom) conditions.push(sql`l.posting_date >= ${dateFrom}::date`);
  if (dateTo) conditions.push(sql`l.posting_date <= ${dateTo}::date`);
  if (relationType || relationId !== undefined) {
    const value = [
      sql`d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id`,
    ];
    if (relationType) value.push(sql`d.relation_type = ${relationType}`);
    if (relationId !== undefined) value.push(sql`d.relation_id = ${relationId}`);
    conditions.push(sql`exists (select from journal_line_dimensions d where ${sql.join(value, sql` and `)})`);
  }
  if (journalEntryId !== undefined) conditions.push(sql`l.journal_entry_id = ${journalEntryId}`);
  // By the ids of its rate periods: what the index holds.
  if (taxCode)
    conditions.push(sql`l.tax_code_id = any (array(select t.id from tax_codes t where t.code = ${taxCode}))`);
  if (!filter.includeExternallyReconciled) conditions.push(sql`l.external_remaining_amount <> 0`);
  if (!filter.includeReconciled) conditions.push(sql`l.remaining_amount <> 0`);
  if (!filter.includeDrafts) conditions.push(sql`not l.is_draft`);
  if (!filter.includeCancelled) conditions.push(sql`l.cancelled is null`);
  return sql.join(conditions, sql` and `);
}
