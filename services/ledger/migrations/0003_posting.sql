-- Writing the journal. One call, one round trip: the functions check what only the books can tell, and either answer with every fault they
-- found, having written nothing, or write entry, lines, number, balances and event. They belong to the owner of the tables, since the service's
-- role may not write them.
--
-- Order, the same in all of them: (1) the shared lock of the client account, against period locks and changes of its chart; (2) checks;
-- (3) lines and dimensions, which nobody else touches; (4) the counter row, which every writer of the account waits for; (5) the entry,
-- balances in the order of their keys, the event. Nothing can fail after (4) but a lost race for a voucher, which a unique index decides.
--
-- A fault is `<field>:<rule>` with the entry's index and the line's position in the request; the service has the sentences.
--
-- Plans of these statements are made once per connection, maybe while the tables are still empty; nested loops over indexes are right at every
-- size, so the entry points switch the other plans off, and keep a plan once it is made: planning the balances anew took a quarter of a posting. Their
-- helpers run inside them and are not executable by the service.

-- Found by every line with a tax code.
create index tax_codes_code_idx on tax_codes (code);

-- A line as it will be stored, with what the answer shows of it, and its faults.
create type prepared_line as (
  entry_no integer, position integer, entry_id bigint, id bigint, line_id bigint, posting_date date, description text,
  account_id bigint, account_code text, debit numeric, credit numeric, debit_fc numeric, credit_fc numeric, currency_code text,
  exchange_rate numeric, tax_code_id bigint, tax_code text, tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric,
  tax_amount_fc numeric, tax_line boolean, tax_for_line bigint, quantity numeric, dimensions jsonb, faults text[]
);

create type prepared_entry as (
  entry_no integer, id bigint, is_draft boolean, description text, voucher_id bigint, relation_type text, relation_id bigint,
  relation_number text, faults text[]
);

-- Keeps an account's postings apart from what changes the ground under them: postings share it, a period lock or the deactivation of an account
-- takes it alone. A lock of the database's memory: a shared lock on a row would be written to disk by every posting.
create function hold_books(books bigint, alone boolean) returns void language plpgsql as $$
begin
  if alone then perform pg_advisory_xact_lock(hashtextextended('ledger.books', books));
  else perform pg_advisory_xact_lock_shared(hashtextextended('ledger.books', books)); end if;
end $$;

-- The entries and lines of a request: ids given (a draft keeps its own), account, tax code and dimensions found, tax computed, faults
-- noted. Tax: document 4 section 4.1 point 7, section 22.1 points 6 and 7; the period of a code and the liability of the account are those of the
-- posting date.
create function prepare(books bigint, requests jsonb, vat_liable datemultirange, locked_until date, out entries prepared_entry[],
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
        case when live.id is not null then 'voucher_id:taken' end], null)
    )::prepared_entry order by n),
    bool_or(live.id is not null or e ->> 'voucher_id' is not null and voucher.is_active is not true),
    count(*) filter (where not (e ->> 'is_draft')::boolean)
  into entries, is_faulty, numbers
  from jsonb_array_elements(requests) with ordinality as _(e, n)
  left join reference_values voucher on voucher.client_account_id = books and voucher.relation_type = 'voucher'
    and voucher.relation_id = (e ->> 'voucher_id')::bigint
  left join journal_entries live on live.client_account_id = books and live.voucher_id = (e ->> 'voucher_id')::bigint and live.cancelled is null
    and live.id is distinct from (e ->> 'id')::bigint;

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
            where w.account_id = coalesce(own.id, common.id, named.id) and t.code = l.tax_code) then 'tax_code:not_on_account' end], null)
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

create function fault(text) returns json language plpgsql immutable as $$
begin
  return json_build_object('faults', json_build_array(json_build_object('entry', 0, 'fault', $1)));
end $$;

-- Every fault of a request. A locked date is one only for what is posted.
create function faults_of(entries prepared_entry[], lines prepared_line[], locked_until date) returns json language plpgsql as $$
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

create function insert_lines(books bigint, lines prepared_line[], has_dimensions boolean) returns void language plpgsql as $$
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

