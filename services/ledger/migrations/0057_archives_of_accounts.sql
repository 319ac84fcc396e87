-- How many archives of a client account are kept is asked before another one is made. The table is small: a few rows of each account.
create index data_exports_account_idx on data_exports (client_account_id) where file_key is not null;
