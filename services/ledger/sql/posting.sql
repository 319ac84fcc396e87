-- Writing new entries: the thin half of a posting. Everything that the rules say was found out by the service under the ground's version; here is
-- what must be decided where writers meet: is that still the ground, do the records exist that the entries name, is the voucher free, which number.
--
-- One call takes the requests of one company or of many, and gives each its own outcome. Order, the same in all writers: (1) the lock of the common
-- ground and the companies' locks, shared; (2) the counter rows, by id, which every writer of a company waits for; (3) checks; (4) lines, then entries,
-- balances, events. Nothing can fail after (3) but what an index or a constraint refuses.
--
-- Plans are made once per connection, maybe while the tables are still empty; nested loops over indexes are right at every size, so the function
-- switches the other plans off and keeps a plan once it is made. Lists are laid side by side by their places, never joined with one another: a nested
-- loop over two lists takes their product.
--
-- companies: the client accounts of the requests, each once, in the order of their ids. may_wait: whether to wait for a company that another
-- transaction holds; else its requests are answered `busy`. Whoever brings requests of several companies does not wait: one would wait for another.
-- Answers {outcomes, entries, line_ids, dimension_ids, names, moments}. outcomes: per request `written`, `busy`, `stale` (the ground is another one by
-- now) or `refused` (a record or a key is not what it was taken for; nothing of the request was written). entries: [id, sequence_number] in their
-- order. line_ids and dimension_ids: by their places. names: of the references. moments: `updated_at` per company.
create or replace function write_entries(companies bigint[], common_version bigint, requests new_request[], entries new_entry[], lines new_line[],
  dimensions new_dimension[], named named_reference[], keys named_key[], may_wait boolean) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  is_held boolean[];
  kept boolean[];
  versions bigint[];
  is_common_ground boolean;
  outcomes text[];
  names text[];
  lacking integer[];
  taken integer[];
  entry_ids bigint[];
  line_ids bigint[];
  dimension_ids bigint[];
  answer json;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('ledger.common_ground', 0));
  if may_wait then
    perform hold_books(id, false) from unnest(companies) id;
    versions := array(
      select held.ground_version from unnest(companies) id
      left join lateral (select c.ground_version from journal_counters c where c.client_account_id = id for update) held on true);
  else
    is_held := array(select pg_try_advisory_xact_lock_shared(hashtextextended('ledger.books', id)) from unnest(companies) id);
    versions := array(
      select held.ground_version from unnest(companies, is_held) as _(id, may_go)
      left join lateral (select c.ground_version from journal_counters c where c.client_account_id = id and may_go for update skip locked) held on true);
  end if;
  is_common_ground := common_version = (select version from common_ground);
  outcomes := array(
    select case when version is null and not may_wait then 'busy' when version = r.ground_version and is_common_ground then 'written' else 'stale' end
    from unnest(requests) r cross join lateral (select versions[array_position(companies, r.client_account_id)] as version) _);

  if cardinality(named) > 0 then
    select array_agg(v.name), array_agg(n.request) filter (where v.is_active is not true) into names, lacking
    from unnest(named) n
    left join reference_values v on v.client_account_id = n.client_account_id and v.relation_type = n.relation_type and v.relation_id = n.relation_id;
  end if;
  if cardinality(keys) > 0 then
    select array_agg(k.request) into taken from unnest(keys) k
    where exists (select from journal_entries e where e.client_account_id = k.client_account_id and e.voucher_id = k.voucher_id and e.cancelled is null)
      or exists (select from journal_entries e where e.client_account_id = k.client_account_id and e.external_id = k.external_id);
  end if;
  if lacking is not null or taken is not null then
    outcomes := array(
      select case when outcome = 'written' and place = any (lacking || taken) then 'refused' else outcome end
      from unnest(outcomes) with ordinality as _(outcome, place));
  end if;
  kept := array(select outcome = 'written' from unnest(outcomes) outcome);
  if not true = any (kept) then return json_build_object('outcomes', outcomes); end if;

  entry_ids := array(select nextval('journal_entries_id_seq') from generate_series(1, cardinality(entries)));
  select * into line_ids, dimension_ids from store_lines(entry_ids, lines, dimensions, kept);
  with advanced as (
    update journal_counters c set last_sequence_number = c.last_sequence_number + given.numbers,
      last_updated_at = greatest(c.last_updated_at + interval '1 microsecond', given.moment), revision = c.revision + 1
    from (
      select e.client_account_id, count(*) filter (where not e.is_draft) as numbers, max(requests[e.request].moment) as moment
      from unnest(entries) e where kept[e.request] group by e.client_account_id) given
    where c.client_account_id = given.client_account_id
    returning c.client_account_id, c.last_sequence_number, c.last_updated_at, c.revision, given.numbers
  ), numbered as (
    select e.*, entry_ids[e.place] as id, a.last_updated_at, a.revision, requests[e.request].moment, requests[e.request].actor_id,
      requests[e.request].request_id, requests[e.request].traceparent,
      case when not e.is_draft
        then a.last_sequence_number - a.numbers + row_number() over (partition by e.client_account_id, e.is_draft order by e.place) end as sequence_number
    from unnest(entries) with ordinality as e (request, client_account_id, is_draft, description, voucher_id, relation_type, relation_id,
      relation_number, external_id, metadata, accounting_currency, first_posting_date, min_posting_date, max_posting_date, line_count, account_codes,
      place)
    join advanced a on a.client_account_id = e.client_account_id
    where kept[e.request]
  ), told as (
    insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
    select 'events.ledger.journal_entry.' || case when is_draft then 'drafted' else 'posted' end, client_account_id, 1,
      jsonb_build_object('client_account_id', client_account_id, 'journal_entry_id', id, 'sequence_number', sequence_number, 'voucher_id', voucher_id,
        'relation_type', relation_type, 'relation_id', relation_id, 'cancelled', null, 'cancellation_entry_id', null, 'date_from', min_posting_date,
        'date_to', max_posting_date, 'account_codes', account_codes, 'version', revision),
      request_id, traceparent
    from numbered
    union all
    select 'events.ledger.client_account.first_posting', client_account_id, 1, jsonb_build_object('client_account_id', client_account_id),
      min(request_id), min(traceparent)
    from numbered where revision = 1 group by client_account_id
  ), inserted as (
    insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, voucher_id, relation_type, relation_id, relation_number,
      first_posting_date, min_posting_date, max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at,
      posted_by_id, external_id, metadata, accounting_currency)
    select id, client_account_id, sequence_number, is_draft, description, voucher_id, relation_type, relation_id, relation_number, first_posting_date,
      min_posting_date, max_posting_date, line_count, moment, actor_id, last_updated_at, actor_id, case when not is_draft then moment end,
      case when not is_draft then actor_id end, external_id, metadata, accounting_currency
    from numbered
  )
  select json_build_object('outcomes', outcomes,
    'entries', (select json_agg(json_build_array(place, id, sequence_number, last_updated_at) order by place) from numbered),
    'line_ids', line_ids, 'dimension_ids', dimension_ids, 'names', names) into answer;
  return answer;