-- Moves the lines of entries from one sum of the balances to another (`posted`, `cancelled`, `drafts`; null: in or out of the books).
-- The lines must be there: after they are inserted, before they are deleted.
create function shift_balances(books bigint, entry_ids bigint[], origin text, target text) returns void language plpgsql as $$
declare
  posted constant integer := coalesce(target = 'posted', false)::integer - coalesce(origin = 'posted', false)::integer;
  cancelled constant integer := coalesce(target = 'cancelled', false)::integer - coalesce(origin = 'cancelled', false)::integer;
  drafts constant integer := coalesce(target = 'drafts', false)::integer - coalesce(origin = 'drafts', false)::integer;
begin
  with moved as (
    select l.id, l.journal_entry_id, l.account_id, l.posting_date, l.posting_date - extract(day from l.posting_date)::integer + 1 as month,
      l.debit, l.credit
    from journal_lines l where l.client_account_id = books and l.journal_entry_id = any (entry_ids)
  ), per_account as (
    insert into monthly_balances as b (client_account_id, account_id, month, debit, credit, line_count, cancelled_debit, cancelled_credit,
      cancelled_line_count, draft_debit, draft_credit, draft_line_count)
    select books, account_id, month, posted * debit, posted * credit, posted * lines, cancelled * debit, cancelled * credit, cancelled * lines,
      drafts * debit, drafts * credit, drafts * lines
    from (select account_id, month, sum(debit) as debit, sum(credit) as credit, count(*) as lines from moved group by account_id, month) s
    order by account_id, month
    on conflict (client_account_id, account_id, month) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
      cancelled_debit = b.cancelled_debit + excluded.cancelled_debit, cancelled_credit = b.cancelled_credit + excluded.cancelled_credit,
      cancelled_line_count = b.cancelled_line_count + excluded.cancelled_line_count,
      draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
      draft_line_count = b.draft_line_count + excluded.draft_line_count
  ), tagged as (
    select m.account_id, m.month, m.debit, m.credit, d.relation_type, d.relation_id
    from moved m join journal_line_dimensions d
      on d.client_account_id = books and d.journal_entry_id = m.journal_entry_id and d.journal_line_id = m.id
    union all
    select m.account_id, m.month, m.debit, m.credit, 'tag', 0 from moved m
    where exists (select from journal_line_dimensions d where d.client_account_id = books and d.journal_entry_id = m.journal_entry_id
      and d.journal_line_id = m.id and d.relation_type = 'tag')
  ), per_dimension as (
    insert into monthly_dimension_balances as b (client_account_id, account_id, relation_type, relation_id, month, debit, credit, line_count,
      cancelled_debit, cancelled_credit, cancelled_line_count, draft_debit, draft_credit, draft_line_count)
    select books, account_id, relation_type, relation_id, month, posted * debit, posted * credit, posted * lines, cancelled * debit,
      cancelled * credit, cancelled * lines, drafts * debit, drafts * credit, drafts * lines
    from (
      select account_id, relation_type, relation_id, month, sum(debit) as debit, sum(credit) as credit, count(*) as lines
      from tagged group by account_id, relation_type, relation_id, month) s
    order by relation_type, relation_id, account_id, month
    on conflict (client_account_id, relation_type, relation_id, account_id, month) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit, line_count = b.line_count + excluded.line_count,
      cancelled_debit = b.cancelled_debit + excluded.cancelled_debit, cancelled_credit = b.cancelled_credit + excluded.cancelled_credit,
      cancelled_line_count = b.cancelled_line_count + excluded.cancelled_line_count,
      draft_debit = b.draft_debit + excluded.draft_debit, draft_credit = b.draft_credit + excluded.draft_credit,
      draft_line_count = b.draft_line_count + excluded.draft_line_count
  )
  insert into daily_line_counts as c (client_account_id, day, posted, cancelled, drafts)
  select books, posting_date, posted * count(*), cancelled * count(*), drafts * count(*) from moved group by posting_date order by posting_date
  on conflict (client_account_id, day) do update set
    posted = c.posted + excluded.posted, cancelled = c.cancelled + excluded.cancelled, drafts = c.drafts + excluded.drafts;
end $$;

