-- What stays when records of a client account are erased is made to say that they are gone. The role that erases may delete rows and change none, so
-- these run as the owner; each does nothing when it comes again.

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
  foreach called in array array['forget_reconciled(bigint)', 'forget_external(bigint)', 'forget_entries(bigint)', 'restart_numbers(bigint)', 'forget_period_lock(bigint)'] loop
    execute format('revoke execute on function %s from ledger', called);
    if exists (select from pg_roles where rolname = 'ledger_eraser') then
      execute format('grant execute on function %s to ledger_eraser', called);
    end if;
  end loop;
end $$;
