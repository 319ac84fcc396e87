/**
 * What the tables have beyond what the builder can declare, in SQL; a change of it is written into its migration by
 * hand.
 */
export const supplement: readonly string[] = [
  // Rows that every posting changes leave room on their page for the next version.
  'alter table journal_counters set (fillfactor = 40)',
  'alter table monthly_balances set (fillfactor = 60)',
  'alter table monthly_dimension_balances set (fillfactor = 60)',
  'alter table daily_line_counts set (fillfactor = 60)',
  // Lines are written before their entry.
  'alter table journal_lines alter constraint journal_lines_entry_fkey deferrable initially deferred',
  // One rate per code and day.
  `alter table tax_codes add constraint tax_codes_period_excl exclude using gist (
    code extensions.gist_text_ops with =, daterange(active_from, active_to, '[]') with &&)`,
  // What the functions of the release before pass to one another (sql/previous-release.sql).
  `create type prepared_line as (
    entry_no integer, position integer, entry_id bigint, id bigint, line_id bigint, posting_date date, description text,
    account_id bigint, account_code text, debit numeric, credit numeric, debit_fc numeric, credit_fc numeric, currency_code text,
    exchange_rate numeric, tax_code_id bigint, tax_code text, tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric,
    tax_amount_fc numeric, tax_line boolean, tax_for_line bigint, quantity numeric, dimensions jsonb, faults text[]
  )`,
  `create type prepared_entry as (
    entry_no integer, id bigint, is_draft boolean, description text, voucher_id bigint, relation_type text, relation_id bigint,
    relation_number text, faults text[]
  )`,
  // What the service hands to the function that writes entries (sql/posting.sql, src/journal-entries/rows.ts).
  `create type new_request as (
    client_account_id bigint, ground_version bigint, actor_id bigint, moment timestamptz, request_id text, traceparent text
  )`,
  `create type new_entry as (
    request integer, client_account_id bigint, is_draft boolean, description text, voucher_id bigint, relation_type text, relation_id bigint,
    relation_number text, external_id text, metadata json, accounting_currency text, first_posting_date date, min_posting_date date,
    max_posting_date date, line_count integer, account_codes jsonb
  )`,
  `create type new_line as (
    request integer, entry integer, client_account_id bigint, is_draft boolean, line_id bigint, posting_date date, description text, account_id bigint,
    debit numeric, credit numeric, debit_fc numeric, credit_fc numeric, currency_code text, exchange_rate numeric, tax_code_id bigint,
    tax_base_amount numeric, tax_base_amount_fc numeric, tax_amount numeric, tax_amount_fc numeric, tax_line boolean, tax_for_line bigint,
    quantity numeric, details jsonb
  )`,
  `create type new_dimension as (
    request integer, entry integer, line integer, client_account_id bigint, is_draft boolean, relation_type text, relation_id bigint, account_id bigint,
    posting_date date, debit numeric, credit numeric
  )`,
  `create type named_reference as (
    request integer, client_account_id bigint, relation_type text, relation_id bigint
  )`,
  `create type named_key as (
    request integer, client_account_id bigint, voucher_id bigint, external_id text
  )`,
];
