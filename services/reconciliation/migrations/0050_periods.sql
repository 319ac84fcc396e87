-- Reconciliation periods, their scopes, and whose periods wait to be prepared: every table is new.
CREATE TABLE "prepared_accounts" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"due_from" date,
	"due_at" timestamp with time zone,
	"taken_from" date,
	"lease_key" uuid,
	"leased_until" timestamp with time zone
);
CREATE TABLE "reconciliation_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"reconciled_at" timestamp with time zone,
	"reconciled_by_id" bigint,
	"is_held_open" boolean DEFAULT false NOT NULL,
	"books_revision" bigint DEFAULT 0 NOT NULL,
	"prepared_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	CONSTRAINT "reconciliation_periods_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "reconciliation_periods_span" CHECK (period_start < period_end),
	CONSTRAINT "reconciliation_periods_status" CHECK (status in ('OPEN', 'RECONCILED', 'REOPENED')),
	CONSTRAINT "reconciliation_periods_reconciled" CHECK (status = 'OPEN' or num_nonnulls(reconciled_at, reconciled_by_id) = 2),
	CONSTRAINT "reconciliation_periods_held" CHECK (not is_held_open or status = 'REOPENED')
);
CREATE TABLE "reconciliation_scopes" (
	"client_account_id" bigint NOT NULL,
	"period_id" bigint NOT NULL,
	"key" text NOT NULL,
	"place" integer NOT NULL,
	"reconciler" text NOT NULL,
	"label_nob" text NOT NULL,
	"label_eng" text NOT NULL,
	"group_key" text NOT NULL,
	"group_label_nob" text NOT NULL,
	"group_label_eng" text NOT NULL,
	"relation_type" text,
	"relation_id" bigint,
	"relation_name" text,
	"as_of_date" date NOT NULL,
	"deadline" date NOT NULL,
	"obstacle" text,
	"external_reconciliation_id" bigint,
	CONSTRAINT "reconciliation_scopes_pkey" PRIMARY KEY("client_account_id","key"),
	CONSTRAINT "reconciliation_scopes_dimension" CHECK ((relation_type is null) = (relation_id is null))
);
ALTER TABLE "reconciliation_scopes" ADD CONSTRAINT "reconciliation_scopes_period" FOREIGN KEY ("client_account_id","period_id") REFERENCES "reconciliation_periods"("client_account_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "prepared_accounts_due" ON "prepared_accounts" USING btree ("due_at") WHERE due_at is not null;
CREATE INDEX "prepared_accounts_leased" ON "prepared_accounts" USING btree ("leased_until") WHERE leased_until is not null;
CREATE UNIQUE INDEX "reconciliation_periods_start_key" ON "reconciliation_periods" USING btree ("client_account_id","period_start") WHERE replaced_at is null;
CREATE UNIQUE INDEX "reconciliation_periods_end_key" ON "reconciliation_periods" USING btree ("client_account_id","period_end") WHERE replaced_at is null;
CREATE INDEX "reconciliation_scopes_of_period" ON "reconciliation_scopes" USING btree ("client_account_id","period_id","place");
CREATE INDEX "reconciliation_scopes_of_record" ON "reconciliation_scopes" USING btree ("client_account_id","external_reconciliation_id") WHERE external_reconciliation_id is not null;
