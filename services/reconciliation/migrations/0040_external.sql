-- Outside figures compared with the ledger: every table is new.
CREATE TABLE "external_reconciliation_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_reconciliation_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"external_reconciliation_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"relation_type" text,
	"relation_id" bigint,
	"relation_line_id" bigint,
	"secondary_relation_type" text,
	"secondary_relation_id" bigint,
	"as_of_date" date,
	"description" text,
	"account_code" text,
	"amount" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"exchange_rate" numeric(19, 6) NOT NULL,
	"claim_id" bigint,
	"claim_amount" numeric(19, 2),
	"claim_amount_fc" numeric(19, 2),
	CONSTRAINT "external_reconciliation_entries_place" UNIQUE("external_reconciliation_id","place"),
	CONSTRAINT "external_reconciliation_entries_kind" CHECK (case kind
        when 'EXTERNAL' then relation_type is not null and relation_id is not null
        when 'LEDGER_LINE' then relation_type = 'JE' and relation_id is not null and relation_line_id is not null
        when 'LEDGER_BALANCE' then relation_type = 'GENERAL_LEDGER_ACCOUNT' and relation_id is not null and as_of_date is not null
        else relation_type is null and relation_id is null and amount <> 0 and description <> '' end),
	CONSTRAINT "external_reconciliation_entries_claim" CHECK ((claim_id is null) = (claim_amount is null) and (claim_id is null) = (claim_amount_fc is null))
);
CREATE TABLE "external_reconciliation_numbers" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"last_number" bigint NOT NULL
);
CREATE TABLE "external_reconciliations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "external_reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"sequence_number" bigint,
	"is_draft" boolean NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"busy_key" text,
	"method" text,
	"prepared_method" text,
	"expected_amount" numeric(19, 2) NOT NULL,
	"ledger_amount" numeric(19, 2) NOT NULL,
	"difference" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"note" text,
	"subject_type" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"subject_line_id" bigint DEFAULT 0 NOT NULL,
	"takes_subject" boolean NOT NULL,
	"scope_key" text,
	"bank_transaction_id" bigint,
	"as_of_date" date,
	"deleted_at" timestamp with time zone,
	"deleted_by_id" bigint,
	CONSTRAINT "external_reconciliations_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "external_reconciliations_number" UNIQUE("client_account_id","sequence_number"),
	CONSTRAINT "external_reconciliations_difference" CHECK (difference = expected_amount - ledger_amount),
	CONSTRAINT "external_reconciliations_numbered" CHECK ((sequence_number is null) = (is_draft or is_pending) and (method is null) = (sequence_number is null)),
	CONSTRAINT "external_reconciliations_taken" CHECK (not takes_subject or deleted_at is null),
	CONSTRAINT "external_reconciliations_pending" CHECK (not is_pending or (busy_key is not null and not is_draft)),
	CONSTRAINT "external_reconciliations_transaction_taken" CHECK ((bank_transaction_id is not null) = (takes_subject and subject_type = 'PAYMT'))
);
ALTER TABLE "external_reconciliation_entries" ADD CONSTRAINT "external_reconciliation_entries_record" FOREIGN KEY ("client_account_id","external_reconciliation_id") REFERENCES "external_reconciliations"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "external_reconciliations" ADD CONSTRAINT "external_reconciliations_transaction" FOREIGN KEY ("client_account_id","bank_transaction_id") REFERENCES "bank_transactions"("client_account_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "external_reconciliation_entries_relation" ON "external_reconciliation_entries" USING btree ("client_account_id","relation_type","relation_id","relation_line_id","external_reconciliation_id");
CREATE UNIQUE INDEX "external_reconciliations_subject" ON "external_reconciliations" USING btree ("client_account_id","subject_type","subject_id","subject_line_id") WHERE takes_subject and scope_key is null;
CREATE UNIQUE INDEX "external_reconciliations_scope" ON "external_reconciliations" USING btree ("client_account_id","scope_key") WHERE scope_key is not null and deleted_at is null;
CREATE INDEX "external_reconciliations_list" ON "external_reconciliations" USING btree ("client_account_id","id") WHERE not is_pending;
CREATE INDEX "external_reconciliations_as_of" ON "external_reconciliations" USING btree ("client_account_id","as_of_date","id") WHERE as_of_date is not null;
CREATE INDEX "external_reconciliations_of_transaction" ON "external_reconciliations" USING btree ("client_account_id","bank_transaction_id") WHERE bank_transaction_id is not null;
CREATE INDEX "external_reconciliations_of_scopes" ON "external_reconciliations" USING btree ("client_account_id","scope_key") WHERE scope_key is not null;
