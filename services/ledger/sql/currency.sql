-- Changes the accounting currency of books that hold no entry. Waits for the postings that are under way, and those that come later see it: so of a
-- change and a first posting one is refused (JEX-R44).
-- command: {client_account_id, command_key, currency, account_version, now}. Answers {state: changed|has_entries|unknown, repeated}.
create or replace function change_currency(command jsonb) returns json language plpgsql
security definer set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  books constant bigint := (command ->> 'client_account_id')::bigint;
  wanted constant text := command ->> 'currency';
  known text;
  may_change boolean;
  repeated boolean;
begin
  perform hold_books(books, true);
  select o.is_changed into may_change from currency_orders o where o.client_account_id = books and o.command_key = command ->> 'command_key';
  repeated := may_change is not null;
  if not repeated then
    select f.accounting_currency into known from account_facts f where f.client_account_id = books;
    if known is null then return '{"state": "unknown"}'; end if;
    may_change := known = wanted or not exists (select from journal_entries e where e.client_account_id = books);
    if may_change then
      update account_facts f set accounting_currency = wanted, currency_is_ordered = true,
        currency_version = greatest(f.currency_version, (command ->> 'account_version')::bigint)
      where f.client_account_id = books;
    end if;
    insert into currency_orders (client_account_id, command_key, currency, is_changed, ordered_at)
    values (books, command ->> 'command_key', wanted, may_change, (command ->> 'now')::timestamptz);
  end if;
  return json_build_object('state', case when may_change then 'changed' else 'has_entries' end, 'repeated', repeated);
end $$;
