-- While records of an account are erased it takes no writes, and what is left of one that is gone is its number. The column is added without a
-- look at the rows, which are few.
CREATE TABLE "removed_accounts" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"command_key" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"swept_at" timestamp with time zone
);
ALTER TABLE "client_accounts" ADD COLUMN "erasing" text;
CREATE INDEX "removed_accounts_due" ON "removed_accounts" USING btree ("removed_at") WHERE swept_at is null;
ALTER TABLE "client_accounts" ADD CONSTRAINT "client_accounts_erasing" CHECK (erasing in ('reset', 'removal'));
