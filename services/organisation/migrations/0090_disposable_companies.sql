-- Companies of the test hooks are erased after a day. The column is added without a look at the rows.
ALTER TABLE "client_accounts" ADD COLUMN "disposable_until" timestamp with time zone;
