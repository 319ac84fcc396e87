-- What is posted is append-only here, not in code: the guards refuse every change of a posted entry to whoever has the right to write its tables.
-- Erasing a client account or its journal (CAC-R19) is the one exception, under a role of its own.

create or replace function is_eraser() returns boolean language sql stable as $$ select current_user = 'ledger_eraser' $$;

create or replace function guard_entry() returns trigger language plpgsql as $$
declare
  -- All that cancelling may touch.
  marking constant text[] := array['cancelled', 'cancelled_by_id', 'cancellation_entry_id', 'cancellation_reason', 'updated_at', 'updated_by_id'];
  -- All that changing the caller's own notes may touch.
  noting constant text[] := array['metadata', 'updated_at', 'updated_by_id'];
begin
  if tg_op = 'DELETE' then
    if old.is_draft or is_eraser() then return old; end if;
  elsif old.is_draft then
    if (old.client_account_id, old.id, old.created_at, old.created_by_id) = (new.client_account_id, new.id, new.created_at, new.created_by_id)
    then return new; end if;
  elsif old.cancelled is null and new.cancelled = 'Y' and to_jsonb(old) - marking = to_jsonb(new) - marking then
    return new;
  elsif old.metadata::text is distinct from new.metadata::text and to_jsonb(old) - noting = to_jsonb(new) - noting then
    return new;
  end if;
  raise exception 'journal entry % is posted and cannot be changed or deleted', old.id
    using errcode = 'integrity_constraint_violation', constraint = 'journal_entries_guard';
end $$;

-- Lines are replaced with their draft, never changed. They are written before the entry that posts them, so that a line whose entry is
-- posted already can only be an addition to the books.
create or replace function guard_parts() returns trigger language plpgsql as $$
begin
  if is_eraser() and tg_op = 'DELETE' then return old; end if;
  if tg_op = 'DELETE' and not exists (
    select from journal_entries e where e.client_account_id = old.client_account_id and e.id = old.journal_entry_id and not e.is_draft)
  then return old; end if;
  raise exception 'journal entry % is posted and its lines cannot be changed or deleted', old.journal_entry_id
    using errcode = 'integrity_constraint_violation', constraint = 'journal_lines_guard';
end $$;

create or replace function guard_additions() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct client_account_id, journal_entry_id from added) a
    join journal_entries e on e.client_account_id = a.client_account_id and e.id = a.journal_entry_id
    where not e.is_draft)
  then
    raise exception 'a posted journal entry takes no more lines or dimensions'
      using errcode = 'integrity_constraint_violation', constraint = 'journal_lines_guard';
  end if;
  return null;
end $$;

-- What becomes posted balances, in total and on every posting date (JEX-R37), and has the lines it says it has.
create or replace function check_posted_entry() returns trigger language plpgsql as $$
begin
  if (
    select coalesce(sum(per_date.lines), 0) <> new.line_count or bool_or(per_date.debit <> per_date.credit)
    from (
      select count(*) as lines, sum(l.debit) as debit, sum(l.credit) as credit
      from journal_lines l where l.client_account_id = new.client_account_id and l.journal_entry_id = new.id group by l.posting_date) per_date)
  then
    raise exception 'journal entry % does not balance on each posting date', new.id
      using errcode = 'check_violation', constraint = 'journal_entries_balance_check';
  end if;
  return null;
end $$;

-- The same of all entries that a statement adds.
create or replace function check_posted_entries() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select n.id into wrong
  from added n
  cross join lateral (
    select coalesce(sum(per_date.lines), 0) <> n.line_count or bool_or(per_date.debit <> per_date.credit) as is_wrong
    from (
      select count(*) as lines, sum(l.debit) as debit, sum(l.credit) as credit
      from journal_lines l where l.client_account_id = n.client_account_id and l.journal_entry_id = n.id group by l.posting_date) per_date) checked
  where not n.is_draft and checked.is_wrong limit 1;
  if wrong is not null then
    raise exception 'journal entry % does not balance on each posting date', wrong
      using errcode = 'check_violation', constraint = 'journal_entries_balance_check';
  end if;
  return null;
end $$;

create or replace function guard_history() returns trigger language plpgsql as $$
begin
  if is_eraser() and tg_op = 'DELETE' then return old; end if;
  raise exception '% are never changed or deleted', replace(tg_table_name, '_', ' ')
    using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_guard';
end $$;
