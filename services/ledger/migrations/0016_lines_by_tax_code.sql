-- outside a transaction
-- Lines by tax code: they were found by reading all lines of the account. Built beside the postings that go on, however many lines there are.
create index concurrently if not exists journal_lines_tax_code_idx on journal_lines (client_account_id, tax_code_id, posting_date, id)
  where tax_code_id is not null;
