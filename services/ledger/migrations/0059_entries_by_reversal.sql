-- outside a transaction
-- Entries by their reversals: for each entry that a reset or a removal erased, all entries of the account were read. Built beside the postings that go on.
create index concurrently if not exists journal_entries_cancellation_idx on journal_entries (client_account_id, cancellation_entry_id)
  where cancellation_entry_id is not null;
