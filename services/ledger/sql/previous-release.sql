-- What the release before this one calls: the rules of an entry in PL/pgSQL, and the functions that wrote by them. They stay for as long as a replica of
-- that release may still post beside this one during a rolling upgrade, and go with the next release. They wait for the new writers, and those for them:
-- both take `hold_books` and the counter row. The rules of today are in src/journal-entries.
--
-- A fault is `<field>:<rule>` with the entry's index and the line's position in the request.

-- Requests that name the same references of their caller wait for each other here, before either looks whether an entry has them: the later one then
-- finds the entry of the earlier one. Taken after hold_books and before the counter row, in one order.
create or replace function hold_external_ids(books bigint, requests jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.external_id ' || named.external_id, books))
  from (
    select distinct e ->> 'external_id' as external_id from jsonb_array_elements(requests) e where e ->> 'external_id' is not null order by 1) named;
end $$;

-- The entries and lines of a request: ids given (a draft keeps its own), account, tax code and dimensions found, tax computed, faults
-- noted. Tax: docs/contract/journal-entries.md, "VAT"; the period of a code and the liability of the account are
-- those of the posting date, and a tax amount that is sent may differ from the computed one by 1.00, or 1 % where that is more.
create or replace function prepare(books bigint, requests jsonb, vat_liable datemultirange, locked_until date, out entries prepared_entry[],
  out lines prepared_line[], out is_faulty boolean, out numbers integer, out has_dimensions boolean)
language plpgsql as $$
declare
  is_late boolean;
begin
  select array_agg(row(
      n - 1, coalesce((e ->> 'id')::bigint, nextval('journal_entries_id_seq')), (e ->> 'is_draft')::boolean, coalesce(e ->> 'description', ''),
      (e ->> 'voucher_id')::bigint, e ->> 'relation_type', (e ->> 'relation_id')::bigint, e ->> 'relation_number',
      array_remove(array[
        case when e ->> 'voucher_id' is not null and voucher.is_active is not true
          then case when voucher.is_active is null then 'voucher_id:unknown' else 'voucher_id:inactive' end end,
        case when live.id is not null then 'voucher_id:taken' end,
        case when same.id is not null then 'external_id:taken:' || same.id end], null)
    )::prepared_entry order by n),
    bool_or(live.id is not null or same.id is not null or e ->> 'voucher_id' is not null and voucher.is_active is not true),
    count(*) filter (where not (e ->> 'is_draft')::boolean)
  into entries, is_faulty, numbers
  from jsonb_array_elements(requests) with ordinality as _(e, n)
  left join reference_values voucher on voucher.client_account_id = books and voucher.relation_type = 'voucher'
    and voucher.relation_id = (e ->> 'voucher_id')::bigint
  left join journal_entries live on live.client_account_id = books and live.voucher_id = (e ->> 'voucher_id')::bigint and live.cancelled is null
    and live.id is distinct from (e ->> 'id')::bigint
  left join journal_entries same on same.client_account_id = books and same.external_id = e ->> 'external_id'
    and same.id is distinct from (e ->> 'id')::bigint;

  select array_agg(line order by (line).entry_no, (line).line_id), is_faulty or bool_or((line).faults <> '{}'),
    bool_or((line).posting_date <= prepare.locked_until and not entries[(line).entry_no + 1].is_draft), bool_or((line).dimensions is not null)
  into lines, is_faulty, is_late, has_dimensions
  from (
    select row(
      n - 1, l.position, entries[n].id, nextval('journal_lines_id_seq'), l.line_id, l.posting_date, coalesce(l.description, ''),
      coalesce(own.id, common.id, named.id), coalesce(own.account_code, common.account_code, named.account_code),
      l.debit, l.credit, l.debit_fc, l.credit_fc, l.currency_code, l.exchange_rate, code.id, code.code,
      tax.base, coalesce(l.tax_base_amount_fc, round(tax.base / l.exchange_rate, 2)),
      tax.amount, coalesce(l.tax_amount_fc, round(tax.amount / l.exchange_rate, 2)),
      coalesce(l.tax_line, false), l.tax_for_line, l.quantity, dimension.found,
      array_remove(array[
        case when l.account_code is not null and own.id is null and common.id is null then 'account_code:unknown' end,
        case when l.account_id is not null and named.id is null then 'account_id:unknown' end,
        case when coalesce(own.id, common.id) <> named.id then 'account_id:mismatch' end,
        case when coalesce(own.is_active, common.is_active, named.is_active) is false
          then case when l.account_code is null then 'account_id' else 'account_code' end || ':inactive' end,
        case when coalesce(own.account_code, common.account_code, named.account_code) = '2099'
          then case when l.account_code is null then 'account_id' else 'account_code' end || ':closed' end,
        case when l.tax_code is not null and code.id is null
          then case when exists (select from tax_codes t where t.code = l.tax_code) then 'tax_code:not_in_force' else 'tax_code:unknown' end end,
        case when l.tax_code is not null and not vat_liable @> l.posting_date then 'tax_code:not_liable' end,
        case when code.id is not null
          and exists (select from account_tax_codes w where w.account_id = coalesce(own.id, common.id, named.id))
          and not exists (select from account_tax_codes w join tax_codes t on t.id = w.tax_code_id
            where w.account_id = coalesce(own.id, common.id, named.id) and t.code = l.tax_code) then 'tax_code:not_on_account' end,
        case when abs(l.tax_amount - base.base * base.rate / 100) > greatest(1, base.base * base.rate / 10000) then 'tax_amount:off' end], null)
        || dimension.faults
    )::prepared_line as line
    from jsonb_array_elements(requests) with ordinality as _(e, n)
    cross join lateral jsonb_to_recordset(e -> 'lines') as l (
      position integer, line_id bigint, posting_date date, description text, account_code text, account_id bigint, debit numeric,
      credit numeric, debit_fc numeric, credit_fc numeric, currency_code text, exchange_rate numeric, tax_code text,
      tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric, tax_amount_fc numeric, tax_line boolean,
      tax_for_line bigint, quantity numeric, dimensions jsonb)
    left join accounts own on own.client_account_id = books and own.account_code = l.account_code
    left join accounts common on common.client_account_id is null and common.account_code = l.account_code
    left join accounts named on named.id = l.account_id and (named.client_account_id = books or named.client_account_id is null)
    left join tax_codes code on code.code = l.tax_code and coalesce(l.posting_date >= code.active_from, true)
      and coalesce(l.posting_date <= code.active_to, true)
    cross join lateral (
      select coalesce(l.tax_base_amount, case when computed.rate is not null then l.debit + l.credit end) as base, computed.rate
      from (select case
        when code.id is null or l.tax_line then null
        when code.tax_account_id is null and code.acquisition_tax_account_id is null then 0
        else code.rate end as rate) computed
    ) base
    cross join lateral (select base.base, coalesce(l.tax_amount, round(base.base * base.rate / 100, 2)) as amount) tax
    left join lateral (
      -- In the order of the request: a nested loop keeps it, and there are no other joins here. Sorting each line's would cost more than they do.
      select jsonb_agg(jsonb_build_object('id', nextval('journal_line_dimensions_id_seq'), 'relation_type', d.relation_type,
          'relation_id', d.relation_id, 'name', known.name)) as found,
        array_agg('dimensions.' || m - 1 || case when known.is_active is null then ':unknown' else ':inactive' end)
          filter (where known.is_active is not true) as faults
      from rows from (jsonb_to_recordset(l.dimensions) as (relation_type text, relation_id bigint)) with ordinality
        as d (relation_type, relation_id, m)
      left join reference_values known on known.client_account_id = books and known.relation_type = d.relation_type
        and known.relation_id = d.relation_id
    ) dimension on l.dimensions is not null
  ) found;
  is_faulty := is_faulty or coalesce(is_late, false);
end $$;

create or replace function fault(text) returns json language plpgsql immutable as $$
begin
  return json_build_object('faults', json_build_array(json_build_object('entry', 0, 'fault', $1)));
end $$;

-- Every fault of a request. A locked date is one only for what is posted.
create or replace function faults_of(entries prepared_entry[], lines prepared_line[], locked_until date) returns json language plpgsql as $$
begin
  return (
    select json_build_object('locked_until', locked_until, 'faults', coalesce(json_agg(json_build_object('entry', entry_no, 'line', position, 'fault', fault)
      order by entry_no, position nulls first), '[]'))
    from (
      select e.entry_no, null as position, unnest(e.faults) as fault from unnest(entries) e where e.faults <> '{}'
      union all
      select l.entry_no, l.position, unnest(l.faults) from unnest(lines) l where l.faults <> '{}'
      union all
      select l.entry_no, l.position, 'posting_date:locked' from unnest(lines) l
      where l.posting_date <= locked_until and not entries[l.entry_no + 1].is_draft
    ) fault);
end $$;

create or replace function insert_lines(books bigint, lines prepared_line[], has_dimensions boolean) returns void language plpgsql as $$
begin
  insert into journal_lines (id, client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc,
    credit_fc, currency_code, exchange_rate, tax_code_id, tax_base_amount, tax_base_amount_fc, tax_amount, tax_amount_fc, tax_line,
    tax_for_line, quantity)
  select l.id, books, l.entry_id, l.line_id, l.posting_date, l.description, l.account_id, l.debit, l.credit, l.debit_fc, l.credit_fc,
    l.currency_code, l.exchange_rate, l.tax_code_id, l.tax_base_amount, l.tax_base_amount_fc, l.tax_amount, l.tax_amount_fc, l.tax_line,
    l.tax_for_line, l.quantity
  from unnest(lines) l;
  if has_dimensions then
    insert into journal_line_dimensions (id, client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
    select d.id, books, l.entry_id, l.id, d.relation_type, d.relation_id, l.account_id, l.posting_date
    from unnest(lines) l cross join lateral jsonb_to_recordset(l.dimensions) as d (id bigint, relation_type text, relation_id bigint);
  end if;
end $$;

-- What the answer to a write shows of its lines beyond the request, one array per line.
create or replace function describe_lines(lines prepared_line[]) returns json language plpgsql as $$
begin
  return (
    select json_agg(json_build_array(l.entry_no, l.position, l.id, l.account_id, l.tax_code_id, l.tax_base_amount::numeric(19, 2)::text,
      l.tax_base_amount_fc::numeric(19, 2)::text, l.tax_amount::numeric(19, 2)::text, l.tax_amount_fc::numeric(19, 2)::text, l.dimensions))
    from unnest(lines) l);
end $$;

-- Stores new entries of one client account, drafts and posted ones, all or none.
-- command: {client_account_id, actor_id, now, currency, check_only?, request_id?, traceparent?, entries: [{is_draft, description, voucher_id,
-- relation_type, relation_id, relation_number, external_id?, metadata?, lines: [...]}]}; lines in the order of their line_id; metadata as the text of a
-- JSON object.
-- Answers {faults: [{entry, line?, fault}]}, or {entries: [{id, sequence_number}], lines: [[...]], created_at, updated_at}.
create or replace function save_entries(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  facts record;
  request record;
  counter journal_counters;
  stored json;
begin
  perform hold_books(books, false);
  if jsonb_path_exists(command, '$.entries[*].external_id ? (@ != null)') then perform hold_external_ids(books, command -> 'entries'); end if;
  select f.accounting_currency, f.is_active, f.vat_liable_during, c.locked_until into facts
  from account_facts f left join journal_counters c using (client_account_id) where f.client_account_id = books;
  if facts.accounting_currency is distinct from command ->> 'currency' then return fault('client_account_id:stale'); end if;
  if not facts.is_active then return fault('client_account_id:inactive'); end if;
  request := prepare(books, command -> 'entries', facts.vat_liable_during, facts.locked_until);
  if request.is_faulty or (command -> 'check_only')::boolean then return faults_of(request.entries, request.lines, facts.locked_until); end if;

  perform insert_lines(books, request.lines, request.has_dimensions);
  counter := advance_counter(books, request.numbers, moment);
  -- Entries and the totals of their lines are laid side by side, both being in order: a nested loop over two lists takes their product.
  with totals as (
    select array_agg(t.first_date order by t.entry_no) as first_dates, array_agg(t.min_date order by t.entry_no) as min_dates,
      array_agg(t.max_date order by t.entry_no) as max_dates, array_agg(t.line_count order by t.entry_no) as line_counts,
      array_agg(t.account_codes order by t.entry_no) as account_codes
    from (
      select l.entry_no, (array_agg(l.posting_date order by l.line_id))[1] as first_date, min(l.posting_date) as min_date,
        max(l.posting_date) as max_date, count(*) as line_count, jsonb_agg(distinct l.account_code) as account_codes
      from unnest(request.lines) l group by l.entry_no) t
  ), numbered as (
    select e.*, case when not e.is_draft then counter.last_sequence_number - request.numbers
      + row_number() over (partition by e.is_draft order by e.entry_no) end as sequence_number
    from totals t cross join lateral rows from (unnest(request.entries), unnest(t.first_dates), unnest(t.min_dates), unnest(t.max_dates),
      unnest(t.line_counts), unnest(t.account_codes), jsonb_array_elements(command -> 'entries')) as e (entry_no, id, is_draft, description, voucher_id, relation_type, relation_id,
        relation_number, faults, first_date, min_date, max_date, line_count, account_codes, asked)
  ), told as (
    insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
    select 'events.ledger.journal_entry.' || case when is_draft then 'drafted' else 'posted' end, books, 1,
      jsonb_build_object('client_account_id', books, 'journal_entry_id', id, 'sequence_number', sequence_number, 'voucher_id', voucher_id,
        'relation_type', relation_type, 'relation_id', relation_id, 'cancelled', null, 'cancellation_entry_id', null, 'date_from', min_date,
        'date_to', max_date, 'account_codes', account_codes, 'version', counter.revision),
      command ->> 'request_id', command ->> 'traceparent'
    from numbered
  ), inserted as (
    insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, voucher_id, relation_type, relation_id, relation_number,
      first_posting_date, min_posting_date, max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id, external_id, metadata,
      accounting_currency)
    select id, books, sequence_number, is_draft, description, voucher_id, relation_type, relation_id, relation_number, first_date, min_date, max_date,
      line_count, moment, actor, counter.last_updated_at, actor, case when not is_draft then moment end, case when not is_draft then actor end,
      asked ->> 'external_id', (asked ->> 'metadata')::json, facts.accounting_currency
    from numbered
    returning id, sequence_number
  )
  select json_agg(json_build_object('id', id, 'sequence_number', sequence_number) order by id) into stored from inserted;
  if counter.revision = 1 then
    perform announce(command, books, 'client_account.first_posting', jsonb_build_object('client_account_id', books));
  end if;
  if request.numbers > 0 then
    perform shift_balances(books, array(select e.id from unnest(request.entries) e where not e.is_draft), null, 'posted');
  end if;
  if request.numbers < cardinality(request.entries) then
    perform shift_balances(books, array(select e.id from unnest(request.entries) e where e.is_draft), null, 'drafts');
  end if;
  return json_build_object('entries', stored, 'lines', describe_lines(request.lines), 'created_at', moment, 'updated_at', counter.last_updated_at);
end $$;

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
