-- Entries of the tax ledger have ids of the series that gives those of lines. Rights of one sequence: nothing waits for them.
grant usage on sequence journal_lines_id_seq to ledger;
