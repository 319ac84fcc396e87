-- What was open of lines at the end of a day that has passed. Only posting dates count, never the day on which somebody reconciled: who matches the
-- payments of January in March has not changed what was owed in December.

-- By how much more was open of lines at the end of a day than is open now, debit minus credit. A reconciliation without a line posted later was closed by
-- then. Of any other, what was posted by then settles each other on the same account and partner, the oldest first: a part payment before the day counts,
-- one after it does not, and the open items of an account or a partner add up to its balance. Looked at are the reconciliations of some lines, or of
-- those that were posted later, whichever are fewer; answered are lines of them. Nested loops over indexes are right at every size.
create or replace function reopened_on(books bigint, last_day date, line_ids bigint[]) returns table (line_id bigint, amount numeric)
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with claimed as materialized (
    select c.reconciliation_id, c.journal_line_id, sum(c.amount) as amount
    from (
      select distinct f.reconciliation_id as id
      from (select array(
        select x.id from journal_lines x where x.client_account_id = books and x.posting_date > last_day limit cardinality(line_ids)) as ids) later
      cross join unnest(case when cardinality(later.ids) < cardinality(line_ids) then later.ids else line_ids end) l (id) cross join lateral (
        select k.kind, k.reconciliation_id from line_claims k
        where k.client_account_id = books and k.journal_line_id = l.id and k.released_at is null offset 0) f
      where f.kind = 'internal') r
    join line_claims c on c.client_account_id = books and c.kind = 'internal' and c.reconciliation_id = r.id and c.released_at is null
    group by c.reconciliation_id, c.journal_line_id
  ), dated as materialized (
    select c.reconciliation_id, l.id, l.journal_entry_id, l.account_id, l.posting_date, c.amount,
      max(l.posting_date) over (partition by c.reconciliation_id) as closed_on
    from claimed c join journal_lines l on l.client_account_id = books and l.id = c.journal_line_id
  ), parted as materialized (
    select d.reconciliation_id, d.id, d.account_id, d.posting_date, d.amount, (
      select min(p.relation_id) from journal_line_dimensions p
      where p.client_account_id = books and p.journal_entry_id = d.journal_entry_id and p.journal_line_id = d.id
        and p.relation_type = 'businesspartner') as partner_id
    from dated d where d.closed_on > last_day and d.posting_date <= last_day
  ), placed as (
    select p.id, p.amount,
      least(coalesce(sum(p.amount) filter (where p.amount > 0) over part, 0), coalesce(-sum(p.amount) filter (where p.amount < 0) over part, 0)) as settled,
      sum(abs(p.amount)) over (partition by p.reconciliation_id, p.account_id, p.partner_id, sign(p.amount) order by p.posting_date, p.id)
        - abs(p.amount) as older
    from parted p
    window part as (partition by p.reconciliation_id, p.account_id, p.partner_id)
  )
  select p.id, sum(p.amount - sign(p.amount) * greatest(0, least(abs(p.amount), p.settled - p.older)))
  from placed p group by p.id
  having sum(p.amount - sign(p.amount) * greatest(0, least(abs(p.amount), p.settled - p.older))) <> 0
$$;
