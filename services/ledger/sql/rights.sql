-- The service calls the functions that write the journal and none of their helpers. A function that is replaced keeps its rights; a new helper gets its
-- line here. Files are applied in the order of their names, so this one after those that make them.
do $$
declare
  helper text;
begin
  foreach helper in array array['prepare(bigint, jsonb, datemultirange, date)', 'fault(text)', 'faults_of(prepared_entry[], prepared_line[], date)',
    'insert_lines(bigint, prepared_line[], boolean)', 'shift_balances(bigint, bigint[], text, text)', 'advance_counter(bigint, integer, timestamptz)',
    'announce(jsonb, bigint, text, jsonb)', 'announce_entries(jsonb, bigint, text, bigint[], journal_counters)', 'describe_lines(prepared_line[])',
    'remove_lines(bigint, bigint)', 'hold_external_ids(bigint, jsonb)',
    'store_lines(bigint[], new_line[], new_dimension[], boolean[])', 'add_balances(new_line[], boolean[])',
    'open_amounts(bigint, text, bigint[])', 'claimed_lines(bigint, text, bigint[])', 'hold_claims(jsonb)', 'claim_held(jsonb)', 'answered_before(jsonb, text)',
    'kept_answer(jsonb, text, jsonb)', 'announce_claims(jsonb, bigint[])', 'claims_changed(bigint, bigint, jsonb)', 'claims_of_line(bigint, numeric, numeric)', 'add_dimension_balances(new_dimension[], boolean[])', 'raise_ground(bigint[], boolean)', 'raise_common_ground()'] loop
    execute format('revoke execute on function %s from ledger', helper);
  end loop;
end $$;
