-- What the planner shall believe of tables that have no statistics yet. Plans are made once per connection; on an empty table every index that begins
-- with the client account costs the same, and the one that is picked then may read all rows of the account for each of its lines, for as long as
-- the connection lives. So the shape of a full table is told beforehand: one account holds it all, and the other columns tell its rows apart.
-- The first ANALYZE, which the server runs by itself, replaces this with what it finds. Servers before PostgreSQL 18 take no such advice.
do $$
declare
  -- Distinct values: above zero their number, below zero their part of the rows.
  shape record;
begin
  if not exists (select from pg_proc where proname = 'pg_restore_attribute_stats') then return; end if;
  for shape in
    select * from (values
      ('journal_entries', 'client_account_id', 1), ('journal_entries', 'id', -1), ('journal_entries', 'sequence_number', -1),
      ('journal_entries', 'updated_at', -0.9), ('journal_entries', 'first_posting_date', 500), ('journal_entries', 'voucher_id', -0.5),
      ('journal_lines', 'client_account_id', 1), ('journal_lines', 'id', -1), ('journal_lines', 'journal_entry_id', -0.25),
      ('journal_lines', 'line_id', 4), ('journal_lines', 'posting_date', 500), ('journal_lines', 'account_id', 50),
      ('journal_line_dimensions', 'client_account_id', 1), ('journal_line_dimensions', 'journal_entry_id', -0.5),
      ('journal_line_dimensions', 'journal_line_id', -0.8), ('journal_line_dimensions', 'relation_type', 5),
      ('journal_line_dimensions', 'relation_id', 200), ('journal_line_dimensions', 'posting_date', 500),
      ('line_claims', 'client_account_id', 1), ('line_claims', 'journal_line_id', -0.9), ('line_claims', 'reconciliation_id', -0.5),
      ('line_claim_totals', 'client_account_id', 1), ('line_claim_totals', 'journal_line_id', -1),
      ('journal_counters', 'client_account_id', -1), ('account_facts', 'client_account_id', -1),
      ('monthly_balances', 'client_account_id', 1), ('monthly_balances', 'account_id', 50), ('monthly_balances', 'month', 24),
      ('monthly_dimension_balances', 'client_account_id', 1), ('monthly_dimension_balances', 'relation_type', 5),
      ('monthly_dimension_balances', 'relation_id', 200), ('monthly_dimension_balances', 'account_id', 10), ('monthly_dimension_balances', 'month', 24),
      ('daily_line_counts', 'client_account_id', 1), ('daily_line_counts', 'day', -1),
      ('reference_values', 'client_account_id', 1), ('reference_values', 'relation_type', 7), ('reference_values', 'relation_id', -0.9)
    ) as told (relation, attribute, distinct_values)
  loop
    perform pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', shape.relation, 'attname', shape.attribute, 'inherited', false,
      'null_frac', 0::real, 'avg_width', 8, 'n_distinct', shape.distinct_values::real);
  end loop;
end $$;

-- These have their rows already.
analyze accounts, tax_codes, account_mandatory_dimensions;
