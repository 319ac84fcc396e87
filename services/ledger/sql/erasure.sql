-- What stays when records of a client account are erased is made to say that they are gone. The role that erases may delete rows and change none, so
-- these run as the owner; each does nothing when it comes again.

-- The sums of claims of lines that stay: at most so many, and says of each that was reconciled internally that it is open again, to whom this counts as a
-- payment. Takes the counter row, which gives what is said its place after everything that was said before. Answers how many went.
create or replace function forget_claims(company bigint, most integer) returns integer language plpgsql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  gone bigint[];
  opened bigint[];
begin
  perform from journal_counters c where c.client_account_id = company for update;
  with picked as (
    delete from line_claim_totals where client_account_id = company and journal_line_id = any (array(
      select journal_line_id from line_claim_totals where client_account_id = company limit most))
    returning journal_line_id, internal, internal_fc)
  select array_agg(journal_line_id), array_agg(journal_line_id) filter (where internal <> 0 or internal_fc <> 0) into gone, opened from picked;
  if opened is not null then
    perform announce_claims(jsonb_build_object('client_account_id', company, 'kind', 'internal'), opened);
  end if;
  return coalesce(cardinality(gone), 0);
end $$;

-- After the claims of every line.
create or replace function forget_reconciled(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update monthly_balances set externally_reconciled_count = 0 where client_account_id = company and externally_reconciled_count <> 0;
  update daily_line_counts set posted_externally_reconciled = 0 where client_account_id = company and posted_externally_reconciled <> 0;
$$;

-- After every claim of the bank and of documents: lines are open for them again, while what is matched with other lines stays.
create or replace function forget_external(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update line_claim_totals set external = 0, external_fc = 0 where client_account_id = company and (external <> 0 or external_fc <> 0);
  select forget_reconciled(company);
$$;

-- After every entry: their numbers are not given again.
create or replace function forget_entries(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update journal_counters set erased_sequence_number = last_sequence_number, revision = revision + 1
  where client_account_id = company and erased_sequence_number <> last_sequence_number;
$$;

-- Takes posted entries that leave with their documents out of every sum, and makes holes of their numbers: at most so many, with their reversals, since the
-- two name each other. Their rows are to be deleted in the same transaction. Claims on their lines are gone before, and writers of the books are refused.
-- Answers their ids; none when nothing is left.
create or replace function withdraw_entries(company bigint, most integer) returns bigint[] language plpgsql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  leaving bigint[];
begin
  perform from journal_counters c where c.client_account_id = company for update;
  leaving := array(
    select m.journal_entry_id from leaving_entries m
    where m.client_account_id = company and not m.is_gone and exists (
      select from journal_entries e
      where e.client_account_id = company and e.id = m.journal_entry_id and not e.is_draft and e.relation_id = m.record_id)
    order by m.journal_entry_id limit most);
  update leaving_entries m set is_gone = true
  where m.client_account_id = company and not m.is_gone and m.journal_entry_id <= leaving[cardinality(leaving)];
  leaving := array(
    select id from unnest(leaving) id
    union select e.cancellation_entry_id from journal_entries e
      where e.client_account_id = company and e.id = any (leaving) and e.cancellation_entry_id is not null
    union select e.relation_id from journal_entries e where e.client_account_id = company and e.id = any (leaving) and e.cancelled = 'C'
    order by 1);
  if cardinality(leaving) = 0 then return leaving; end if;
  perform shift_balances(company,
    array(select e.id from journal_entries e where e.client_account_id = company and e.id = any (leaving) and e.cancelled is null), 'posted', null);
  perform shift_balances(company,
    array(select e.id from journal_entries e where e.client_account_id = company and e.id = any (leaving) and e.cancelled is not null), 'cancelled', null);
  insert into erased_numbers (client_account_id, number)
  select company, e.sequence_number from journal_entries e where e.client_account_id = company and e.id = any (leaving);
  update journal_counters set revision = revision + 1 where client_account_id = company;
  return leaving;
end $$;

-- After everything: numbers begin anew.
create or replace function restart_numbers(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update journal_counters set last_sequence_number = 0, erased_sequence_number = 0, revision = revision + 1
  where client_account_id = company and last_sequence_number <> 0;
$$;

create or replace function forget_period_lock(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  update journal_counters set locked_until = null where client_account_id = company and locked_until is not null;
$$;

-- Before any row goes: writers that hold the books are waited for, and later ones find that the account takes no writes, whatever is on its way to us.
create or replace function close_books(company bigint) returns void language sql security definer
set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select from journal_counters where client_account_id = company for update;
  update account_facts set is_active = false where client_account_id = company and is_active;
$$;

do $$
declare
  called text;
begin
  foreach called in array array['forget_claims(bigint, integer)', 'forget_reconciled(bigint)', 'forget_external(bigint)', 'forget_entries(bigint)', 'withdraw_entries(bigint, integer)', 'restart_numbers(bigint)', 'forget_period_lock(bigint)'] loop
    execute format('revoke execute on function %s from ledger', called);
    if exists (select from pg_roles where rolname = 'ledger_eraser') then
      execute format('grant execute on function %s to ledger_eraser', called);
    end if;
  end loop;
end $$;
