-- Matching of open lines: which books are to be looked through, by whom, and what was proposed.
CREATE TABLE "matching_books" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"seen_revision" bigint DEFAULT 0 NOT NULL,
	"wanted" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"lease_key" text,
	"took_millis" integer DEFAULT 0 NOT NULL
);
CREATE TABLE "matching_proposals" (
	"client_account_id" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"reconciliation_id" bigint NOT NULL,
	CONSTRAINT "matching_proposals_pkey" PRIMARY KEY("client_account_id","fingerprint")
);
CREATE INDEX "matching_books_due" ON "matching_books" USING btree ("due_at") WHERE due_at is not null;
