import type { DimensionType } from '@app/api/ledger/index';
import { type SQL, sql } from 'drizzle-orm';
import { isOpen, isReversedAfter, isStanding } from './day-end.ts';

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
  readonly taxCodes?: readonly string[] | undefined;
  /** Values of one type are alternatives, different types must all match. */
  readonly dimensions?: ReadonlyMap<DimensionType, readonly number[]> | undefined;
  /** Each must occur in the description of a line or its entry, or in code or name of its account. */
  readonly words?: readonly string[] | undefined;
  readonly includeExternallyReconciled: boolean;
  readonly includeReconciled: boolean;
  readonly includeDrafts: boolean;
  readonly includeCancelled: boolean;
  /** The day at whose end it is judged what is reconciled and what is cancelled; as it is now when absent. */
  readonly asOf?: string | undefined;
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
  const { clientAccountId, accountIds, dateFrom, dateTo, relationType, relationId, journalEntryId, taxCodes } = filter;
  const { asOf } = filter;
  const conditions = [sql`l.client_account_id = ${clientAccountId}`];
  if (accountIds) conditions.push(onAccounts(accountIds));
  if (dateFrom) conditions.push(sql`l.posting_date >= ${dateFrom}::date`);
  if (dateTo) conditions.push(sql`l.posting_date <= ${dateTo}::date`);
  if (relationType || relationId !== undefined) {
    const value = [sql`true`];
    if (relationType) value.push(sql`d.relation_type = ${relationType}`);
    if (relationId !== undefined) value.push(sql`d.relation_id = ${relationId}`);
    conditions.push(sql`exists (${dimensionsOfLine} and ${sql.join(value, sql` and `)})`);
  }
  for (const [type, ids] of filter.dimensions ?? []) conditions.push(carriesOneOf(type, ids));
  for (const word of filter.words ?? []) conditions.push(holdsWord(clientAccountId, word));
  if (journalEntryId !== undefined) conditions.push(sql`l.journal_entry_id = ${journalEntryId}`);
  // By the ids of its rate periods: what the index holds.
  if (taxCodes)
    conditions.push(sql`l.tax_code_id = any (array(select t.id from tax_codes t where t.code in ${texts(taxCodes)}))`);
  if (!filter.includeExternallyReconciled) conditions.push(sql`l.external_remaining_amount <> 0`);
  if (!filter.includeReconciled) conditions.push(isOpen(sql`l.remaining_amount`, filter));
  if (!filter.includeDrafts) conditions.push(sql`not l.is_draft`);
  if (!filter.includeCancelled) conditions.push(isStanding(sql`l.cancelled`, asOf ? [isReversedAfter(asOf)] : []));
  return sql.join(conditions, sql` and `);
}

/** One account as such: its index then gives the lines in order, which it does not for a list. */
const onAccounts = (ids: readonly number[]): SQL =>
  ids.length === 1 ? sql`l.account_id = ${ids[0]}` : sql`l.account_id = any (${`{${ids.join(',')}}`}::bigint[])`;

const dimensionsOfLine = sql`select from journal_line_dimensions d
  where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id`;

/** The line carries one of these values of a dimension; any of them when `ids` is undefined. */
export const carriesOneOf = (type: DimensionType, ids?: readonly number[]): SQL =>
  ids === undefined
    ? sql`exists (${dimensionsOfLine} and d.relation_type = ${type})`
    : sql`exists (${dimensionsOfLine} and d.relation_type = ${type} and d.relation_id = any (${`{${ids.join(',')}}`}::bigint[]))`;

const texts = (values: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** Accounts are few and looked through once, not line by line. */
function holdsWord(clientAccountId: number, word: string): SQL {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(l.description ilike ${pattern} or l.entry_description ilike ${pattern} or l.account_id = any (array(
    select n.id from accounts n where (n.client_account_id is null or n.client_account_id = ${clientAccountId})
      and (n.account_code ilike ${pattern} or n.description_nob ilike ${pattern} or n.description_eng ilike ${pattern}))))`;
}
