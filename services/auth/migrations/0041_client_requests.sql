-- What clients asked lately, for their owners; the foreign key locks the clients for a moment, since the table is empty.
CREATE TABLE "client_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"tool" text,
	"request_id" text NOT NULL,
	"duration_millis" integer NOT NULL,
	"client_account_id" bigint
);
ALTER TABLE "client_requests" ADD CONSTRAINT "client_requests_client" FOREIGN KEY ("client_id") REFERENCES "clients"("client_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "client_requests_client_id" ON "client_requests" USING btree ("client_id","id");
CREATE INDEX "client_requests_age" ON "client_requests" USING btree ("requested_at");
CREATE INDEX "client_requests_account" ON "client_requests" USING btree ("client_account_id") WHERE client_account_id is not null;
