-- Recomputes what the journal keeps beside its lines, from the lines, and names every difference. Without an account: for all of them.
-- Run by the nightly job, by the tests, and by whoever doubts; never by a request.
create function verify_books(books bigint default null) returns table (invariant text, client_account_id bigint, subject text)
language sql stable security definer set search_path = ledger, pg_temp as $$
  with claims as (
    select c.client_account_id, c.journal_line_id,
      sum(c.amount) filter (where c.kind = 'internal') as internal, sum(c.amount_fc) filter (where c.kind = 'internal') as internal_fc,
      sum(c.amount) filter (where c.kind = 'external') as external, sum(c.amount_fc) filter (where c.kind = 'external') as external_fc
    from line_claims c where c.released_at is null and (books is null or c.client_account_id = books)
    group by c.client_account_id, c.journal_line_id
  ), lines as (
    select l.client_account_id, l.journal_entry_id, l.id, l.account_id, l.posting_date, l.debit, l.credit, e.is_draft, e.cancelled,
      date_trunc('month', l.posting_date)::date as month, coalesce(c.external = l.debit - l.credit, false) as is_externally_reconciled
    from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    left join claims c on c.client_account_id = l.client_account_id and c.journal_line_id = l.id
    where books is null or l.client_account_id = books
  ), per_account as (
    select client_account_id, account_id, month,
      sum(debit) filter (where not is_draft and cancelled is null) as debit, sum(credit) filter (where not is_draft and cancelled is null) as credit,
      count(*) filter (where not is_draft and cancelled is null) as line_count,
      count(*) filter (where is_externally_reconciled) as externally_reconciled_count,
      sum(debit) filter (where cancelled is not null) as cancelled_debit, sum(credit) filter (where cancelled is not null) as cancelled_credit,
      count(*) filter (where cancelled is not null) as cancelled_line_count,
      sum(debit) filter (where is_draft) as draft_debit, sum(credit) filter (where is_draft) as draft_credit,
      count(*) filter (where is_draft) as draft_line_count
    from lines group by client_account_id, account_id, month
  ), tagged as (
    select l.*, d.relation_type, d.relation_id
    from lines l join journal_line_dimensions d
      on d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id
    union all
    select l.*, 'tag', 0 from lines l
    where exists (select from journal_line_dimensions d where d.client_account_id = l.client_account_id
      and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id and d.relation_type = 'tag')
  ), per_dimension as (
    select client_account_id, account_id, relation_type, relation_id, month,
      sum(debit) filter (where not is_draft and cancelled is null) as debit, sum(credit) filter (where not is_draft and cancelled is null) as credit,
      count(*) filter (where not is_draft and cancelled is null) as line_count,
      sum(debit) filter (where cancelled is not null) as cancelled_debit, sum(credit) filter (where cancelled is not null) as cancelled_credit,
      count(*) filter (where cancelled is not null) as cancelled_line_count,
      sum(debit) filter (where is_draft) as draft_debit, sum(credit) filter (where is_draft) as draft_credit,
      count(*) filter (where is_draft) as draft_line_count
    from tagged group by client_account_id, account_id, relation_type, relation_id, month
  ), per_day as (
    select client_account_id, posting_date as day, count(*) filter (where not is_draft and cancelled is null) as posted,
      count(*) filter (where is_externally_reconciled) as posted_externally_reconciled,
      count(*) filter (where cancelled is not null) as cancelled, count(*) filter (where is_draft) as drafts
    from lines group by client_account_id, posting_date
  )
  select 'monthly balances equal their lines', coalesce(b.client_account_id, p.client_account_id),
    format('account %s, month %s', coalesce(b.account_id, p.account_id), coalesce(b.month, p.month))
  from (select * from monthly_balances b where books is null or b.client_account_id = books) b
  full join per_account p using (client_account_id, account_id, month)
  where (coalesce(b.debit, 0), coalesce(b.credit, 0), coalesce(b.line_count, 0), coalesce(b.externally_reconciled_count, 0), coalesce(b.cancelled_debit, 0), coalesce(b.cancelled_credit, 0),
      coalesce(b.cancelled_line_count, 0), coalesce(b.draft_debit, 0), coalesce(b.draft_credit, 0), coalesce(b.draft_line_count, 0))
    is distinct from (coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.line_count, 0), coalesce(p.externally_reconciled_count, 0), coalesce(p.cancelled_debit, 0), coalesce(p.cancelled_credit, 0),
      coalesce(p.cancelled_line_count, 0), coalesce(p.draft_debit, 0), coalesce(p.draft_credit, 0), coalesce(p.draft_line_count, 0))
  union all
  select 'monthly dimension balances equal their lines', coalesce(b.client_account_id, p.client_account_id),
    format('account %s, %s %s, month %s', coalesce(b.account_id, p.account_id), coalesce(b.relation_type, p.relation_type),
      coalesce(b.relation_id, p.relation_id), coalesce(b.month, p.month))
  from (select * from monthly_dimension_balances b where books is null or b.client_account_id = books) b
  full join per_dimension p using (client_account_id, account_id, relation_type, relation_id, month)
  where (coalesce(b.debit, 0), coalesce(b.credit, 0), coalesce(b.line_count, 0), coalesce(b.cancelled_debit, 0), coalesce(b.cancelled_credit, 0),
      coalesce(b.cancelled_line_count, 0), coalesce(b.draft_debit, 0), coalesce(b.draft_credit, 0), coalesce(b.draft_line_count, 0))
    is distinct from (coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.line_count, 0), coalesce(p.cancelled_debit, 0), coalesce(p.cancelled_credit, 0),
      coalesce(p.cancelled_line_count, 0), coalesce(p.draft_debit, 0), coalesce(p.draft_credit, 0), coalesce(p.draft_line_count, 0))
  union all
  select 'daily line counts equal their lines', coalesce(b.client_account_id, p.client_account_id), format('day %s', coalesce(b.day, p.day))
  from (select * from daily_line_counts b where books is null or b.client_account_id = books) b full join per_day p using (client_account_id, day)
  where (coalesce(b.posted, 0), coalesce(b.posted_externally_reconciled, 0), coalesce(b.cancelled, 0), coalesce(b.drafts, 0))
    is distinct from (coalesce(p.posted, 0), coalesce(p.posted_externally_reconciled, 0), coalesce(p.cancelled, 0), coalesce(p.drafts, 0))
  union all
  select 'numbers run from 1 without a gap', c.client_account_id, format('%s posted entries, the last number is %s', count(e.id), c.last_sequence_number)
  from journal_counters c left join journal_entries e on e.client_account_id = c.client_account_id and not e.is_draft
  where books is null or c.client_account_id = books
  group by c.client_account_id, c.last_sequence_number, c.erased_sequence_number
  having count(e.id) <> c.last_sequence_number - c.erased_sequence_number
    or coalesce(max(e.sequence_number), c.erased_sequence_number) <> c.last_sequence_number
  union all
  select 'posted entries balance on each date', l.client_account_id, format('entry %s, %s', l.journal_entry_id, l.posting_date)
  from lines l where not l.is_draft
  group by l.client_account_id, l.journal_entry_id, l.posting_date having sum(l.debit) <> sum(l.credit)
  union all
  select 'a cancelled entry has one mirrored reversal', e.client_account_id, format('entry %s', e.id)
  from journal_entries e
  where e.cancelled = 'Y' and (books is null or e.client_account_id = books) and (
    not exists (select from journal_entries r where r.client_account_id = e.client_account_id and r.id = e.cancellation_entry_id
      and r.cancelled = 'C' and r.relation_type = 'JE' and r.relation_id = e.id and r.line_count = e.line_count)
    or exists (
      select from journal_lines o
      left join journal_lines m on m.client_account_id = o.client_account_id and m.journal_entry_id = e.cancellation_entry_id and m.line_id = o.line_id
      where o.client_account_id = e.client_account_id and o.journal_entry_id = e.id
        and (m.id is null or (m.account_id, m.debit, m.credit, m.debit_fc, m.credit_fc, m.currency_code)
          is distinct from (o.account_id, o.credit, o.debit, o.credit_fc, o.debit_fc, o.currency_code))))
  union all
  select 'claims stay within their line', coalesce(c.client_account_id, t.client_account_id), format('line %s', coalesce(c.journal_line_id, t.journal_line_id))
  from claims c
  full join (select * from line_claim_totals t where books is null or t.client_account_id = books) t using (client_account_id, journal_line_id)
  left join journal_lines l on l.client_account_id = coalesce(c.client_account_id, t.client_account_id)
    and l.id = coalesce(c.journal_line_id, t.journal_line_id)
  where (coalesce(c.internal, 0), coalesce(c.internal_fc, 0), coalesce(c.external, 0), coalesce(c.external_fc, 0))
      is distinct from (coalesce(t.internal, 0), coalesce(t.internal_fc, 0), coalesce(t.external, 0), coalesce(t.external_fc, 0))
    or abs(coalesce(c.internal, 0)) > l.debit + l.credit or abs(coalesce(c.external, 0)) > l.debit + l.credit
$$;
