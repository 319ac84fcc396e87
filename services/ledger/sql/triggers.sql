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
  for each row when (not new.is_draft) execute function check_posted_entry();
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
