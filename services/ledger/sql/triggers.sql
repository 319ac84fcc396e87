-- Which guard watches which table. A file of their own, since making a trigger anew waits for every writer of its table, and a guard alone does not.
-- Tables come in the order in which a posting takes them.

create or replace trigger journal_lines_guard before update or delete on journal_lines for each row execute function guard_parts();
create or replace trigger journal_lines_additions_guard after insert on journal_lines
  referencing new table as added for each statement execute function guard_additions();
create or replace trigger journal_line_dimensions_guard before update or delete on journal_line_dimensions for each row execute function guard_parts();
create or replace trigger journal_line_dimensions_additions_guard after insert on journal_line_dimensions
  referencing new table as added for each statement execute function guard_additions();
create or replace trigger journal_entries_guard before update or delete on journal_entries for each row execute function guard_entry();
create or replace trigger journal_entries_inserted_check after insert on journal_entries
  referencing new table as added for each statement execute function check_posted_entries();
create or replace trigger journal_entries_posted_check after update on journal_entries
  for each row when (old.is_draft and not new.is_draft) execute function check_posted_entry();
create or replace trigger period_locks_guard before update or delete on period_locks for each row execute function guard_history();
create or replace trigger line_claims_applied after insert or update on line_claims for each row execute function apply_claim();
create or replace trigger line_claims_guard before delete on line_claims for each row execute function guard_history();
create or replace trigger accounts_guard before insert or update or delete on accounts for each row execute function guard_accounts();
create or replace trigger account_mandatory_dimensions_guard before insert or update or delete on account_mandatory_dimensions
  for each row execute function guard_account_parts();
create or replace trigger account_tax_codes_guard before insert or update or delete on account_tax_codes
  for each row execute function guard_account_parts();

-- What raises the version of the ground (ground.sql).
create or replace trigger accounts_added_to_ground after insert on accounts
  referencing new table as changed for each statement execute function accounts_changed();
create or replace trigger accounts_changed_in_ground after update on accounts
  referencing new table as changed for each statement execute function accounts_changed();
create or replace trigger accounts_removed_from_ground after delete on accounts
  referencing old table as changed for each statement execute function accounts_changed();
create or replace trigger account_tax_codes_added_to_ground after insert on account_tax_codes
  referencing new table as changed for each statement execute function account_tax_codes_changed();
create or replace trigger account_tax_codes_changed_in_ground after update on account_tax_codes
  referencing new table as changed for each statement execute function account_tax_codes_changed();
create or replace trigger account_tax_codes_removed_from_ground after delete on account_tax_codes
  referencing old table as changed for each statement execute function account_tax_codes_changed();
create or replace trigger tax_codes_changed_in_ground after insert or update or delete on tax_codes
  for each statement execute function tax_codes_changed();
create or replace trigger account_facts_added_to_ground after insert on account_facts
  referencing new table as changed for each statement execute function account_facts_added();
create or replace trigger account_facts_changed_in_ground after update on account_facts
  referencing old table as before new table as changed for each statement execute function account_facts_changed();
create or replace trigger account_facts_removed_from_ground after delete on account_facts
  referencing old table as changed for each statement execute function account_facts_added();
create or replace trigger period_lock_moved before update of locked_until on journal_counters
  for each row execute function period_lock_moved();

create or replace trigger share_transactions_guard before update or delete on share_transactions for each row execute function guard_history();
create or replace trigger share_transactions_balance_check after insert on share_transactions
  referencing new table as added for each statement execute function check_share_transactions();

create or replace trigger proof_blocks_guard before update or delete on proof_blocks for each row execute function guard_history();
create or replace trigger proof_heads_guard before update or delete on proof_heads for each row execute function guard_history();
