-- The version of the ground that entries are judged by. Every change of it raises the version in its own transaction, by triggers, so that no code
-- can forget to. Of one company: its accounts, their tax codes, what is known of the company itself, and its period lock. Common to all: the system
-- chart and the tax codes.

-- Waits for the writers of these companies that hold their rows, and makes later ones judge again. What is taken away gives a company that is erased no
-- new row.
create or replace function raise_ground(companies bigint[], is_removal boolean) returns void language plpgsql as $$
begin
  if is_removal then
    perform from journal_counters c where c.client_account_id = any (companies) order by c.client_account_id for update;
    update journal_counters c set ground_version = c.ground_version + 1 where c.client_account_id = any (companies);
    return;
  end if;
  insert into journal_counters as c (client_account_id, ground_version)
  select id, 1 from unnest(companies) id group by id order by id
  on conflict (client_account_id) do update set ground_version = c.ground_version + 1;
end $$;

-- Waits for all writers that are under way: they share this lock.
create or replace function raise_common_ground() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.common_ground', 0));
  update common_ground set version = version + 1;
end $$;

-- After accounts were added, changed or removed.
create or replace function accounts_changed() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  companies bigint[];
begin
  select array_agg(client_account_id) into companies from changed where client_account_id is not null;
  if companies is not null then perform raise_ground(companies, tg_op = 'DELETE'); end if;
  if exists (select from changed where client_account_id is null) then perform raise_common_ground(); end if;
  return null;
end $$;

-- After the tax codes of accounts were. An account that is gone is nobody's.
create or replace function account_tax_codes_changed() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  companies bigint[];
begin
  select array_agg(a.client_account_id) into companies from changed w join accounts a on a.id = w.account_id where a.client_account_id is not null;
  if companies is not null then perform raise_ground(companies, tg_op = 'DELETE'); end if;
  if exists (select from changed w join accounts a on a.id = w.account_id where a.client_account_id is null) then perform raise_common_ground(); end if;
  return null;
end $$;

create or replace function tax_codes_changed() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  perform raise_common_ground();
  return null;
end $$;

create or replace function account_facts_added() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  perform raise_ground(array(select client_account_id from changed), tg_op = 'DELETE');
  return null;
end $$;

-- A name or a version of the owner's is nothing that an entry is judged by.
create or replace function account_facts_changed() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  companies bigint[] := array(
    select n.client_account_id from changed n join before b using (client_account_id)
    where (n.accounting_currency, n.is_active, n.vat_liable_during) is distinct from (b.accounting_currency, b.is_active, b.vat_liable_during));
begin
  if cardinality(companies) > 0 then perform raise_ground(companies, false); end if;
  return null;
end $$;

create or replace function period_lock_moved() returns trigger language plpgsql as $$
begin
  new.ground_version := old.ground_version + 1;
  return new;
end $$;
