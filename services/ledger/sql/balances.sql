-- Moves the lines of entries from one sum of the balances to another (`posted`, `cancelled`, `drafts`; null: in or out of the books).
-- The lines must be there: after they are inserted, before they are deleted.
create or replace function shift_balances(books bigint, entry_ids bigint[], origin text, target text) returns void language plpgsql as $$
declare
  posted constant integer := coalesce(target = 'posted', false)::integer - coalesce(origin = 'posted', false)::integer;
  cancelled constant integer := coalesce(target = 'cancelled', false)::integer - coalesce(origin = 'cancelled', false)::integer;
  drafts constant integer := coalesce(target = 'drafts', false)::integer - coalesce(origin = 'drafts', false)::integer;
begin
  with moved as (
    select l.id, l.journal_entry_id, l.account_id, l.posting_date, l.posting_date - extract(day from l.posting_date)::integer + 1 as month,
      l.debit, l.credit
    from journal_lines l where l.client_account_id = books and l.journal_entry_id = any (entry_ids)
  ), per_account as (
    insert into monthly_balances as b (client_account_id, account_id, month, debit, credit, line_count, cancelled_debit, cancelled_credit,
      cancelled_line_count, draft_debit, draft_credit, draft_line_count)
    select books, account_id, month, posted * debit, posted * credit, posted * lines, cancelled * debit, cancelled * credit, cancelled * lines,
      drafts * debit, drafts * credit, drafts * lines
    from (select account_id, month, sum(debit) as debit, sum(credit) as credit, count(*) as lines from moved group by account_id, month) s
    order by account_id, month
    on conflict (client_account_id, account_id, month) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
      cancelled_debit = b.cancelled_debit + excluded.cancelled_debit, cancelled_credit = b.cancelled_credit + excluded.cancelled_credit,
      cancelled_line_count = b.cancelled_line_count + excluded.cancelled_line_count,
      draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
      draft_line_count = b.draft_line_count + excluded.draft_line_count
  ), tagged as (
    select m.account_id, m.month, m.debit, m.credit, d.relation_type, d.relation_id
    from moved m join journal_line_dimensions d
      on d.client_account_id = books and d.journal_entry_id = m.journal_entry_id and d.journal_line_id = m.id
    union all
    select m.account_id, m.month, m.debit, m.credit, 'tag', 0 from moved m
    where exists (select from journal_line_dimensions d where d.client_account_id = books and d.journal_entry_id = m.journal_entry_id
      and d.journal_line_id = m.id and d.relation_type = 'tag')
  ), per_dimension as (
    insert into monthly_dimension_balances as b (client_account_id, account_id, relation_type, relation_id, month, debit, credit, line_count,
      cancelled_debit, cancelled_credit, cancelled_line_count, draft_debit, draft_credit, draft_line_count)
    select books, account_id, relation_type, relation_id, month, posted * debit, posted * credit, posted * lines, cancelled * debit,
      cancelled * credit, cancelled * lines, drafts * debit, drafts * credit, drafts * lines
    from (
      select account_id, relation_type, relation_id, month, sum(debit) as debit, sum(credit) as credit, count(*) as lines
      from tagged group by account_id, relation_type, relation_id, month) s
    order by relation_type, relation_id, account_id, month
    on conflict (client_account_id, relation_type, relation_id, account_id, month) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
      cancelled_debit = b.cancelled_debit + excluded.cancelled_debit, cancelled_credit = b.cancelled_credit + excluded.cancelled_credit,
      cancelled_line_count = b.cancelled_line_count + excluded.cancelled_line_count,
      draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
      draft_line_count = b.draft_line_count + excluded.draft_line_count
  )
  insert into daily_line_counts as c (client_account_id, day, posted, cancelled, drafts)
  select books, posting_date, posted * count(*), cancelled * count(*), drafts * count(*) from moved group by posting_date order by posting_date
  on conflict (client_account_id, day) do update set
    posted = c.posted + excluded.posted, cancelled = c.cancelled + excluded.cancelled, drafts = c.drafts + excluded.drafts;
end $$;
