-- Payments of documents from suppliers, and the files in which banks get them.
CREATE TABLE "payment_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"payment_count" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "payment_exports_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "payment_exports_message" UNIQUE("message_id")
);
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"document_id" bigint NOT NULL,
	"business_partner_id" bigint,
	"bank_account_id" bigint NOT NULL,
	"creditor_bank_account_id" bigint NOT NULL,
	"amount" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"payment_date" date NOT NULL,
	"payment_ref" text,
	"message" text,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"error_message" text,
	"approved" jsonb,
	"approved_at" timestamp with time zone,
	"approved_by_id" bigint,
	"export_id" bigint,
	"bank_transaction_id" bigint,
	"is_settling" boolean DEFAULT false NOT NULL,
	"transfer_lines" jsonb,
	"journal_entry_id" bigint,
	"settled_at" timestamp with time zone,
	"external_id" text,
	"metadata" jsonb,
	CONSTRAINT "payments_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "payments_status" CHECK (status in ('PENDING', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED')),
	CONSTRAINT "payments_amount" CHECK (amount > 0),
	CONSTRAINT "payments_approved" CHECK ((approved is null) = (approved_at is null)),
	CONSTRAINT "payments_booked" CHECK (status <> 'PAID' or journal_entry_id is not null),
	CONSTRAINT "payments_settling" CHECK (not is_settling or status in ('PENDING', 'APPROVED', 'SENT'))
);
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_account" FOREIGN KEY ("client_account_id","bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_creditor_account" FOREIGN KEY ("client_account_id","creditor_bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_transaction" FOREIGN KEY ("client_account_id","bank_transaction_id") REFERENCES "bank_transactions"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_export" FOREIGN KEY ("client_account_id","export_id") REFERENCES "payment_exports"("client_account_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "payments_followed" ON "payments" USING btree ("client_account_id","updated_at","id");
CREATE UNIQUE INDEX "payments_of_transaction" ON "payments" USING btree ("client_account_id","bank_transaction_id") WHERE bank_transaction_id is not null;
CREATE UNIQUE INDEX "payments_external_id" ON "payments" USING btree ("client_account_id","external_id") WHERE external_id is not null;
CREATE INDEX "payments_of_document" ON "payments" USING btree ("client_account_id","document_id","id");
CREATE INDEX "payments_of_partner" ON "payments" USING btree ("client_account_id","business_partner_id","id") WHERE business_partner_id is not null;
CREATE INDEX "payments_by_date" ON "payments" USING btree ("client_account_id","payment_date","id");
CREATE INDEX "payments_on_their_way" ON "payments" USING btree ("client_account_id","bank_account_id","amount") WHERE status in ('PENDING', 'APPROVED', 'SENT');
CREATE INDEX "payments_of_creditor" ON "payments" USING btree ("client_account_id","creditor_bank_account_id");
CREATE INDEX "payments_of_export" ON "payments" USING btree ("client_account_id","export_id") WHERE export_id is not null;
CREATE INDEX "payments_of_entry" ON "payments" USING btree ("client_account_id","journal_entry_id") WHERE journal_entry_id is not null;