-- Takes the counter row, which the caller then holds to its commit: `numbers` sequence numbers are given out.
create function advance_counter(books bigint, numbers integer, moment timestamptz) returns journal_counters language plpgsql as $$
declare
  result journal_counters;
begin
  insert into journal_counters as c (client_account_id, last_sequence_number, last_updated_at, revision) values (books, numbers, moment, 1)
  on conflict (client_account_id) do update set last_sequence_number = c.last_sequence_number + excluded.last_sequence_number,
    last_updated_at = greatest(c.last_updated_at, excluded.last_updated_at), revision = c.revision + 1
  returning * into result;
  return result;
end $$;

create function announce(command jsonb, books bigint, event text, payload jsonb) returns void language plpgsql as $$
begin
  insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
  values ('events.ledger.' || event, books, 1, payload, command ->> 'request_id', command ->> 'traceparent');
end $$;

-- Tells of entries that are in the books, drafts included.
create function announce_entries(command jsonb, books bigint, event text, entry_ids bigint[], counter journal_counters) returns void
language plpgsql as $$
begin
  insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
  select 'events.ledger.journal_entry.' || coalesce(event, case when e.is_draft then 'drafted' else 'posted' end), books, 1,
    jsonb_build_object('client_account_id', books, 'journal_entry_id', e.id, 'sequence_number', e.sequence_number, 'voucher_id', e.voucher_id,
      'relation_type', e.relation_type, 'relation_id', e.relation_id, 'cancelled', e.cancelled, 'cancellation_entry_id', e.cancellation_entry_id,
      'date_from', e.min_posting_date, 'date_to', e.max_posting_date, 'version', counter.revision,
      'account_codes', (
        select jsonb_agg(distinct a.account_code) from journal_lines l join accounts a on a.id = l.account_id
        where l.client_account_id = books and l.journal_entry_id = e.id)),
    command ->> 'request_id', command ->> 'traceparent'
  from journal_entries e where e.client_account_id = books and e.id = any (entry_ids) order by e.id;
end $$;

-- What the answer to a write shows of its lines beyond the request, one array per line.
create function describe_lines(lines prepared_line[]) returns json language plpgsql as $$
begin
  return (
    select json_agg(json_build_array(l.entry_no, l.position, l.id, l.account_id, l.tax_code_id, l.tax_base_amount::numeric(19, 2)::text,
      l.tax_base_amount_fc::numeric(19, 2)::text, l.tax_amount::numeric(19, 2)::text, l.tax_amount_fc::numeric(19, 2)::text, l.dimensions))
    from unnest(lines) l);
end $$;

