-- The ground of a company under a version: everything that an entry is judged by and that is not looked up as it is written. The version stands in the
-- row that every writer holds, so that an entry is written under the ground it was judged by, or not at all (docs/decisions/0091-rules-in-the-service.md).
alter table journal_counters add column ground_version bigint not null default 0;

-- What all companies share: the system chart and the tax codes. One row.
create table common_ground (
  is_only boolean not null default true,
  version bigint not null default 0,
  constraint common_ground_pkey primary key (is_only),
  constraint common_ground_only_check check (is_only)
);
insert into common_ground default values;
revoke insert, update, delete on common_ground from ledger;

-- From the first thing that is known of a company on it has its row.
insert into journal_counters (client_account_id)
select client_account_id from account_facts union select client_account_id from accounts where client_account_id is not null order by 1
on conflict (client_account_id) do nothing;

-- What the service hands to `write_entries`, one row each. `request` and `entry` are places in their lists, from 1. A new column of a line comes with
-- a new type beside this one, so that the release before can go on sending what it knows.
create type new_request as (
  client_account_id bigint, ground_version bigint, actor_id bigint, moment timestamptz, request_id text, traceparent text
);
create type new_entry as (
  request integer, client_account_id bigint, is_draft boolean, description text, voucher_id bigint, relation_type text, relation_id bigint,
  relation_number text, external_id text, metadata json, accounting_currency text, first_posting_date date, min_posting_date date,
  max_posting_date date, line_count integer, account_codes jsonb
);
create type new_line as (
  request integer, entry integer, client_account_id bigint, is_draft boolean, line_id bigint, posting_date date, description text, account_id bigint,
  debit numeric, credit numeric, debit_fc numeric, credit_fc numeric, currency_code text, exchange_rate numeric, tax_code_id bigint,
  tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric, tax_amount_fc numeric, tax_line boolean, tax_for_line bigint,
  quantity numeric
);
-- `line` is the place of its line. What it shares with the line stands here too: looking it up would cost more.
create type new_dimension as (
  request integer, entry integer, line integer, client_account_id bigint, is_draft boolean, relation_type text, relation_id bigint, account_id bigint,
  posting_date date, debit numeric, credit numeric
);
-- A record of another service that the request points at, once.
create type named_reference as (request integer, client_account_id bigint, relation_type text, relation_id bigint);
-- What no two entries of a company may share.
create type named_key as (request integer, client_account_id bigint, voucher_id bigint, external_id text);
