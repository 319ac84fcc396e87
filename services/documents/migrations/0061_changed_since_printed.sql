-- Whether a posted document still says what its voucher says. Of those from before nobody knows: they are drawn anew, as they were. No row is rewritten.
ALTER TABLE "documents" ADD COLUMN "changed_since_printed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "changed_since_printed" SET DEFAULT false;
