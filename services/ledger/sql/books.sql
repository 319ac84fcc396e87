-- The locks of an account's books, its counter, and its period lock. Every writer takes them in one order: hold_books, then the counter row.

-- Keeps an account's postings apart from what changes the ground under them: postings share it, a period lock or the deactivation of an account
-- takes it alone. A lock of the database's memory: a shared lock on a row would be written to disk by every posting.
create or replace function hold_books(books bigint, alone boolean) returns void language plpgsql as $$
begin
  if alone then perform pg_advisory_xact_lock(hashtextextended('ledger.books', books));
  else perform pg_advisory_xact_lock_shared(hashtextextended('ledger.books', books)); end if;
end $$;

-- Takes the counter row, which the caller then holds to its commit: `numbers` sequence numbers are given out. No two commits have one
-- `last_updated_at`, whatever the clock says: who follows the changes stands behind all that one commit stamped, or before it.
create or replace function advance_counter(books bigint, numbers integer, moment timestamptz) returns journal_counters language plpgsql as $$
declare
  result journal_counters;
begin
  insert into journal_counters as c (client_account_id, last_sequence_number, last_updated_at, revision) values (books, numbers, moment, 1)
  on conflict (client_account_id) do update set last_sequence_number = c.last_sequence_number + excluded.last_sequence_number,
    last_updated_at = greatest(c.last_updated_at + interval '1 microsecond', excluded.last_updated_at), revision = c.revision + 1
  returning * into result;
  return result;
end $$;

-- Locks posting dates up to a day, or unlocks by an earlier one. Waits for the postings that are under way; those that come later see it.
-- command: {client_account_id, actor_id, now, locked_until_date, locking_comment}.
create or replace function lock_period(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  result period_locks;
begin
  perform hold_books(books, true);
  insert into period_locks (client_account_id, locked_until_date, locking_comment, created_at, created_by_id)
  values (books, (command ->> 'locked_until_date')::date, command ->> 'locking_comment', (command ->> 'now')::timestamptz, (command ->> 'actor_id')::bigint)
  returning * into result;
  insert into journal_counters as c (client_account_id, locked_until) values (books, result.locked_until_date)
  on conflict (client_account_id) do update set locked_until = excluded.locked_until;
  perform announce(command, books, 'period.locked', jsonb_build_object('client_account_id', books, 'locked_until_date', result.locked_until_date,
    'version', result.id));
  return row_to_json(result);
end $$;
