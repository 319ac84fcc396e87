-- The currency that an entry's base amounts are in; null in entries of earlier releases.
alter table journal_entries add column accounting_currency text;

-- The owner orders a change of currency before it makes it. What its record said up to the version of the order no longer counts, and neither does
-- what it says until the change is made there too: `currency_is_ordered` until then.
alter table account_facts add column currency_version bigint not null default 0;
alter table account_facts add column currency_is_ordered boolean not null default false;

-- What came of each order, so that one that comes again gets the same answer.
create table currency_orders (
  client_account_id bigint not null,
  command_key text not null,
  currency text not null,
  is_changed boolean not null,
  ordered_at timestamptz not null,
  constraint currency_orders_pkey primary key (client_account_id, command_key)
);
revoke insert, update, delete on currency_orders from ledger;
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on currency_orders to ledger_eraser;
  end if;
end $$;
