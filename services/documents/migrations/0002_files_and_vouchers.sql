-- Files, their contents and vouchers. Every table is new, so nothing is locked.
CREATE TABLE "arriving_contents" (
	"store_key" text PRIMARY KEY NOT NULL,
	"client_account_id" bigint NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
CREATE TABLE "contents" (
	"client_account_id" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size" bigint NOT NULL,
	"store_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contents_pkey" PRIMARY KEY("client_account_id","sha256"),
	CONSTRAINT "contents_store_key" UNIQUE("store_key"),
	CONSTRAINT "contents_sha256" CHECK (length(sha256) = 32),
	CONSTRAINT "contents_size" CHECK (size > 0),
	CONSTRAINT "contents_of_account" CHECK (store_key like client_account_id || '/%')
);
CREATE TABLE "create_commands" (
	"client_account_id" bigint NOT NULL,
	"command_key" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"voucher_id" bigint NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "create_commands_pkey" PRIMARY KEY("client_account_id","command_key")
);
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"type" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"channel" text,
	"processing_track" text,
	"size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"source_file_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by_id" bigint,
	CONSTRAINT "files_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "files_type" CHECK (type in ('VOUCHER', 'ATTACHMENT', 'CHAT_ATTACHMENT')),
	CONSTRAINT "files_name" CHECK (file_name <> ''),
	CONSTRAINT "files_channel" CHECK (channel in ('API', 'WEB', 'APP', 'EMAIL', 'EHF')),
	CONSTRAINT "files_track" CHECK (processing_track in ('DEFAULT', 'MANUAL'))
);
CREATE TABLE "change_turns" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"last_change_at" timestamp with time zone NOT NULL
);
CREATE TABLE "voucher_attachments" (
	"client_account_id" bigint NOT NULL,
	"voucher_id" bigint NOT NULL,
	"file_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	CONSTRAINT "voucher_attachments_pkey" PRIMARY KEY("voucher_id","file_id")
);
CREATE TABLE "vouchers" (
	"id" bigint PRIMARY KEY NOT NULL,
	"client_account_id" bigint NOT NULL,
	"voucher_type" text,
	"document_date" date,
	"status" text NOT NULL,
	"workflow_status" text NOT NULL,
	"collection_id" bigint,
	"project_id" bigint,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "vouchers_account_key" UNIQUE("client_account_id","id"),
	CONSTRAINT "vouchers_status" CHECK (status in ('PENDING', 'DRAFT', 'ARCHIVED', 'BOOKED', 'DELETED')),
	CONSTRAINT "vouchers_workflow_status" CHECK (workflow_status in ('IMAGE_PROCESSING', 'STARTING_WORKFLOW', 'CLASSIFICATION', 'DATA_EXTRACTION', 'WAITING_FOR_ANSWER',
        'DUPLICATE_CHECK', 'BOOKING', 'RECONCILING', 'CANCELLED', 'FAILED', 'COMPLETED'))
);
ALTER TABLE "files" ADD CONSTRAINT "files_content" FOREIGN KEY ("client_account_id","sha256") REFERENCES "contents"("client_account_id","sha256") ON DELETE no action ON UPDATE no action;
ALTER TABLE "files" ADD CONSTRAINT "files_source" FOREIGN KEY ("client_account_id","source_file_id") REFERENCES "files"("client_account_id","id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "voucher_attachments" ADD CONSTRAINT "voucher_attachments_voucher" FOREIGN KEY ("client_account_id","voucher_id") REFERENCES "vouchers"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "voucher_attachments" ADD CONSTRAINT "voucher_attachments_file" FOREIGN KEY ("client_account_id","file_id") REFERENCES "files"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_file" FOREIGN KEY ("client_account_id","id") REFERENCES "files"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "arriving_contents_begun" ON "arriving_contents" USING btree ("begun_at");
CREATE INDEX "create_commands_of_voucher" ON "create_commands" USING btree ("client_account_id","voucher_id");
CREATE INDEX "files_by_content" ON "files" USING btree ("client_account_id","sha256");
CREATE INDEX "files_by_source" ON "files" USING btree ("client_account_id","source_file_id") WHERE source_file_id is not null;
CREATE INDEX "voucher_attachments_of_file" ON "voucher_attachments" USING btree ("client_account_id","file_id");
