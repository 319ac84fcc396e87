import { type SQL, sql } from 'drizzle-orm';

// What payments count for on their documents. Raw: the subquery names the columns of both tables in full, which the
// builder does not in a selection from one table.

/**
 * What of a settled payment no internal reconciliation sets against anything, in its currency. The debt is the debit of
 * its entry. A reconciliation that is being deleted sets nothing any more: the ledger releases its lines before it is
 * gone.
 */
const unmatched: SQL = sql`greatest(0, payments.amount - coalesce((
  select sum(e.debit_fc)
  from internal_reconciliation_entries e
  join internal_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.reconciliation_id
  where e.client_account_id = payments.client_account_id and e.journal_entry_id = payments.journal_entry_id
    and e.debit > 0
    and r.sequence_number is not null and r.deleted_at is null
    and not exists (select from use_cases u where u.name = 'delete_internal_reconciliation'
      and u.subject = 'internal_reconciliation:' || r.id and u.state in ('open', 'undoing'))), 0))`;

/**
 * What a payment takes of what is open on its document: all of it while it is on its way, and once it is settled what
 * is not set against the document. So the money that was paid counts once, whether or not somebody has taken the match
 * back.
 */
export const counted: SQL = sql`case when payments.status in ('PENDING', 'APPROVED', 'SENT')
    then payments.amount
  when payments.status = 'PAID' then ${unmatched} else 0 end`;

/** How the settlements of some payments stand, as a text that is another one whenever that changes. */
export const settlements: SQL = sql`concat_ws(' ', max(payments.settled_at),
  coalesce(sum(${unmatched}) filter (where payments.status = 'PAID'), 0)::numeric(19, 2))`;
