-- Vouchers in the order of their changes, by the caller's own id and by collection, and the queue of their workflow in turns of the companies. Columns are
-- nullable and rewrite nothing; the indexes are of the tables of one service, and writers of vouchers wait while they are made.
DROP INDEX "voucher_workflow_due";
ALTER TABLE "vouchers" ADD COLUMN "external_id" text;
ALTER TABLE "vouchers" ADD COLUMN "metadata" jsonb;
CREATE INDEX "files_of_vouchers_changed" ON "files" USING btree ("client_account_id","updated_at","id") WHERE type = 'VOUCHER';
CREATE INDEX "voucher_workflow_turns" ON "voucher_workflow" USING btree ("client_account_id","due_at") WHERE due_at is not null;
CREATE UNIQUE INDEX "vouchers_external_id" ON "vouchers" USING btree ("client_account_id","external_id") WHERE external_id is not null;
CREATE INDEX "vouchers_of_collection" ON "vouchers" USING btree ("client_account_id","collection_id") WHERE collection_id is not null;
