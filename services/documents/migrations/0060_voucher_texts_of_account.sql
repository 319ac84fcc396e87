-- Free text is looked for in the texts of a company alone. Writers of texts wait while it is built; readers do not.
CREATE INDEX "voucher_texts_of_account" ON "voucher_texts" USING btree ("client_account_id","voucher_id");
