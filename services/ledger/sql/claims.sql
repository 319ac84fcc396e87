-- A claim is made on a line of an entry that stands, takes no more than is open, and is released whole, once.
create or replace function apply_claim() returns trigger language plpgsql as $$
declare
  line record;
  totals line_claim_totals;
  was numeric;
  change integer;
  direction integer := case when tg_op = 'UPDATE' then -1 else 1 end;
begin
  perform from journal_counters c where c.client_account_id = new.client_account_id for update;
  if tg_op = 'UPDATE' and (old.released_at is not null or new.released_at is null
    or to_jsonb(old) - 'released_at' <> to_jsonb(new) - 'released_at') then
    raise exception 'a claim can only be released' using errcode = 'integrity_constraint_violation', constraint = 'line_claims_guard';
  end if;
  select l.posting_date, l.account_id, l.debit - l.credit as amount, e.is_draft, e.cancelled into line
  from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
  where l.client_account_id = new.client_account_id and l.id = new.journal_line_id;
  if line.amount is null or line.is_draft or line.cancelled is not null then
    raise exception 'only lines of entries that stand can be claimed' using errcode = 'check_violation', constraint = 'line_claims_line_check';
  end if;
  insert into line_claim_totals as t (client_account_id, journal_line_id, internal, internal_fc, external, external_fc)
  select new.client_account_id, new.journal_line_id,
    case new.kind when 'internal' then direction * new.amount else 0 end, case new.kind when 'internal' then direction * new.amount_fc else 0 end,
    case new.kind when 'external' then direction * new.amount else 0 end, case new.kind when 'external' then direction * new.amount_fc else 0 end
  on conflict (client_account_id, journal_line_id) do update set
    internal = t.internal + excluded.internal, internal_fc = t.internal_fc + excluded.internal_fc,
    external = t.external + excluded.external, external_fc = t.external_fc + excluded.external_fc
  returning * into totals;
  if sign(totals.internal) * sign(line.amount) < 0 or abs(totals.internal) > abs(line.amount)
    or sign(totals.external) * sign(line.amount) < 0 or abs(totals.external) > abs(line.amount) then
    raise exception 'the claim exceeds what is open on line %', new.journal_line_id
      using errcode = 'check_violation', constraint = 'line_claims_open_amount_check';
  end if;
  if new.kind = 'external' then
    was := totals.external - direction * new.amount;
    change := (totals.external = line.amount)::integer - (was = line.amount)::integer;
    if change <> 0 then
      update monthly_balances b set externally_reconciled_count = b.externally_reconciled_count + change
      where b.client_account_id = new.client_account_id and b.account_id = line.account_id
        and b.month = line.posting_date - extract(day from line.posting_date)::integer + 1;
      update daily_line_counts c set posted_externally_reconciled = c.posted_externally_reconciled + change
      where c.client_account_id = new.client_account_id and c.day = line.posting_date;
    end if;
  end if;
  return new;
end $$;

-- What is open on the lines for a kind of claim, after what was claimed. The foreign amount of a line in the accounting currency is its amount.
create or replace function open_amounts(books bigint, of_kind text, line_ids bigint[])
returns table (line_id bigint, is_standing boolean, is_foreign boolean, amount numeric, amount_fc numeric, open_amount numeric, open_amount_fc numeric)
language sql stable as $$
  select l.id, not e.is_draft and e.cancelled is null, l.currency_code <> coalesce(e.accounting_currency, f.accounting_currency),
    l.debit - l.credit, l.debit_fc - l.credit_fc,
    l.debit - l.credit - case of_kind when 'internal' then coalesce(t.internal, 0) else coalesce(t.external, 0) end,
    l.debit_fc - l.credit_fc - case of_kind when 'internal' then coalesce(t.internal_fc, 0) else coalesce(t.external_fc, 0) end
  from journal_lines l
  join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
  left join account_facts f on f.client_account_id = l.client_account_id
  left join line_claim_totals t on t.client_account_id = l.client_account_id and t.journal_line_id = l.id
  where l.client_account_id = books and l.id = any (line_ids)
$$;

-- The lines as they stand, for the answer of a command.
create or replace function claimed_lines(books bigint, of_kind text, line_ids bigint[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', line_id, 'open_amount', open_amount::text, 'open_amount_fc', open_amount_fc::text)
    order by line_id), '[]')
  from open_amounts(books, of_kind, line_ids)
$$;

-- Takes the locks of a command on claims: those who claim, release, post and cancel in one account come after each other from here on.
create or replace function hold_claims(command jsonb) returns void language plpgsql as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
begin
  perform hold_books(books, false);
  perform from journal_counters c where c.client_account_id = books for update;
end $$;

-- Gives the answer that a command got before; null for a new one. A claim and a release are two commands although their keys are one: neither gets the
-- other's answer.
create or replace function answered_before(command jsonb, operation text) returns jsonb language sql stable as $$
  select c.answer from claim_commands c
  where c.client_account_id = (command ->> 'client_account_id')::bigint and c.command_key = operation || ' ' || (command ->> 'command_key')
$$;

