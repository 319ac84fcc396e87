-- Changes what the caller keeps with an entry, posted or not: the one thing of a posted entry that may change (JEX-R55).
-- command: {client_account_id, actor_id, now, entry_id, metadata: the text of a JSON object, or null}. Answers {state: missing|unchanged|changed}.
create or replace function change_metadata(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  entry journal_entries;
  counter journal_counters;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
  select * into entry from journal_entries e where e.client_account_id = books and e.id = (command ->> 'entry_id')::bigint;
  if entry.id is null then return '{"state": "missing"}'; end if;
  if entry.metadata::text is not distinct from command ->> 'metadata' then return '{"state": "unchanged"}'; end if;
  counter := advance_counter(books, 0, (command ->> 'now')::timestamptz);
  update journal_entries e set metadata = (command ->> 'metadata')::json, updated_at = counter.last_updated_at,
    updated_by_id = (command ->> 'actor_id')::bigint
  where e.client_account_id = books and e.id = entry.id;
  return '{"state": "changed"}';
end $$;
