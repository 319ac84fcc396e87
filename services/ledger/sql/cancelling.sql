-- Cancels a posted entry by a reversal dated today, but never before the original's last posting date (JEX-R46), or deletes a
-- draft. Lines are copied as they are: neither account, dimension nor tax code is
-- asked about again (JEX-R39).
-- command: {client_account_id, actor_id, now, today, entry_id, reason, titles: {nob, eng}}.
-- Answers {state: missing|removed|reason_missing|cancelled_before|reversal|locked|reconciled|cancelled, ...}.
create or replace function cancel_entry(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  today constant date := (command ->> 'today')::date;
  original journal_entries;
  dated date;
  reversal_id bigint;
  language text;
  counter journal_counters;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
  select * into original from journal_entries e where e.client_account_id = books and e.id = (command ->> 'entry_id')::bigint;
  if original.id is null then return '{"state": "missing"}'; end if;
  if original.is_draft then return remove_draft(command); end if;
  if command ->> 'reason' is null then return '{"state": "reason_missing"}'; end if;
  if original.cancelled = 'Y' then return json_build_object('state', 'cancelled_before', 'cancellation_entry_id', original.cancellation_entry_id); end if;
  if original.cancelled = 'C' then return json_build_object('state', 'reversal', 'reverses', original.relation_id); end if;
  select c.locked_until, f.accounting_language into counter.locked_until, language
  from journal_counters c left join account_facts f using (client_account_id) where c.client_account_id = books;
  if least(original.min_posting_date, today) <= counter.locked_until then
    return json_build_object('state', 'locked', 'locked_until', counter.locked_until, 'posting_date', least(original.min_posting_date, today));
  end if;
  if exists (
    select from journal_lines l join line_claims c on c.client_account_id = books and c.journal_line_id = l.id and c.released_at is null
    where l.client_account_id = books and l.journal_entry_id = original.id)
  then return '{"state": "reconciled"}'; end if;

  dated := greatest(today, original.max_posting_date);
  reversal_id := nextval('journal_entries_id_seq');
  with copied as (
    insert into journal_lines
    select mirrored.*
    from journal_lines l
    cross join lateral jsonb_populate_record(l, jsonb_build_object('id', nextval('journal_lines_id_seq'), 'journal_entry_id', reversal_id,
      'posting_date', dated, 'debit', l.credit, 'credit', l.debit, 'debit_fc', l.credit_fc, 'credit_fc', l.debit_fc)) mirrored
    where l.client_account_id = books and l.journal_entry_id = original.id order by l.line_id
    returning id, line_id, account_id
  )
  insert into journal_line_dimensions (client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
  select books, reversal_id, n.id, d.relation_type, d.relation_id, n.account_id, dated
  from copied n join journal_lines l on l.client_account_id = books and l.journal_entry_id = original.id and l.line_id = n.line_id
  join journal_line_dimensions d on d.client_account_id = books and d.journal_entry_id = original.id and d.journal_line_id = l.id
  order by d.id;
  counter := advance_counter(books, 1, moment);
  insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, relation_type, relation_id, cancelled, first_posting_date,
    min_posting_date, max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id,
    accounting_currency)
  values (reversal_id, books, counter.last_sequence_number, false,
    left((command -> 'titles' ->> case when language = 'nob' then 'nob' else 'eng' end) || ' ' || original.sequence_number
      || case when original.description = '' then '' else ': ' || original.description end, 1000),
    'JE', original.id, 'C', dated, dated, dated, original.line_count, moment, actor, counter.last_updated_at, actor, moment, actor,
    original.accounting_currency);
  update journal_entries e set cancelled = 'Y', cancelled_by_id = actor, cancellation_entry_id = reversal_id,
    cancellation_reason = command ->> 'reason', updated_at = counter.last_updated_at, updated_by_id = actor
  where e.client_account_id = books and e.id = original.id;
  perform shift_balances(books, array[original.id], 'posted', 'cancelled');
  perform shift_balances(books, array[reversal_id], null, 'cancelled');
  perform announce_entries(command, books, 'cancelled', array[original.id], counter);
  perform announce_entries(command, books, 'posted', array[reversal_id], counter);
  return json_build_object('state', 'cancelled', 'cancellation_entry_id', reversal_id);
end $$;