-- Keeps the answer with its effect, and gives it.
create or replace function kept_answer(command jsonb, operation text, result jsonb) returns jsonb language sql as $$
  insert into claim_commands (client_account_id, command_key, answer, done_at)
  values ((command ->> 'client_account_id')::bigint, operation || ' ' || (command ->> 'command_key'), result, (command ->> 'now')::timestamptz)
  returning answer
$$;

-- What is told of lines whose claims changed (packages/events), and of each of them: how much of it is reconciled internally by now.
create or replace function claims_changed(books bigint, version bigint, lines jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('client_account_id', books, 'version', version, 'lines', lines)
$$;
create or replace function claims_of_line(line_id bigint, amount numeric, amount_fc numeric) returns jsonb language sql stable as $$
  select jsonb_build_object('journal_line_id', line_id, 'amount', amount::text, 'amount_fc', amount_fc::text)
$$;

-- Says how much of some lines is reconciled internally by now, a thousand lines at a time. The version rises with every command of an account, since its
-- counter row is held.
create or replace function announce_claims(command jsonb, line_ids bigint[]) returns void language plpgsql as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  version constant bigint := nextval('line_claims_id_seq');
begin
  if command ->> 'kind' <> 'internal' then return; end if;
  perform announce(command, books, 'claims.changed', claims_changed(books, version, piece.lines))
  from (
    select jsonb_agg(claims_of_line(n.line_id, coalesce(t.internal, 0.00), coalesce(t.internal_fc, 0.00)) order by n.line_id) as lines
    from (select line_id, (row_number() over (order by line_id) - 1) / 1000 as place from unnest(line_ids) line_id) n
    left join line_claim_totals t on t.client_account_id = books and t.journal_line_id = n.line_id
    group by n.place order by n.place) piece;
end $$;

-- Claims what a command asks for, all or none; its caller holds the books. By one statement: it judges, claims, tells the others what is claimed of the
-- lines by now, a thousand at a time, and keeps the answer. What is open after the claims follows from what was before, since nobody else claims meanwhile.
-- The version of the event rises with every command of an account.
create or replace function claim_held(command jsonb) returns jsonb language plpgsql as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  of_kind constant text := command ->> 'kind';
  key constant text := command ->> 'command_key';
  version constant bigint := nextval('line_claims_id_seq');
  wanted_lines bigint[];
  is_given_up boolean;
  result jsonb;
begin
  select (select c.answer from claim_commands c where c.client_account_id = books and c.command_key = 'claim ' || key),
    exists (select from claim_commands c where c.client_account_id = books and c.command_key = 'release ' || key),
    (select array_agg(distinct (c ->> 'line_id')::bigint) from jsonb_array_elements(command -> 'claims') c)
  into result, is_given_up, wanted_lines;
  if result is not null then return result; end if;
  if is_given_up then
    return '{"faults": [{"index": 0, "rule": "given_up", "open_amount": "0", "open_amount_fc": "0"}], "lines": []}';
  end if;
  with wanted as (
    select (c.place - 1)::int as index, (c.claim ->> 'line_id')::bigint as line_id, (c.claim ->> 'entry_id')::bigint as entry_id,
      (c.claim ->> 'amount')::numeric as amount, case when o.is_foreign then (c.claim ->> 'amount_fc')::numeric else (c.claim ->> 'amount')::numeric end as amount_fc,
      o.is_standing, o.amount as line_amount, o.amount_fc as line_amount_fc, o.open_amount, o.open_amount_fc
    from jsonb_array_elements(command -> 'claims') with ordinality as c (claim, place)
    left join open_amounts(books, of_kind, wanted_lines) o on o.line_id = (c.claim ->> 'line_id')::bigint
  ), summed as (
    select w.*, sum(w.amount) over line as claimed, sum(w.amount_fc) over line as claimed_fc, row_number() over entry as times
    from wanted w window line as (partition by w.line_id order by w.index), entry as (partition by w.entry_id order by w.index)
  ), judged as materialized (
    select s.*, case
      when s.is_standing is null then 'line_unknown'
      when not s.is_standing then 'line_not_standing'
      when s.times > 1 or exists (
        select from line_claims c where c.client_account_id = books and c.kind = of_kind and c.reconciliation_entry_id = s.entry_id) then 'entry_claimed'
      when sign(s.amount) <> sign(s.line_amount) or sign(s.amount_fc) * sign(s.line_amount_fc) < 0
        or abs(s.claimed) > abs(s.open_amount) or abs(s.claimed_fc) > abs(s.open_amount_fc) then 'exceeds_open' end as rule
    from summed s
  ), verdict as materialized (
    select jsonb_agg(jsonb_build_object('index', j.index, 'rule', j.rule, 'open_amount', coalesce(j.open_amount, 0)::text,
      'open_amount_fc', coalesce(j.open_amount_fc, 0)::text) order by j.index) filter (where j.rule is not null) as faults
    from judged j
  ), claimed as (
    insert into line_claims (client_account_id, journal_line_id, kind, reconciliation_id, reconciliation_entry_id, amount, amount_fc, claimed_at)
    select books, j.line_id, of_kind, (command ->> 'reconciliation_id')::bigint, j.entry_id, j.amount, j.amount_fc, (command ->> 'now')::timestamptz
    from judged j, verdict v where v.faults is null order by j.line_id, j.index
  ), standing as materialized (
    select j.line_id, j.line_amount, j.line_amount_fc, j.open_amount - sum(j.amount) as open_amount, j.open_amount_fc - sum(j.amount_fc) as open_amount_fc,
      (row_number() over (order by j.line_id) - 1) / 1000 as place
    from judged j, verdict v where v.faults is null
    group by j.line_id, j.line_amount, j.line_amount_fc, j.open_amount, j.open_amount_fc
  ), told as (
    insert into outbox (subject, client_account_id, version, payload, request_id, traceparent)
    select 'events.ledger.claims.changed', books, 1, claims_changed(books, version,
      jsonb_agg(claims_of_line(s.line_id, s.line_amount - s.open_amount, s.line_amount_fc - s.open_amount_fc) order by s.line_id)),
      command ->> 'request_id', command ->> 'traceparent'
    from standing s where of_kind = 'internal' group by s.place order by s.place
  ), outcome as materialized (
    select v.faults, coalesce(jsonb_agg(jsonb_build_object('line_id', s.line_id, 'open_amount', s.open_amount::text,
      'open_amount_fc', s.open_amount_fc::text) order by s.line_id) filter (where s.line_id is not null), '[]') as lines
    from verdict v left join standing s on true group by v.faults
  ), kept as (
    insert into claim_commands (client_account_id, command_key, answer, done_at)
    select books, 'claim ' || key, jsonb_build_object('faults', '[]'::jsonb, 'lines', o.lines) || coalesce(command -> 'kept', '{}'), (command ->> 'now')::timestamptz
    from outcome o where o.faults is null
    returning answer
  )
  select coalesce((select k.answer from kept k), jsonb_build_object('faults', o.faults, 'lines', '[]'::jsonb)) into result from outcome o;
  return result;
end $$;

-- Claims amounts for a reconciliation, all or none. The counter row keeps the claims of an account apart from each other, from cancelling and from
-- postings, so that of many who want the last amount one gets it.
-- command: {client_account_id, command_key, now, kind, reconciliation_id, claims: [{entry_id, line_id, amount, amount_fc}], kept?: {...}}.
-- Answers {faults: [{index, rule, open_amount, open_amount_fc}], lines: [{line_id, open_amount, open_amount_fc}], ...kept}. A refusal is not kept:
-- nothing was done. A command whose key came with a release before is a late one that was given up, and claims nothing.
create or replace function claim_lines(command jsonb) returns jsonb language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
begin
  perform hold_claims(command);
  return claim_held(command);
end $$;

-- Claims for several reconciliations, of one account or of many, in one transaction: each as claim_lines does, all or none by itself. Who holds the books
-- of one account must not wait for those of another: a command whose account another transaction holds claims nothing, and its outcome is null.
-- commands: as claim_lines takes them. Answers their outcomes, in their order.
create or replace function claim_lines_of_many(commands jsonb) returns jsonb[] language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  outcomes jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(commands)]);
  command jsonb;
  place integer;
  books bigint;
