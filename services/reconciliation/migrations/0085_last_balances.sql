-- outside a transaction
-- The last record of a balance of the ledger before a day, for the preparation of periods: it does not hold up writers.
create index concurrently if not exists external_reconciliation_entries_balance on external_reconciliation_entries
  using btree (client_account_id, relation_id, coalesce(secondary_relation_type, ''), coalesce(secondary_relation_id, 0), as_of_date, external_reconciliation_id)
  where kind = 'LEDGER_BALANCE';
