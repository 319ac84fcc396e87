CREATE TABLE "bank_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"business_partner_id" bigint,
	"name" text,
	"type" text NOT NULL,
	"bban" text,
	"iban" text,
	"bank_country" text NOT NULL,
	"bank_name" text,
	"bank_zip" text,
	"bank_city" text,
	"bic" text,
	"routing_number" text,
	"number_key" text NOT NULL,
	"currency_code" text,
	"account_code" text,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "bank_accounts_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "bank_accounts_number_key" UNIQUE NULLS NOT DISTINCT("client_account_id","business_partner_id","number_key"),
	CONSTRAINT "bank_accounts_type" CHECK (type in ('CURRENT', 'SAVINGS', 'LOAN', 'TAX', 'INVESTMENT')),
	CONSTRAINT "bank_accounts_number" CHECK (iban is not null or bban is not null),
	CONSTRAINT "bank_accounts_booked" CHECK ((business_partner_id is null) = (account_code is not null))
);
CREATE TABLE "bank_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"client_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"bank_account_id" bigint NOT NULL,
	"statement_reference" text,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"opening_balance" numeric(19, 2) NOT NULL,
	"closing_balance" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"source" text NOT NULL,
	"transaction_count" bigint NOT NULL,
	"skipped_amount" numeric(19, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "bank_statements_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "bank_statements_dates" CHECK (from_date <= to_date),
	CONSTRAINT "bank_statements_source" CHECK (source in ('API', 'CAMT053'))
);
CREATE TABLE "bank_transaction_details" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_transaction_details_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"bank_transaction_id" bigint NOT NULL,
	"transaction_type" text,
	"account_name" text,
	"account_number" text,
	"account_currency_code" text,
	"archive_reference" text,
	"structured_reference" text,
	"bank_information" text,
	"amount" numeric(19, 2),
	"currency_code" text,
	"description" text,
	"booking_date" date,
	"value_date" date,
	"invoice_number" text,
	"sender_name" text,
	"sender_account" text,
	"receiver_name" text,
	"receiver_account" text,
	"transaction_uuid" text,
	"statement_uuid" text
);
CREATE TABLE "bank_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"bank_account_id" bigint NOT NULL,
	"bank_statement_id" bigint,
	"payee_name" text,
	"payee_bank_account_id" bigint,
	"payor_name" text,
	"payor_bank_account_id" bigint,
	"message_id" text,
	"payment_id" text,
	"instruction_id" text,
	"end_to_end_id" text,
	"booking_date" date NOT NULL,
	"value_date" date,
	"memo" text,
	"instructed_amount" numeric(19, 2) NOT NULL,
	"instructed_currency_code" text NOT NULL,
	"instructed_exchange_rate" numeric(19, 6),
	"amount" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"exchange_rate" numeric(19, 6),
	"bank_reference" text,
	"external_reconciled_amount" numeric(19, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "bank_transactions_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "bank_transactions_amount" CHECK (amount <> 0),
	CONSTRAINT "bank_transactions_moved" CHECK (bank_account_id = case when amount > 0 then payee_bank_account_id else payor_bank_account_id end),
	CONSTRAINT "bank_transactions_reconciled" CHECK (external_reconciled_amount in (0, amount))
);
CREATE TABLE "change_turns" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"last_change_at" timestamp with time zone NOT NULL
);
CREATE TABLE "receivable_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receivable_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"bank_account_id" bigint NOT NULL,
	"debtor_account_number" text,
	"debtor_name" text,
	"debtor_address" text,
	"archive_reference" text,
	"reference_end" text,
	"description" text,
	"structured_reference" text,
	"document_number" text,
	"booking_date" date NOT NULL,
	"value_date" date,
	"amount" numeric(19, 2) NOT NULL,
	"currency_code" text NOT NULL,
	"booked_amount" numeric(19, 2),
	"account_currency_code" text,
	"charge_amount" numeric(19, 2),
	"charge_currency_code" text,
	"exchange_rate" numeric(19, 6),
	"transaction_type" text,
	CONSTRAINT "receivable_payments_account_key" UNIQUE("client_account_id","id")
);
CREATE TABLE "transaction_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"bank_transaction_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint NOT NULL,
	"category" text,
	"business_partner_id" bigint,
	"voucher_id" bigint,
	"comment" text,
	CONSTRAINT "transaction_statements_category" CHECK (category in ('PURCHASE', 'SALE', 'LOAN', 'SALARY', 'TAX', 'VAT', 'INTERNAL_TRANSFER', 'OWNER', 'BANK_FEE', 'INTEREST',
        'REFUND', 'PRIVATE', 'OTHER'))
);
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_bank_account" FOREIGN KEY ("client_account_id","bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_transaction_details" ADD CONSTRAINT "bank_transaction_details_transaction" FOREIGN KEY ("client_account_id","bank_transaction_id") REFERENCES "bank_transactions"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_bank_account" FOREIGN KEY ("client_account_id","bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_payee" FOREIGN KEY ("client_account_id","payee_bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_payor" FOREIGN KEY ("client_account_id","payor_bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_statement" FOREIGN KEY ("client_account_id","bank_statement_id") REFERENCES "bank_statements"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "receivable_payments" ADD CONSTRAINT "receivable_payments_bank_account" FOREIGN KEY ("client_account_id","bank_account_id") REFERENCES "bank_accounts"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "transaction_statements" ADD CONSTRAINT "transaction_statements_transaction" FOREIGN KEY ("client_account_id","bank_transaction_id") REFERENCES "bank_transactions"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "bank_accounts_followed" ON "bank_accounts" USING btree ("client_account_id","updated_at","id");
CREATE UNIQUE INDEX "bank_statements_reference_key" ON "bank_statements" USING btree ("client_account_id","bank_account_id","statement_reference") WHERE statement_reference is not null;
CREATE INDEX "bank_statements_span" ON "bank_statements" USING btree ("client_account_id","bank_account_id","to_date","from_date");
CREATE INDEX "bank_transaction_details_of_transaction" ON "bank_transaction_details" USING btree ("client_account_id","bank_transaction_id");
CREATE INDEX "bank_transactions_followed" ON "bank_transactions" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "bank_transactions_booked" ON "bank_transactions" USING btree ("client_account_id","booking_date","amount","id");
CREATE INDEX "bank_transactions_of_account" ON "bank_transactions" USING btree ("client_account_id","bank_account_id","booking_date","amount","id");
CREATE INDEX "bank_transactions_open" ON "bank_transactions" USING btree ("client_account_id","booking_date","amount","id") WHERE external_reconciled_amount <> amount;
CREATE INDEX "bank_transactions_open_of_account" ON "bank_transactions" USING btree ("client_account_id","bank_account_id","booking_date","amount","id") WHERE external_reconciled_amount <> amount;
CREATE INDEX "bank_transactions_of_statement" ON "bank_transactions" USING btree ("client_account_id","bank_statement_id");
CREATE INDEX "bank_transactions_reference" ON "bank_transactions" USING btree ("client_account_id","bank_account_id","bank_reference") WHERE bank_reference is not null;
CREATE INDEX "receivable_payments_booked" ON "receivable_payments" USING btree ("client_account_id","booking_date","id");
CREATE INDEX "receivable_payments_reference" ON "receivable_payments" USING btree ("client_account_id","bank_account_id","booking_date","reference_end");
CREATE INDEX "transaction_statements_of_transaction" ON "transaction_statements" USING btree ("client_account_id","bank_transaction_id","id");
