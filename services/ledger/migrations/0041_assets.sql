-- Assets, what was written down of them, how they were disposed of, and the tax ledger. New tables: nothing waits for them.
CREATE TABLE "asset_depreciations" (
	"client_account_id" bigint NOT NULL,
	"asset_id" bigint NOT NULL,
	"month" date NOT NULL,
	"amount" numeric(19, 2) NOT NULL,
	"journal_entry_id" bigint NOT NULL,
	CONSTRAINT "asset_depreciations_pkey" PRIMARY KEY("client_account_id","asset_id","month"),
	CONSTRAINT "asset_depreciations_amount_check" CHECK (amount > 0),
	CONSTRAINT "asset_depreciations_month_check" CHECK (extract(day from month) = 1)
);
CREATE TABLE "asset_disposals" (
	"client_account_id" bigint NOT NULL,
	"asset_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"disposal_date" date NOT NULL,
	"proceeds" numeric(19, 2) NOT NULL,
	"output_vat" numeric(19, 2) NOT NULL,
	"book_value" numeric(19, 2) NOT NULL,
	"journal_entry_id" bigint,
	"voucher_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint NOT NULL,
	CONSTRAINT "asset_disposals_pkey" PRIMARY KEY("client_account_id","asset_id"),
	CONSTRAINT "asset_disposals_kind_check" CHECK (kind in ('SALE', 'SCRAPPING', 'TRADE_IN', 'GIFT_WITHDRAWAL', 'INVOLUNTARY'))
);
CREATE TABLE "asset_series" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL,
	"last_change_at" timestamp with time zone NOT NULL
);
CREATE TABLE "assets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"sequence_number" integer NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"asset_class" text,
	"depreciation_method" text,
	"acquisition_date" date,
	"retirement_date" date,
	"auto_depreciate" boolean NOT NULL,
	"autonomy_level" text,
	"external_source" text,
	"external_id" text,
	"property" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "assets_sequence_key" UNIQUE("client_account_id","sequence_number"),
	CONSTRAINT "assets_name_check" CHECK (name <> ''),
	CONSTRAINT "assets_method_check" CHECK (depreciation_method in ('STRAIGHT_LINE', 'DECLINING_BALANCE', 'NONE')),
	CONSTRAINT "assets_autonomy_check" CHECK (autonomy_level in ('NONE', 'DRAFT', 'FULL')),
	CONSTRAINT "assets_external_check" CHECK ((external_id is null) = (external_source is null))
);
CREATE TABLE "tax_ledger_entries" (
	"id" bigint NOT NULL,
	"client_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reporting_year" integer NOT NULL,
	"posting_date" date NOT NULL,
	"asset_id" bigint NOT NULL,
	"entry_type" text NOT NULL,
	"saldogruppe" text,
	"amount" numeric(19, 2) NOT NULL,
	"description" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" bigint NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "tax_ledger_entries_pkey" PRIMARY KEY("client_account_id","id"),
	CONSTRAINT "tax_ledger_entries_type_check" CHECK (entry_type in ('DEPRECIATION', 'DISPOSAL', 'DEFERRED_GAIN', 'REINVESTMENT')),
	CONSTRAINT "tax_ledger_entries_group_check" CHECK (saldogruppe ~ '^[a-j]$')
);
CREATE INDEX "asset_depreciations_entry_idx" ON "asset_depreciations" USING btree ("client_account_id","journal_entry_id");
CREATE INDEX "asset_disposals_entry_idx" ON "asset_disposals" USING btree ("client_account_id","journal_entry_id");
CREATE UNIQUE INDEX "assets_external_key" ON "assets" USING btree ("client_account_id","external_source","external_id") WHERE external_id is not null;
CREATE INDEX "assets_updated_idx" ON "assets" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "tax_ledger_entries_year_idx" ON "tax_ledger_entries" USING btree ("client_account_id","reporting_year");
do $$ begin
  if exists (select from pg_roles where rolname = 'ledger_eraser') then
    grant select, delete on assets, asset_series, asset_depreciations, asset_disposals, tax_ledger_entries to ledger_eraser;
  end if;
end $$;
