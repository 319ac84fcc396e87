import { invalid } from '@app/contract/failure';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';

/** A line of a partner with what was open of it at the end of a day, debit minus credit. */
export interface OpenItem {
  readonly accountId: number;
  readonly businessPartnerId: number;
  readonly journalLineId: number;
  readonly postingDate: string;
  readonly description: string;
  readonly sequenceNumber: number;
  readonly amount: string;
}

export interface OpenItemsQuestion {
  readonly clientAccountId: number;
  readonly asOfDate: string;
  readonly of: readonly { readonly accountId: number; readonly businessPartnerId: number }[];
}

const MAX_PARTNERS = 200;
const MAX_ITEMS = 5_000;

/**
 * Lines that were open at the end of a day: what lines posted later are reconciled with counts as open, so that the
 * items of a partner add up to its balance of that day. An entry and its reversal of up to that day are left out. Raw:
 * sums of claims beside each line, which are found by the index of their line whatever the planner thinks.
 * @throws Failure 400 for too many partners
 */
export async function openItems(
  db: Executor,
  { clientAccountId, asOfDate, of }: OpenItemsQuestion,
): Promise<{ readonly items: readonly OpenItem[]; readonly isCutOff: boolean }> {
  if (of.length > MAX_PARTNERS)
    throw invalid(`At most ${MAX_PARTNERS} partners can be asked about at once, and ${of.length} were`);
  if (of.length === 0) return { items: [], isCutOff: false };
  const asked = JSON.stringify(of.map(({ accountId, businessPartnerId }) => [accountId, businessPartnerId]));
  const day = sql`${asOfDate}::date`;
  const rows = await db.execute<Row>(sql`
    with asked as materialized (
      select l.account_id, q.partner_id, l.id, l.posting_date, l.description, e.sequence_number,
        l.debit - l.credit - coalesce((
          select t.internal from line_claim_totals t where t.client_account_id = ${clientAccountId} and t.journal_line_id = l.id), 0) as remaining
      from (select (v ->> 0)::bigint as account_id, (v ->> 1)::bigint as partner_id
        from jsonb_array_elements(${asked}::jsonb) v) q
      join journal_line_dimensions d on d.client_account_id = ${clientAccountId} and d.relation_type = 'businesspartner'
        and d.relation_id = q.partner_id and d.account_id = q.account_id and d.posting_date <= ${day}
      join journal_lines l on l.client_account_id = ${clientAccountId} and l.id = d.journal_line_id
      join journal_entries e on e.client_account_id = ${clientAccountId} and e.id = l.journal_entry_id
      where not e.is_draft and e.cancelled is distinct from 'C' and (e.cancelled is null or exists (
        select from journal_entries r where r.client_account_id = ${clientAccountId} and r.id = e.cancellation_entry_id
          and r.first_posting_date > ${day}))
    ), reopened as materialized (
      select line_id, amount from reopened_on(${clientAccountId}, ${day}, array(select id from asked))
    )
    select a.account_id, a.partner_id, a.id, a.posting_date::text as posting_date, a.description, a.sequence_number,
      (a.remaining + coalesce(r.amount, 0))::numeric(19, 2)::text as amount
    from asked a left join reopened r on r.line_id = a.id
    where a.remaining <> 0 or r.amount <> 0
    order by a.account_id, a.partner_id, a.posting_date, a.id limit ${MAX_ITEMS + 1}`);
  return { items: rows.slice(0, MAX_ITEMS).map(itemOf), isCutOff: rows.length > MAX_ITEMS };
}

interface Row extends Record<string, unknown> {
  readonly account_id: string;
  readonly partner_id: string;
  readonly id: string;
  readonly posting_date: string;
  readonly description: string;
  readonly sequence_number: string;
  readonly amount: string;
}

const itemOf = (row: Row): OpenItem => ({
  accountId: Number(row.account_id),
  businessPartnerId: Number(row.partner_id),
  journalLineId: Number(row.id),
  postingDate: row.posting_date,
  description: row.description,
  sequenceNumber: Number(row.sequence_number),
  amount: row.amount,
});
