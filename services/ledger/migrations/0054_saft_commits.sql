-- Which entries an import of a SAF-T file has posted, why it stopped, and how large its file is. A new table, and columns without a rewrite of rows.
CREATE TABLE "saft_import_batches" (
	"client_account_id" bigint NOT NULL,
	"import_id" bigint NOT NULL,
	"last_ordinal" integer NOT NULL,
	"first_number" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	CONSTRAINT "saft_import_batches_pkey" PRIMARY KEY("client_account_id","import_id","last_ordinal")
);
ALTER TABLE "saft_imports" ADD COLUMN "faults" jsonb;
ALTER TABLE "saft_imports" ADD COLUMN "unpacked_bytes" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "saft_import_batches" ADD CONSTRAINT "saft_import_batches_import_fkey" FOREIGN KEY ("client_account_id","import_id") REFERENCES "saft_imports"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