-- Stores new entries of one client account, drafts and posted ones, all or none.
-- command: {client_account_id, actor_id, now, currency, check_only?, request_id?, traceparent?, entries: [{is_draft, description, voucher_id,
-- relation_type, relation_id, relation_number, lines: [...]}]}; lines in the order of their line_id.
-- Answers {faults: [{entry, line?, fault}]}, or {entries: [{id, sequence_number}], lines: [[...]], created_at, updated_at}.
create function save_entries(command jsonb) returns json language plpgsql
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
      unnest(t.line_counts), unnest(t.account_codes)) as e (entry_no, id, is_draft, description, voucher_id, relation_type, relation_id,
        relation_number, faults, first_date, min_date, max_date, line_count, account_codes)
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
      first_posting_date, min_posting_date, max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id)
    select id, books, sequence_number, is_draft, description, voucher_id, relation_type, relation_id, relation_number, first_date, min_date, max_date,
      line_count, moment, actor, counter.last_updated_at, actor, case when not is_draft then moment end, case when not is_draft then actor end
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
-- command: as save_entries, with entry_id and one `entry` that holds only what was sent. Answers also {state: missing|posted}.
create function replace_draft(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  facts record;
  draft journal_entries;
  request record;
  entry prepared_entry;
  counter journal_counters;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
  select f.accounting_currency, f.is_active, f.vat_liable_during, c.locked_until into facts
  from account_facts f left join journal_counters c using (client_account_id) where f.client_account_id = books;
  if facts.accounting_currency is distinct from command ->> 'currency' then return fault('client_account_id:stale'); end if;
  if not facts.is_active then return fault('client_account_id:inactive'); end if;
  select * into draft from journal_entries e where e.client_account_id = books and e.id = (command ->> 'entry_id')::bigint;
  if draft.id is null then return '{"state": "missing"}'; end if;
  if not draft.is_draft then return '{"state": "posted"}'; end if;
  request := prepare(books, jsonb_build_array(
    jsonb_build_object('description', draft.description, 'voucher_id', draft.voucher_id, 'relation_type', draft.relation_type,
      'relation_id', draft.relation_id, 'relation_number', draft.relation_number) || (command -> 'entry') || jsonb_build_object('id', draft.id)),
    facts.vat_liable_during, facts.locked_until);
  if request.is_faulty or (command -> 'check_only')::boolean then return faults_of(request.entries, request.lines, facts.locked_until); end if;

  entry := request.entries[1];
  perform remove_lines(books, draft.id);
  perform insert_lines(books, request.lines, request.has_dimensions);
  counter := advance_counter(books, request.numbers, moment);
  update journal_entries e set
    is_draft = entry.is_draft, sequence_number = case when not entry.is_draft then counter.last_sequence_number end,
    description = entry.description, voucher_id = entry.voucher_id, relation_type = entry.relation_type, relation_id = entry.relation_id,
    relation_number = entry.relation_number, updated_at = counter.last_updated_at, updated_by_id = actor,
    posted_at = case when not entry.is_draft then moment end, posted_by_id = case when not entry.is_draft then actor end,
    first_posting_date = t.first_date, min_posting_date = t.min_date, max_posting_date = t.max_date, line_count = t.line_count
  from (
    select (array_agg(l.posting_date order by l.line_id))[1] as first_date, min(l.posting_date) as min_date, max(l.posting_date) as max_date, count(*) as line_count
    from unnest(request.lines) l) t
  where e.client_account_id = books and e.id = draft.id;
  perform shift_balances(books, array[draft.id], null, case when entry.is_draft then 'drafts' else 'posted' end);
  perform announce_entries(command, books, null, array[draft.id], counter);
  return json_build_object(
    'entries', json_build_array(json_build_object('id', draft.id, 'sequence_number', case when not entry.is_draft then counter.last_sequence_number end)),
    'header', row_to_json(entry), 'lines', describe_lines(request.lines), 'created_at', draft.created_at, 'created_by_id', draft.created_by_id,
    'updated_at', counter.last_updated_at);
end $$;

create function remove_lines(books bigint, entry_id bigint) returns void language plpgsql as $$
begin
  perform shift_balances(books, array[entry_id], 'drafts', null);
  delete from journal_line_dimensions d where d.client_account_id = books and d.journal_entry_id = entry_id;
  delete from journal_lines l where l.client_account_id = books and l.journal_entry_id = entry_id;
end $$;

-- Posts a draft as it stands, under the rules of a posting today. command: {client_account_id, actor_id, now, currency, entry_id}.
create function post_draft(command jsonb) returns json language plpgsql
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
create function remove_draft(command jsonb) returns json language plpgsql
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

-- Cancels a posted entry by a reversal dated today, or deletes a draft. Lines are copied as they are: neither account, dimension nor tax code is
-- asked about again (document 4 section 22.1 point 5).
-- command: {client_account_id, actor_id, now, today, entry_id, reason, titles: {nob, eng}}.
-- Answers {state: missing|removed|reason_missing|cancelled_before|reversal|locked|reconciled|cancelled, ...}.
create function cancel_entry(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  actor constant bigint := (command ->> 'actor_id')::bigint;
  moment constant timestamptz := (command ->> 'now')::timestamptz;
  today constant date := (command ->> 'today')::date;
  original journal_entries;
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

  reversal_id := nextval('journal_entries_id_seq');
  with copied as (
    insert into journal_lines (client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc, credit_fc,
      currency_code, exchange_rate, tax_code_id, tax_base_amount, tax_base_amount_fc, tax_amount, tax_amount_fc, tax_line, tax_for_line, quantity)
    select books, reversal_id, l.line_id, today, l.description, l.account_id, l.credit, l.debit, l.credit_fc, l.debit_fc, l.currency_code,
      l.exchange_rate, l.tax_code_id, l.tax_base_amount, l.tax_base_amount_fc, l.tax_amount, l.tax_amount_fc, l.tax_line, l.tax_for_line, l.quantity
    from journal_lines l where l.client_account_id = books and l.journal_entry_id = original.id order by l.line_id
    returning id, line_id, account_id
  )
  insert into journal_line_dimensions (client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
  select books, reversal_id, n.id, d.relation_type, d.relation_id, n.account_id, today
  from copied n join journal_lines l on l.client_account_id = books and l.journal_entry_id = original.id and l.line_id = n.line_id
  join journal_line_dimensions d on d.client_account_id = books and d.journal_entry_id = original.id and d.journal_line_id = l.id
  order by d.id;
  counter := advance_counter(books, 1, moment);
  insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, relation_type, relation_id, cancelled, first_posting_date,
    min_posting_date, max_posting_date, line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id)
  values (reversal_id, books, counter.last_sequence_number, false,
    left((command -> 'titles' ->> case when language = 'nob' then 'nob' else 'eng' end) || ' ' || original.sequence_number
      || case when original.description = '' then '' else ': ' || original.description end, 1000),
    'JE', original.id, 'C', today, today, today, original.line_count, moment, actor, counter.last_updated_at, actor, moment, actor);
  update journal_entries e set cancelled = 'Y', cancelled_by_id = actor, cancellation_entry_id = reversal_id,
    cancellation_reason = command ->> 'reason', updated_at = counter.last_updated_at, updated_by_id = actor
  where e.client_account_id = books and e.id = original.id;
  perform shift_balances(books, array[original.id], 'posted', 'cancelled');
  perform shift_balances(books, array[reversal_id], null, 'cancelled');
  perform announce_entries(command, books, 'cancelled', array[original.id], counter);
  perform announce_entries(command, books, 'posted', array[reversal_id], counter);
  return json_build_object('state', 'cancelled', 'cancellation_entry_id', reversal_id);
end $$;

-- Locks posting dates up to a day, or unlocks by an earlier one. Waits for the postings that are under way; those that come later see it.
-- command: {client_account_id, actor_id, now, locked_until_date, locking_comment}.
create function lock_period(command jsonb) returns json language plpgsql
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

-- The service calls these and no other.
do $$
declare
  helper text;
begin
  foreach helper in array array['prepare(bigint, jsonb, datemultirange, date)', 'fault(text)', 'faults_of(prepared_entry[], prepared_line[], date)',
    'insert_lines(bigint, prepared_line[], boolean)', 'shift_balances(bigint, bigint[], text, text)', 'advance_counter(bigint, integer, timestamptz)',
    'announce(jsonb, bigint, text, jsonb)', 'announce_entries(jsonb, bigint, text, bigint[], journal_counters)', 'describe_lines(prepared_line[])',
    'remove_lines(bigint, bigint)'] loop
    execute format('revoke execute on function %s from ledger', helper);
  end loop;
end $$;

-- Lines as they are shown, with what their entry, account, tax code and claims say of them.
create view journal_line_details as
select l.client_account_id, l.id, l.journal_entry_id, l.line_id, l.posting_date, l.description, l.account_id, a.account_code, l.debit, l.credit,
  l.debit_fc, l.credit_fc, l.currency_code, l.exchange_rate, l.tax_code_id, t.code as tax_code, l.tax_base_amount, l.tax_base_amount_fc, l.tax_amount,
  l.tax_amount_fc, l.tax_line, l.tax_for_line, l.quantity, coalesce(c.internal, 0) as reconciled_amount,
  coalesce(c.internal_fc, 0) as reconciled_amount_fc, coalesce(c.external, 0) as external_reconciled_amount,
  l.debit - l.credit - coalesce(c.internal, 0) as remaining_amount, l.debit - l.credit - coalesce(c.external, 0) as external_remaining_amount,
  e.sequence_number, e.is_draft, e.cancelled, e.voucher_id, e.description as entry_description
from journal_lines l
join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
join accounts a on a.id = l.account_id
left join tax_codes t on t.id = l.tax_code_id
left join line_claim_totals c on c.client_account_id = l.client_account_id and c.journal_line_id = l.id;

revoke insert, update, delete on journal_line_details from ledger;
