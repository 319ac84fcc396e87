-- Items, collections of items, units, questions, tasks, statements and collections of vouchers. Every table is new; the
-- references to vouchers lock that table for the moment in which they are added, and there is nothing to look through.
CREATE TABLE "item_collection_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_collection_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"item_collection_id" bigint NOT NULL,
	"item_id" bigint,
	"description" text,
	"quantity" numeric(19, 6) NOT NULL,
	"price" numeric(19, 6) NOT NULL,
	"currency_code" text,
	"unit_id" bigint NOT NULL,
	"tax_code_id" bigint NOT NULL,
	"business_partner_id" bigint,
	"project_id" bigint,
	"recurring_start_date" date,
	"recurring_end_date" date,
	"recurring_terms" text,
	"recurring_interval" integer,
	"refund_policy" text,
	"trial_end_date" date,
	CONSTRAINT "item_collection_entries_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "item_collection_entries_quantity" CHECK (quantity >= 0),
	CONSTRAINT "item_collection_entries_currency" CHECK (currency_code ~ '^[A-Z]{3}$'),
	CONSTRAINT "item_collection_entries_terms" CHECK (recurring_terms in ('IN_ADVANCE', 'IN_ARREARS')),
	CONSTRAINT "item_collection_entries_interval" CHECK (recurring_interval > 0),
	CONSTRAINT "item_collection_entries_refund" CHECK (refund_policy in ('NO_REFUND', 'PRORATED', 'FULL_REFUND'))
);
CREATE TABLE "item_collections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"name" text,
	"collection_type" text NOT NULL,
	CONSTRAINT "item_collections_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "item_collections_type" CHECK (collection_type in ('TEMPLATE', 'CART', 'ORDER'))
);
CREATE TABLE "item_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"price" numeric(19, 6) NOT NULL,
	CONSTRAINT "item_prices_currency_key" UNIQUE("client_account_id","item_id","currency_code"),
	CONSTRAINT "item_prices_currency" CHECK (currency_code ~ '^[A-Z]{3}$')
);
CREATE TABLE "items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"item_no" text NOT NULL,
	"name" text,
	"item_type" text NOT NULL,
	"sales_unit_id" bigint NOT NULL,
	"stock_unit_id" bigint,
	"tax_code_id" bigint NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"autonomy_level" text,
	CONSTRAINT "items_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "items_number_key" UNIQUE("client_account_id","item_no"),
	CONSTRAINT "items_number" CHECK (item_no <> ''),
	CONSTRAINT "items_type" CHECK (item_type in ('ITEM', 'SERVICE')),
	CONSTRAINT "items_autonomy" CHECK (autonomy_level in ('NONE', 'DRAFT', 'FULL'))
);
CREATE TABLE "answer_options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"question_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"option" text NOT NULL,
	"selected_answer" boolean DEFAULT false NOT NULL,
	CONSTRAINT "answer_options_option" CHECK (option <> '')
);
CREATE TABLE "questions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"document_id" bigint,
	"voucher_id" bigint,
	"bank_transaction_id" bigint,
	"question" text NOT NULL,
	"type" text NOT NULL,
	"answer_action" text,
	"status" text NOT NULL,
	"answer_text" text,
	"answered_at" timestamp with time zone,
	"answered_by_id" bigint,
	"closed_reason" text,
	CONSTRAINT "questions_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "questions_question" CHECK (question <> ''),
	CONSTRAINT "questions_type" CHECK (type in ('GENERAL', 'ATTACH_FILE', 'STATEMENT', 'CHOOSE_ACCOUNT', 'CHOOSE_TYPE', 'CHOOSE_PARTNER', 'DUPLICATE')),
	CONSTRAINT "questions_action" CHECK (answer_action in ('CONTINUE_WORKFLOW', 'SET_ACCOUNT', 'SET_TYPE', 'NONE')),
	CONSTRAINT "questions_status" CHECK (status in ('OPEN', 'ANSWERED', 'CLOSED')),
	CONSTRAINT "questions_answered" CHECK ((status = 'ANSWERED') = (answered_at is not null))
);
CREATE TABLE "tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"title" text NOT NULL,
	"description" text,
	"task_type" text NOT NULL,
	"status" text NOT NULL,
	"due_date" date,
	"assigned_to_id" bigint,
	"relation_type" text,
	"relation_id" bigint,
	"completed_at" timestamp with time zone,
	"completed_by_id" bigint,
	CONSTRAINT "tasks_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "tasks_title" CHECK (title <> ''),
	CONSTRAINT "tasks_type" CHECK (task_type in ('GENERAL', 'REVIEW', 'FOLLOW_UP')),
	CONSTRAINT "tasks_status" CHECK (status in ('OPEN', 'IN_PROGRESS', 'DONE', 'CANCELLED')),
	CONSTRAINT "tasks_completed" CHECK ((status = 'DONE') = (completed_at is not null)),
	CONSTRAINT "tasks_relation" CHECK ((relation_type is null) = (relation_id is null)),
	CONSTRAINT "tasks_relation_type" CHECK (relation_type in ('voucher', 'document', 'banktransaction', 'businesspartner', 'journalentry'))
);
CREATE TABLE "units" (
	"id" bigint PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"rec20_code" text,
	"rec21_code" text,
	"description_nob" text NOT NULL,
	"description_eng" text NOT NULL,
	CONSTRAINT "units_rec20_key" UNIQUE("rec20_code"),
	CONSTRAINT "units_rec21_key" UNIQUE("rec21_code")
);
CREATE TABLE "voucher_collections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "voucher_collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	"name" text,
	"description" text,
	CONSTRAINT "voucher_collections_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "voucher_collections_name" CHECK (name <> '')
);
CREATE TABLE "voucher_categories" (
	"id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name_nob" text NOT NULL,
	"name_eng" text NOT NULL,
	"requires_purpose" boolean NOT NULL,
	"requires_participants" boolean NOT NULL,
	CONSTRAINT "voucher_categories_code_key" UNIQUE("code")
);
CREATE TABLE "voucher_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "voucher_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"voucher_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint NOT NULL,
	"voucher_category_id" bigint,
	"purpose" text,
	"participants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payment_method" text,
	"payor_id" bigint,
	"project_id" bigint,
	"collection_id" bigint,
	"tag_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"comment" text,
	CONSTRAINT "voucher_statements_payment" CHECK (payment_method in ('COMPANY_CARD', 'COMPANY_ACCOUNT', 'PRIVATE', 'CASH', 'INVOICE'))
);
ALTER TABLE "item_collection_entries" ADD CONSTRAINT "item_collection_entries_collection" FOREIGN KEY ("client_account_id","item_collection_id") REFERENCES "item_collections"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "item_collection_entries" ADD CONSTRAINT "item_collection_entries_item" FOREIGN KEY ("client_account_id","item_id") REFERENCES "items"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "item_collection_entries" ADD CONSTRAINT "item_collection_entries_unit" FOREIGN KEY ("unit_id") REFERENCES "units"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "item_prices" ADD CONSTRAINT "item_prices_item" FOREIGN KEY ("client_account_id","item_id") REFERENCES "items"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "items" ADD CONSTRAINT "items_sales_unit" FOREIGN KEY ("sales_unit_id") REFERENCES "units"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "items" ADD CONSTRAINT "items_stock_unit" FOREIGN KEY ("stock_unit_id") REFERENCES "units"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "answer_options" ADD CONSTRAINT "answer_options_question" FOREIGN KEY ("client_account_id","question_id") REFERENCES "questions"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "questions" ADD CONSTRAINT "questions_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_statements" ADD CONSTRAINT "voucher_statements_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_statements" ADD CONSTRAINT "voucher_statements_category" FOREIGN KEY ("voucher_category_id") REFERENCES "voucher_categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "voucher_statements" ADD CONSTRAINT "voucher_statements_collection" FOREIGN KEY ("client_account_id","collection_id") REFERENCES "voucher_collections"("client_account_id","id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "item_collection_entries_followed" ON "item_collection_entries" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "item_collection_entries_of" ON "item_collection_entries" USING btree ("client_account_id","item_collection_id","id");
CREATE INDEX "item_collection_entries_by_item" ON "item_collection_entries" USING btree ("client_account_id","item_id") WHERE item_id is not null;
CREATE INDEX "item_collections_followed" ON "item_collections" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "items_followed" ON "items" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "answer_options_of" ON "answer_options" USING btree ("client_account_id","question_id","place");
CREATE INDEX "questions_followed" ON "questions" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "questions_of_voucher" ON "questions" USING btree ("client_account_id","voucher_id") WHERE voucher_id is not null;
CREATE INDEX "questions_of_document" ON "questions" USING btree ("client_account_id","document_id") WHERE document_id is not null;
CREATE INDEX "questions_of_bank_transaction" ON "questions" USING btree ("client_account_id","bank_transaction_id") WHERE bank_transaction_id is not null;
CREATE INDEX "tasks_followed" ON "tasks" USING btree ("client_account_id","updated_at","id");
CREATE INDEX "tasks_of" ON "tasks" USING btree ("client_account_id","relation_type","relation_id") WHERE relation_id is not null;
CREATE INDEX "voucher_collections_followed" ON "voucher_collections" USING btree ("client_account_id","updated_at","id");
CREATE UNIQUE INDEX "voucher_collections_name_key" ON "voucher_collections" USING btree ("client_account_id",lower(normalize(name, NFC) collate "und-x-icu"));
CREATE INDEX "voucher_statements_of" ON "voucher_statements" USING btree ("client_account_id","voucher_id","id");
