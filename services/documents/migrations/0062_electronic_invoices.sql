-- What goes to a customer as EHF is kept as it was when its PDF was drawn. The table is new; its key waits for writers of documents for a moment.
CREATE TABLE "electronic_invoices" (
	"document_id" bigint PRIMARY KEY NOT NULL,
	"client_account_id" bigint NOT NULL,
	"xml" text NOT NULL
);
ALTER TABLE "electronic_invoices" ADD CONSTRAINT "electronic_invoices_document" FOREIGN KEY ("client_account_id","document_id") REFERENCES "documents"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
