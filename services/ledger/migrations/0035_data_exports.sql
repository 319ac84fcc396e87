-- Archives of the books that somebody asked for, and what became of them.
CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date_from" date NOT NULL,
	"date_to" date NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
	"file_key" text,
	"file_name" text,
	"file_size" bigint,
	"error_message" text,
	CONSTRAINT "data_exports_status_check" CHECK (status in ('QUEUED', 'RUNNING', 'READY', 'FAILED')),
	CONSTRAINT "data_exports_language_check" CHECK (language in ('nob', 'eng')),
	CONSTRAINT "data_exports_finished_check" CHECK ((finished_at is not null) = (status in ('READY', 'FAILED')))
);
CREATE UNIQUE INDEX "data_exports_under_way_key" ON "data_exports" USING btree ("client_account_id") WHERE status in ('QUEUED', 'RUNNING');
CREATE INDEX "data_exports_due_idx" ON "data_exports" USING btree ("lease_until","id") WHERE status in ('QUEUED', 'RUNNING');
CREATE INDEX "data_exports_kept_idx" ON "data_exports" USING btree ("finished_at") WHERE file_key is not null;
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on data_exports to ledger_eraser;
  end if;
end $$;
