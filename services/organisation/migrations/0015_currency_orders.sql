-- The intent to change an accounting currency, stored before the ledger is asked and gone with the change or its refusal. One at a time per account.
create table currency_orders (
  client_account_id bigint not null constraint currency_orders_account references client_accounts on delete cascade,
  command_key text not null constraint currency_orders_key unique,
  currency text not null,
  actor_id bigint not null,
  -- Of the account when it was ordered.
  account_version bigint not null,
  -- By the clock of the machine: when the order counts as left alone.
  stored_at timestamptz not null default clock_timestamp(),
  constraint currency_orders_pkey primary key (client_account_id)
);
