-- Replacing, posting and removing drafts, in the order of locks that posting.sql tells of.

-- Replaces the lines of a draft and whatever else the command names, and posts it when `is_draft` is false. The lines were judged by the service, as
-- those of write_entries are.
-- command: {client_account_id, actor_id, now, entry_id, ground_version, common_version, seen_at?, is_draft, accounting_currency, header: what was sent
-- of the entry, dates: [first, min, max], line_count, request_id?, traceparent?}. seen_at: refuses as `changed` when the draft is another one by now.
-- Answers {outcome: written|stale|refused|missing|posted|changed, header, ...}; header is what was sent together with what the draft had.
create or replace function rewrite_draft(command jsonb, lines new_line[], dimensions new_dimension[], named named_reference[]) returns json
language plpgsql security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  company constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  becomes_draft constant boolean := (command ->> 'is_draft')::boolean;
  draft journal_entries;
  header jsonb;
  names text[];
  is_lacking boolean;
  line_ids bigint[];
  dimension_ids bigint[];
  version bigint;
  counter journal_counters;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('ledger.common_ground', 0));
  perform hold_books(company, false);
  select c.ground_version into version from journal_counters c where c.client_account_id = company for update;
  select * into draft from journal_entries e where e.client_account_id = company and e.id = (command ->> 'entry_id')::bigint;
  if draft.id is null then return '{"outcome": "missing"}'; end if;
  if not draft.is_draft then return '{"outcome": "posted"}'; end if;
  if draft.updated_at <> (command ->> 'seen_at')::timestamptz then return '{"outcome": "changed"}'; end if;
  if version is distinct from (command ->> 'ground_version')::bigint
    or (command ->> 'common_version')::bigint <> (select g.version from common_ground g) then return '{"outcome": "stale"}'; end if;
  header := jsonb_build_object('description', draft.description, 'voucher_id', draft.voucher_id, 'relation_type', draft.relation_type,
    'relation_id', draft.relation_id, 'relation_number', draft.relation_number, 'external_id', draft.external_id, 'metadata', draft.metadata::text)
    || (command -> 'header') || jsonb_build_object('is_draft', becomes_draft);
  select array_agg(v.name), bool_or(v.is_active is not true) into names, is_lacking
  from unnest(named) n
  left join reference_values v on v.client_account_id = company and v.relation_type = n.relation_type and v.relation_id = n.relation_id;
  if is_lacking
    or header ->> 'voucher_id' is not null and (
      not exists (
        select from reference_values v where v.client_account_id = company and v.relation_type = 'voucher'
          and v.relation_id = (header ->> 'voucher_id')::bigint and v.is_active)
      or exists (
        select from journal_entries e where e.client_account_id = company and e.voucher_id = (header ->> 'voucher_id')::bigint
          and e.cancelled is null and e.id <> draft.id))
    or header ->> 'external_id' is not null and exists (
      select from journal_entries e where e.client_account_id = company and e.external_id = header ->> 'external_id' and e.id <> draft.id)
  then return json_build_object('outcome', 'refused', 'header', header); end if;

  perform remove_lines(company, draft.id);
  select * into line_ids, dimension_ids from store_lines(array[draft.id], lines, dimensions, array[true]);
  counter := advance_counter(company, case when becomes_draft then 0 else 1 end, moment);
  update journal_entries e set
    is_draft = becomes_draft, sequence_number = case when not becomes_draft then counter.last_sequence_number end,
    description = header ->> 'description', voucher_id = (header ->> 'voucher_id')::bigint, relation_type = header ->> 'relation_type',
    relation_id = (header ->> 'relation_id')::bigint, relation_number = header ->> 'relation_number', external_id = header ->> 'external_id',
    metadata = (header ->> 'metadata')::json, updated_at = counter.last_updated_at, updated_by_id = actor,
    posted_at = case when not becomes_draft then moment end, posted_by_id = case when not becomes_draft then actor end,
    accounting_currency = command ->> 'accounting_currency', first_posting_date = (command -> 'dates' ->> 0)::date,
    min_posting_date = (command -> 'dates' ->> 1)::date, max_posting_date = (command -> 'dates' ->> 2)::date,
    line_count = (command ->> 'line_count')::integer
  where e.client_account_id = company and e.id = draft.id;
  perform announce_entries(command, company, null, array[draft.id], counter);
  return json_build_object('outcome', 'written', 'header', header, 'id', draft.id,
    'sequence_number', case when not becomes_draft then counter.last_sequence_number end, 'line_ids', line_ids, 'dimension_ids', dimension_ids,
    'names', names, 'created_at', draft.created_at, 'created_by_id', draft.created_by_id, 'updated_at', counter.last_updated_at);
end $$;

create or replace function remove_lines(books bigint, entry_id bigint) returns void language plpgsql as $$
begin
  perform shift_balances(books, array[entry_id], 'drafts', null);
  delete from journal_line_dimensions d where d.client_account_id = books and d.journal_entry_id = entry_id;
  delete from journal_lines l where l.client_account_id = books and l.journal_entry_id = entry_id;
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

-- Deletes the drafts of vouchers that go, and has no entry take those vouchers again: all of them, or none where one has a posted entry that stands.
-- Repeated it changes nothing. command: {client_account_id, now, voucher_ids}. Answers {posted: ids of vouchers with such an entry}.
create or replace function release_vouchers(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  wanted constant bigint[] := array(select jsonb_array_elements_text(command -> 'voucher_ids')::bigint);
  posted bigint[];
  drafts bigint[];
  draft bigint;
  counter journal_counters;
begin
  perform hold_books(books, false);
  insert into journal_counters (client_account_id) values (books) on conflict do nothing;
  perform from journal_counters c where c.client_account_id = books for update;
  posted := array(
    select e.voucher_id from journal_entries e
    where e.client_account_id = books and e.voucher_id = any (wanted) and e.cancelled is null and not e.is_draft order by 1);
  if cardinality(posted) > 0 then return json_build_object('posted', posted); end if;
  drafts := array(
    select e.id from journal_entries e
    where e.client_account_id = books and e.voucher_id = any (wanted) and e.cancelled is null and e.is_draft order by 1);
  if cardinality(drafts) > 0 then
    counter := advance_counter(books, 0, (command ->> 'now')::timestamptz);
    perform announce_entries(command, books, 'draft_removed', drafts, counter);
    foreach draft in array drafts loop
      perform remove_lines(books, draft);
    end loop;
    delete from journal_entries e where e.client_account_id = books and e.id = any (drafts);
  end if;
  update reference_values v set is_active = false
  where v.client_account_id = books and v.relation_type = 'voucher' and v.relation_id = any (wanted) and v.is_active;
  return json_build_object('posted', posted);
end $$;
