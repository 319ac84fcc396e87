-- Whose payments are to be compared with the bank's movements next, and the movement that a person has taken from a payment.
CREATE TABLE "payment_matching" (
	"client_account_id" bigint PRIMARY KEY NOT NULL,
	"wanted" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"reached" bigint DEFAULT 0 NOT NULL,
	"lease_key" text
);
ALTER TABLE "payments" ADD COLUMN "released_transaction_id" bigint;
CREATE INDEX "payment_matching_due" ON "payment_matching" USING btree ("due_at") WHERE due_at is not null;
