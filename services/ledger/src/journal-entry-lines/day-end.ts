import { type SQL, sql } from 'drizzle-orm';

// The books at the end of a day: what was posted later had neither reconciled nor cancelled anything by then.

interface DayEnd {
  readonly clientAccountId: number;
  readonly accountIds?: readonly number[] | undefined;
  /** As it is now when absent. */
  readonly asOf?: string | undefined;
}

/**
 * A line `l` had something left to reconcile with others. Looked for is what has been closed since: through the lines
 * that were posted since or those of the accounts until then, whichever are fewer.
 * @param remaining what is left of it now
 */
export const isOpen = (remaining: SQL, { clientAccountId, accountIds, asOf }: DayEnd): SQL =>
  asOf === undefined
    ? sql`${remaining} <> 0`
    : sql`(${remaining} <> 0 or l.id in (select line_id from reopened_on(${clientAccountId}, ${asOf}::date, array(
        select x.id from journal_lines x where x.client_account_id = ${clientAccountId} and x.posting_date <= ${asOf}::date
        ${accountIds ? sql`and x.account_id = any (${`{${accountIds.join(',')}}`}::bigint[])` : sql``}))))`;

/**
 * The entry of a line `l` was not cancelled.
 * @param cancelled whether it is now
 * @param unless conditions on its reversal `r` under any of which it had not happened yet
 */
export const isStanding = (cancelled: SQL, unless: readonly SQL[]): SQL =>
  unless.length === 0
    ? sql`${cancelled} is null`
    : sql`(${cancelled} is null or exists (
        select from journal_entries o
        join journal_entries r on r.client_account_id = o.client_account_id and r.id = o.cancellation_entry_id
        where o.client_account_id = l.client_account_id and o.id = l.journal_entry_id and (${sql.join([...unless], sql` or `)})))`;

/** The lines of a reversal have one date. */
export const isReversedAfter = (day: string): SQL => sql`r.first_posting_date > ${day}::date`;