begin
  for command, place in select c.command, c.place from jsonb_array_elements(commands) with ordinality c (command, place) order by c.place loop
    books := (command ->> 'client_account_id')::bigint;
    continue when not pg_try_advisory_xact_lock_shared(hashtextextended('ledger.books', books));
    perform from journal_counters c where c.client_account_id = books for update skip locked;
    if found then outcomes[place] := claim_held(command); end if;
  end loop;
  return outcomes;
end $$;

-- Releases what a reconciliation has claimed and not released, in the order of the lines.
-- command: {client_account_id, command_key, now, kind, reconciliation_id}. Answers {lines: [{line_id, open_amount, open_amount_fc}]}.
create or replace function release_lines(command jsonb) returns jsonb language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  of_kind constant text := command ->> 'kind';
  released bigint[];
  result jsonb;
begin
  perform hold_claims(command);
  result := answered_before(command, 'release');
  if result is not null then return result; end if;
  with gone as (
    update line_claims c set released_at = (command ->> 'now')::timestamptz
    where c.client_account_id = books and c.kind = of_kind and c.reconciliation_id = (command ->> 'reconciliation_id')::bigint and c.released_at is null
    returning c.journal_line_id
  )
  select coalesce(array_agg(distinct g.journal_line_id), '{}') into released from gone g;
  result := jsonb_build_object('lines', claimed_lines(books, of_kind, released));
  perform announce_claims(command, released);
  return kept_answer(command, 'release', result);
end $$;

-- Keeps that a release was refused, with its effect rolled back: a copy of the command that comes late releases nothing then. A copy that released meanwhile
-- has won, and its answer is given.
-- command: as release_lines takes it, with {refusal: {code, status, message, details}}. Answers {refusal} or what release_lines answered.
create or replace function refuse_release(command jsonb) returns jsonb language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
begin
  perform hold_claims(command);
  return coalesce(answered_before(command, 'release'), kept_answer(command, 'release', jsonb_build_object('refusal', command -> 'refusal')));
end $$;
