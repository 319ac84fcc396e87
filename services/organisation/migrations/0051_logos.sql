-- Logos of client accounts: their bytes, and with the account what they are. The table of accounts is locked for a moment, while its few rows are checked.
CREATE TABLE "logos" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "logos_content" CHECK (length(content) between 1 and 5242880)
);
ALTER TABLE "client_accounts" ADD COLUMN "logo_sha256" "bytea";
ALTER TABLE "client_accounts" ADD COLUMN "logo_media_type" text;
ALTER TABLE "logos" ADD CONSTRAINT "logos_account" FOREIGN KEY ("client_account_id") REFERENCES "client_accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "client_accounts" ADD CONSTRAINT "client_accounts_logo" CHECK ((logo_sha256 is null) = (logo_media_type is null));
