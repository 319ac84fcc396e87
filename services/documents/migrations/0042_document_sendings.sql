-- To whom documents were sent, each time. The table is new.
CREATE TABLE "document_sendings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_sendings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_account_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"sent_to" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sent_by_id" bigint NOT NULL
);
ALTER TABLE "document_sendings" ADD CONSTRAINT "document_sendings_document" FOREIGN KEY ("client_account_id","document_id") REFERENCES "documents"("client_account_id","id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "document_sendings_of_document" ON "document_sendings" USING btree ("client_account_id","document_id");
