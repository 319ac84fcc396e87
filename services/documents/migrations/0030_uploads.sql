-- When a chat attachment was sent. A nullable column without a default: the table is locked for a moment and not rewritten.
ALTER TABLE "files" ADD COLUMN "sent_at" timestamp with time zone;
