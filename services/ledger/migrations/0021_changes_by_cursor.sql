-- outside a transaction
-- Changes are followed by (updated_at, id): many entries of one commit have one updated_at. The index before it led by updated_at alone.
create index concurrently if not exists journal_entries_changes_idx on journal_entries (client_account_id, updated_at, id);
drop index concurrently if exists journal_entries_updated_idx;
