-- outside a transaction
-- A reference of the caller names one entry of the client account for good: drafts count, and so do cancelled entries. Built beside the postings that go on.
create unique index concurrently if not exists journal_entries_external_key on journal_entries (client_account_id, external_id)
  where external_id is not null;
