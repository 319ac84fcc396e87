-- Replacing, posting and removing drafts, in the order of locks that posting.sql tells of.

-- Replaces the lines of a draft and whatever else the command names, and posts it when `is_draft` is false.
-- command: as save_entries, with entry_id and one `entry` that holds only what was sent. Answers also {state: missing|posted}, and of what it has
-- written {header, created_by_id, posted_at}: the answer shows this version, whatever another one does after it.
create or replace function replace_draft(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  facts record;
  draft journal_entries;
  asked jsonb;
  request record;
  entry prepared_entry;
  counter journal_counters;
begin
  perform hold_books(books, false);
  if command -> 'entry' ->> 'external_id' is not null then perform hold_external_ids(books, jsonb_build_array(command -> 'entry')); end if;
  perform from journal_counters c where c.client_account_id = books for update;
  select f.accounting_currency, f.is_active, f.vat_liable_during, c.locked_until into facts
  from account_facts f left join journal_counters c using (client_account_id) where f.client_account_id = books;
  if facts.accounting_currency is distinct from command ->> 'currency' then return fault('client_account_id:stale'); end if;
  if not facts.is_active then return fault('client_account_id:inactive'); end if;
  select * into draft from journal_entries e where e.client_account_id = books and e.id = (command ->> 'entry_id')::bigint;
  if draft.id is null then return '{"state": "missing"}'; end if;
  if not draft.is_draft then return '{"state": "posted"}'; end if;
  asked := jsonb_build_object('description', draft.description, 'voucher_id', draft.voucher_id, 'relation_type', draft.relation_type,
    'relation_id', draft.relation_id, 'relation_number', draft.relation_number, 'external_id', draft.external_id, 'metadata', draft.metadata::text)
    || (command -> 'entry') || jsonb_build_object('id', draft.id);
  request := prepare(books, jsonb_build_array(asked), facts.vat_liable_during, facts.locked_until);
  if request.is_faulty or (command -> 'check_only')::boolean then return faults_of(request.entries, request.lines, facts.locked_until); end if;

  entry := request.entries[1];
  perform remove_lines(books, draft.id);
  perform insert_lines(books, request.lines, request.has_dimensions);
  counter := advance_counter(books, request.numbers, moment);
  update journal_entries e set
    is_draft = entry.is_draft, sequence_number = case when not entry.is_draft then counter.last_sequence_number end,
    description = entry.description, voucher_id = entry.voucher_id, relation_type = entry.relation_type, relation_id = entry.relation_id,
    relation_number = entry.relation_number, external_id = asked ->> 'external_id', metadata = (asked ->> 'metadata')::json, updated_at = counter.last_updated_at, updated_by_id = actor,
    posted_at = case when not entry.is_draft then moment end, posted_by_id = case when not entry.is_draft then actor end,
    accounting_currency = facts.accounting_currency,
    first_posting_date = t.first_date, min_posting_date = t.min_date, max_posting_date = t.max_date, line_count = t.line_count
  from (
    select (array_agg(l.posting_date order by l.line_id))[1] as first_date, min(l.posting_date) as min_date, max(l.posting_date) as max_date, count(*) as line_count
    from unnest(request.lines) l) t
  where e.client_account_id = books and e.id = draft.id;
  perform shift_balances(books, array[draft.id], null, case when entry.is_draft then 'drafts' else 'posted' end);
  perform announce_entries(command, books, null, array[draft.id], counter);
  return json_build_object(
    'entries', json_build_array(json_build_object('id', draft.id, 'sequence_number', case when not entry.is_draft then counter.last_sequence_number end)),
    'header', to_jsonb(entry) || jsonb_build_object('external_id', asked ->> 'external_id', 'metadata', asked ->> 'metadata'), 'lines', describe_lines(request.lines), 'created_at', draft.created_at, 'created_by_id', draft.created_by_id,
    'updated_at', counter.last_updated_at, 'posted_at', case when not entry.is_draft then moment end);
end $$;

create or replace function remove_lines(books bigint, entry_id bigint) returns void language plpgsql as $$
begin
  perform shift_balances(books, array[entry_id], 'drafts', null);
  delete from journal_line_dimensions d where d.client_account_id = books and d.journal_entry_id = entry_id;
  delete from journal_lines l where l.client_account_id = books and l.journal_entry_id = entry_id;
end $$;

-- Posts a draft as it stands, under the rules of a posting today. command: {client_account_id, actor_id, now, currency, entry_id}.
create or replace function post_draft(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  stored jsonb;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
  select jsonb_agg(to_jsonb(l) - '{id,client_account_id,journal_entry_id,tax_code_id}'::text[] || jsonb_build_object(
      'position', l.line_id, 'tax_code', t.code, 'dimensions', (
        select jsonb_agg(jsonb_build_object('relation_type', d.relation_type, 'relation_id', d.relation_id) order by d.id)
        from journal_line_dimensions d
        where d.client_account_id = books and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id)) order by l.line_id) into stored
  from journal_lines l left join tax_codes t on t.id = l.tax_code_id
  where l.client_account_id = books and l.journal_entry_id = (command ->> 'entry_id')::bigint;
  return replace_draft(command || jsonb_build_object('entry', jsonb_build_object('is_draft', false, 'lines', coalesce(stored, '[]'))));
end $$;

-- Deletes a draft. command: {client_account_id, now, entry_id}. Answers {state: missing|posted|removed}.
create or replace function remove_draft(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  draft journal_entries;
  counter journal_counters;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
  select * into draft from journal_entries e where e.client_account_id = books and e.id = (command ->> 'entry_id')::bigint;
  if draft.id is null then return '{"state": "missing"}'; end if;
  if not draft.is_draft then return '{"state": "posted"}'; end if;
  counter := advance_counter(books, 0, (command ->> 'now')::timestamptz);
  perform announce_entries(command, books, 'draft_removed', array[draft.id], counter);
  perform remove_lines(books, draft.id);
  delete from journal_entries e where e.client_account_id = books and e.id = draft.id;
  return '{"state": "removed"}';
end $$;
