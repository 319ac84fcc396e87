-- Which entries leave the books with the documents that they were posted for, and which numbers are holes afterwards. New tables: nothing waits for them.
CREATE TABLE "erased_numbers" (
	"client_account_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "erased_numbers_pkey" PRIMARY KEY("client_account_id","number"),
	CONSTRAINT "erased_numbers_number_check" CHECK (number > 0)
);
CREATE TABLE "leaving_entries" (
	"client_account_id" bigint NOT NULL,
	"journal_entry_id" bigint NOT NULL,
	"command_key" text NOT NULL,
	"source" text NOT NULL,
	"record_id" bigint NOT NULL,
	"is_gone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "leaving_entries_pkey" PRIMARY KEY("client_account_id","journal_entry_id"),
	CONSTRAINT "leaving_entries_source_check" CHECK (source in ('documents', 'reconciliation', 'ledger'))
);
CREATE INDEX "leaving_entries_record_idx" ON "leaving_entries" USING btree ("client_account_id","command_key","source","record_id");
CREATE INDEX "leaving_entries_left_idx" ON "leaving_entries" USING btree ("client_account_id","journal_entry_id") WHERE not is_gone;
-- A number is a hole by the function that takes its entry out, and no other way.
revoke insert, update, delete on erased_numbers from ledger;
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on leaving_entries, erased_numbers to ledger_eraser;
  end if;
end $$;