end $$;

-- The same for one request inside a larger transaction, which must hold no lock of what was not written, nor fail by it: others would wait for it while
-- owners are asked. Who lost a race for a voucher or an external id is answered `refused`.
create or replace function attempt_entries(companies bigint[], common_version bigint, requests new_request[], entries new_entry[], lines new_line[],
  dimensions new_dimension[], named named_reference[], keys named_key[]) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  answer json := json_build_object('outcomes', array['refused']);
begin
  begin
    answer := write_entries(companies, common_version, requests, entries, lines, dimensions, named, keys, true);
    if answer -> 'entries' is null then raise exception using errcode = 'LE001'; end if;
  exception
    when sqlstate 'LE001' then null;
    when unique_violation then null;
  end;
  return answer;
end $$;

-- Stores the lines and dimensions of the requests that are kept, and adds them to the balances. entry_ids: by the places of the entries. What the type of
-- a line has no attribute for comes in `details`, a JSON object by the names of the columns; most lines have none, and JSON costs several times as much.
create or replace function store_lines(entry_ids bigint[], lines new_line[], dimensions new_dimension[], kept boolean[], out line_ids bigint[],
  out dimension_ids bigint[]) language plpgsql as $$
declare
  stored integer;
begin
  line_ids := array(select nextval('journal_lines_id_seq') from generate_series(1, cardinality(lines)));
  insert into journal_lines (id, client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc,
    credit_fc, currency_code, exchange_rate, tax_code_id, tax_base_amount, tax_base_amount_fc, tax_amount, tax_amount_fc, tax_line,
    tax_for_line, quantity)
  select line_ids[l.place], l.client_account_id, entry_ids[l.entry], l.line_id, l.posting_date, l.description, l.account_id, l.debit, l.credit,
    l.debit_fc, l.credit_fc, l.currency_code, l.exchange_rate, l.tax_code_id, l.tax_base_amount, l.tax_base_amount_fc, l.tax_amount,
    l.tax_amount_fc, l.tax_line, l.tax_for_line, l.quantity
  from unnest(lines) with ordinality as l (request, entry, client_account_id, is_draft, line_id, posting_date, description, account_id, debit, credit,
    debit_fc, credit_fc, currency_code, exchange_rate, tax_code_id, tax_base_amount, tax_base_amount_fc, tax_amount, tax_amount_fc, tax_line,
    tax_for_line, quantity, details, place)
  where kept[l.request] and l.details is null;
  get diagnostics stored = row_count;
  -- Each attribute and each field of the details goes into the column of its name.
  if stored < cardinality(lines) and exists (select from unnest(lines) l where l.details is not null) then
    insert into journal_lines
    select whole.*
    from generate_subscripts(lines, 1) place
    cross join lateral jsonb_populate_record(null::journal_lines, to_jsonb(lines[place]) || lines[place].details
      || jsonb_build_object('id', line_ids[place], 'journal_entry_id', entry_ids[lines[place].entry])) whole
    where kept[lines[place].request] and lines[place].details is not null;
  end if;
  perform add_balances(lines, kept);
  if cardinality(dimensions) > 0 then
    dimension_ids := array(select nextval('journal_line_dimensions_id_seq') from generate_series(1, cardinality(dimensions)));
    insert into journal_line_dimensions (id, client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
    select dimension_ids[d.place], d.client_account_id, entry_ids[d.entry], line_ids[d.line], d.relation_type, d.relation_id, d.account_id, d.posting_date
    from unnest(dimensions) with ordinality as d (request, entry, line, client_account_id, is_draft, relation_type, relation_id, account_id,
      posting_date, debit, credit, place)
    where kept[d.request];
    perform add_dimension_balances(dimensions, kept);
  end if;
end $$;

-- Adds new lines to the sums of their account and month, and to the counts of their day.
create or replace function add_balances(lines new_line[], kept boolean[]) returns void language plpgsql as $$
begin
  with added as (
    select client_account_id, account_id, posting_date, posting_date - extract(day from posting_date)::integer + 1 as month, is_draft, debit, credit
    from unnest(lines) l where kept[l.request]
  ), per_account as (
    insert into monthly_balances as b (client_account_id, account_id, month, debit, credit, line_count, cancelled_debit, cancelled_credit,
      cancelled_line_count, draft_debit, draft_credit, draft_line_count)
    select client_account_id, account_id, month, coalesce(sum(debit) filter (where not is_draft), 0), coalesce(sum(credit) filter (where not is_draft), 0),
      count(*) filter (where not is_draft), 0, 0, 0, coalesce(sum(debit) filter (where is_draft), 0), coalesce(sum(credit) filter (where is_draft), 0),
      count(*) filter (where is_draft)
    from added group by client_account_id, account_id, month order by client_account_id, account_id, month
    on conflict (client_account_id, account_id, month) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
      draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
      draft_line_count = b.draft_line_count + excluded.draft_line_count
  )
  insert into daily_line_counts as c (client_account_id, day, posted, cancelled, drafts)
  select client_account_id, posting_date, count(*) filter (where not is_draft), 0, count(*) filter (where is_draft)
  from added group by client_account_id, posting_date order by client_account_id, posting_date
  on conflict (client_account_id, day) do update set posted = c.posted + excluded.posted, drafts = c.drafts + excluded.drafts;
end $$;

-- The same per value of a dimension. A line counts under each of its tags and, once, under relation_id 0.
create or replace function add_dimension_balances(dimensions new_dimension[], kept boolean[]) returns void language plpgsql as $$
begin
  with added as (
    select client_account_id, line, account_id, relation_type, relation_id, posting_date - extract(day from posting_date)::integer + 1 as month,
      is_draft, debit, credit
    from unnest(dimensions) d where kept[d.request]
  ), counted as (
    select client_account_id, account_id, relation_type, relation_id, month, is_draft, debit, credit from added
    union all
    select distinct on (line) client_account_id, account_id, 'tag', 0, month, is_draft, debit, credit from added where relation_type = 'tag'
  )
  insert into monthly_dimension_balances as b (client_account_id, account_id, relation_type, relation_id, month, debit, credit, line_count,
    cancelled_debit, cancelled_credit, cancelled_line_count, draft_debit, draft_credit, draft_line_count)
  select client_account_id, account_id, relation_type, relation_id, month, coalesce(sum(debit) filter (where not is_draft), 0),
    coalesce(sum(credit) filter (where not is_draft), 0), count(*) filter (where not is_draft), 0, 0, 0,
    coalesce(sum(debit) filter (where is_draft), 0), coalesce(sum(credit) filter (where is_draft), 0), count(*) filter (where is_draft)
  from counted group by client_account_id, relation_type, relation_id, account_id, month
  order by client_account_id, relation_type, relation_id, account_id, month
  on conflict (client_account_id, relation_type, relation_id, account_id, month) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
    draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
    draft_line_count = b.draft_line_count + excluded.draft_line_count;
end $$;
