-- What payments on their way will pay of documents.
ALTER TABLE "documents" ADD COLUMN "pending_payment_amount" numeric(19, 2) DEFAULT '0' NOT NULL;
ALTER TABLE "documents" ADD COLUMN "pending_payment_version" bigint DEFAULT 0 NOT NULL;
