-- What vouchers are linked to in the books, what was read of them, and where their workflows stand. Every table is new; the column has a default and
-- rewrites nothing. Workflows that nobody could begin before are due at once.
CREATE TABLE "voucher_entries" (
	"client_account_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"voucher_id" bigint NOT NULL,
	"sequence_number" bigint,
	"posting_date" date NOT NULL,
	"description" text NOT NULL,
	"is_draft" boolean NOT NULL,
	"is_cancelled" boolean NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "voucher_entries_pkey" PRIMARY KEY("client_account_id","entry_id")
);
CREATE TABLE "voucher_entry_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "voucher_entry_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"posting_date" date NOT NULL,
	"account_code" text NOT NULL,
	"tax_code" text
);
CREATE TABLE "voucher_pages" (
	"client_account_id" bigint NOT NULL,
	"voucher_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"page_number" integer NOT NULL,
	"content_type" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	CONSTRAINT "voucher_pages_pkey" PRIMARY KEY("voucher_id","kind","page_number"),
	CONSTRAINT "voucher_pages_kind" CHECK (kind in ('PAGE', 'THUMBNAIL', 'PREVIEW', 'CONVERTED')),
	CONSTRAINT "voucher_pages_number" CHECK ((kind = 'PAGE') = (page_number > 0) and page_number >= 0)
);
CREATE TABLE "voucher_texts" (
	"client_account_id" bigint NOT NULL,
	"voucher_id" bigint PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"embedding" "bytea",
	"embedded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voucher_texts_embedding" CHECK (length(embedding) = 1024)
);
CREATE TABLE "voucher_workflow" (
	"voucher_id" bigint PRIMARY KEY NOT NULL,
	"client_account_id" bigint NOT NULL,
	"asked_by" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"lease_key" text,
	"last_fault" text,
	"reading" jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE "vouchers" ADD COLUMN "books_revision" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "voucher_entries" ADD CONSTRAINT "voucher_entries_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_entry_lines" ADD CONSTRAINT "voucher_entry_lines_entry" FOREIGN KEY ("client_account_id","entry_id") REFERENCES "voucher_entries"("client_account_id","entry_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_pages" ADD CONSTRAINT "voucher_pages_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_pages" ADD CONSTRAINT "voucher_pages_content" FOREIGN KEY ("client_account_id","sha256") REFERENCES "contents"("client_account_id","sha256") ON DELETE no action ON UPDATE no action;
ALTER TABLE "voucher_texts" ADD CONSTRAINT "voucher_texts_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_workflow" ADD CONSTRAINT "voucher_workflow_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "voucher_entries_of_voucher" ON "voucher_entries" USING btree ("client_account_id","voucher_id","entry_id");
CREATE INDEX "voucher_entry_lines_of_entry" ON "voucher_entry_lines" USING btree ("client_account_id","entry_id");
CREATE INDEX "voucher_entry_lines_by_account" ON "voucher_entry_lines" USING btree ("client_account_id","account_code","entry_id");
CREATE INDEX "voucher_entry_lines_by_date" ON "voucher_entry_lines" USING btree ("client_account_id","posting_date","entry_id");
CREATE INDEX "voucher_entry_lines_by_tax_code" ON "voucher_entry_lines" USING btree ("client_account_id","tax_code","entry_id") WHERE tax_code is not null;
CREATE INDEX "voucher_pages_by_content" ON "voucher_pages" USING btree ("client_account_id","sha256");
CREATE INDEX "voucher_texts_by_embedding" ON "voucher_texts" USING btree ("client_account_id","embedded_at") WHERE embedding is not null;
CREATE INDEX "voucher_workflow_due" ON "voucher_workflow" USING btree ("due_at") WHERE due_at is not null;
CREATE INDEX "voucher_workflow_of_account" ON "voucher_workflow" USING btree ("client_account_id");

insert into voucher_workflow (voucher_id, client_account_id, due_at)
select id, client_account_id, now() from vouchers where status <> 'DELETED' and workflow_status = 'IMAGE_PROCESSING';
