-- The caller's own ids of partners. The index is small: no row has one yet, and it holds those alone that have.
ALTER TABLE "business_partners" ADD COLUMN "external_id" text;
CREATE UNIQUE INDEX "business_partners_external_id" ON "business_partners" USING btree ("client_account_id","external_id") WHERE external_id is not null;
