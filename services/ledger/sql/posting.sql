-- Writing the journal. One call, one round trip: the functions check what only the books can tell, and either answer with every fault they
-- found, having written nothing, or write entry, lines, number, balances and event. They belong to the owner of the tables, since the service's
-- role may not write them.
--
-- Order, the same in all of them: (1) the shared lock of the client account, against period locks and changes of its chart; (2) checks;
-- (3) lines and dimensions, which nobody else touches; (4) the counter row, which every writer of the account waits for; (5) the entry,
-- balances in the order of their keys, the event. Nothing can fail after (4) but a lost race for a voucher, which a unique index decides.
--
-- Plans of these statements are made once per connection, maybe while the tables are still empty; nested loops over indexes are right at every
-- size, so the entry points switch the other plans off, and keep a plan once it is made: planning the balances anew took a quarter of a posting. Their
-- helpers run inside them and are not executable by the service.

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
