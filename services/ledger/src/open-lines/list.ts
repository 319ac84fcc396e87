import { type Executor, fixedStatement } from '@app/db';
import { sql } from 'drizzle-orm';

/** Where a reader of open lines stands. */
export interface OpenLineCursor {
  readonly businessPartnerId: number;
  /** A calendar day. */
  readonly postingDate: string;
  readonly journalLineId: number;
}

/** A posted line of a partner that is not reconciled; decimals are signed like debit minus credit. */
export interface OpenLine {
  readonly journalLineId: number;
  readonly journalEntryId: number;
  readonly accountId: number;
  readonly businessPartnerId: number;
  readonly postingDate: string;
  /** Of the line, then of its entry. */
  readonly description: string;
  readonly entryDescription: string;
  readonly currencyCode: string;
  readonly remainingAmount: string;
  readonly remainingAmountFc: string;
  /** Units of the accounting currency for one of the line's. */
  readonly exchangeRate: string;
  /** The record that the entry belongs to, and its number; null where there is none. */
  readonly relationType: string | null;
  readonly relationId: number | null;
  readonly relationNumber: string | null;
}

export interface OpenLinePage {
  readonly lines: readonly OpenLine[];
  /** Null at the end. A page may be empty before it: what is reconciled is passed over. */
  readonly next: OpenLineCursor | null;
}

/** Lines that one call looks at, open or not. */
const LOOKED_AT = 5_000;
const START: OpenLineCursor = { businessPartnerId: 0, postingDate: '-infinity', journalLineId: 0 };

interface Row extends Record<string, unknown> {
  readonly last_partner: string;
  readonly last_date: string;
  readonly last_line: string;
  readonly looked_at: number;
  readonly line: OpenLine | null;
}

const account = sql`${sql.placeholder('clientAccountId')}::bigint`;

/**
 * Raw: it walks along the index of dimension values, a bounded number of lines a call, and shows where it came to also
 * where none of them is open. Lines of a partner whose accounts have one side alone are not read: the balances say so
 * (docs/decisions/0281-runs-and-open-lines-by-their-keys.md). One text, made once.
 */
const listing = fixedStatement(sql`
  with looked_at as materialized (
    select d.relation_id, d.posting_date, d.journal_line_id, d.journal_entry_id, d.account_id
    from journal_line_dimensions d
    where d.client_account_id = ${account} and d.relation_type = 'businesspartner'
      and (d.relation_id, d.posting_date, d.journal_line_id)
        > (${sql.placeholder('partner')}::bigint, ${sql.placeholder('date')}::date, ${sql.placeholder('line')}::bigint)
    order by d.relation_id, d.posting_date, d.journal_line_id limit ${sql.placeholder('lookedAt')}
  ), two_sided as materialized (
    select p.relation_id from (select distinct relation_id from looked_at) as p
    where exists (
      select from monthly_dimension_balances b
      join account_mandatory_dimensions m on m.account_id = b.account_id and m.relation_type = 'businesspartner'
      where b.client_account_id = ${account} and b.relation_type = 'businesspartner' and b.relation_id = p.relation_id
      group by b.account_id having sum(b.debit) > 0 and sum(b.credit) > 0)
  ), open_lines as (
    select p.relation_id, p.posting_date, l.id, jsonb_build_object('journalLineId', l.id, 'journalEntryId', e.id, 'accountId', l.account_id,
      'businessPartnerId', p.relation_id, 'postingDate', l.posting_date, 'description', l.description, 'entryDescription', e.description,
      'currencyCode', l.currency_code, 'remainingAmount', (l.debit - l.credit - coalesce(t.internal, 0))::text,
      'remainingAmountFc', (l.debit_fc - l.credit_fc - coalesce(t.internal_fc, 0))::text, 'exchangeRate', l.exchange_rate::text,
      'relationType', e.relation_type, 'relationId', e.relation_id, 'relationNumber', e.relation_number) as line
    from looked_at p
    join two_sided s on s.relation_id = p.relation_id
    join account_mandatory_dimensions m on m.account_id = p.account_id and m.relation_type = 'businesspartner'
    join journal_entries e on e.client_account_id = ${account} and e.id = p.journal_entry_id and not e.is_draft and e.cancelled is null
    join journal_lines l on l.client_account_id = ${account} and l.id = p.journal_line_id
    left join line_claim_totals t on t.client_account_id = ${account} and t.journal_line_id = l.id
    where l.debit - l.credit <> coalesce(t.internal, 0)
  ), reached as (
    select c.relation_id, c.posting_date, c.journal_line_id, (select count(*)::int from looked_at) as looked_at
    from looked_at c order by c.relation_id desc, c.posting_date desc, c.journal_line_id desc limit 1
  )
  select r.relation_id::text as last_partner, r.posting_date::text as last_date, r.journal_line_id::text as last_line, r.looked_at, o.line
  from reached r left join open_lines o on true
  order by o.relation_id, o.posting_date, o.id`);

/**
 * Open lines of partners on the accounts that ask for one, partner by partner and of each the oldest first: of partners
 * with debits and credits on one of those accounts. What stands on one side alone adds up to zero with nothing.
 */
export async function listOpenLines(
  db: Executor,
  clientAccountId: number,
  after: OpenLineCursor = START,
  lookedAt: number = LOOKED_AT,
): Promise<OpenLinePage> {
  const rows = await db.execute<Row>(
    listing({
      ...{ clientAccountId, lookedAt },
      ...{ partner: after.businessPartnerId, date: after.postingDate, line: after.journalLineId },
    }),
  );
  const [first] = rows;
  return {
    lines: rows.flatMap(({ line }) => line ?? []),
    next:
      first === undefined || first.looked_at < lookedAt
        ? null
        : {
            businessPartnerId: Number(first.last_partner),
            postingDate: first.last_date,
            journalLineId: Number(first.last_line),
          },
  };
}
