-- To which accounting currency the rate of a document is: books without entries may change theirs, and a draft keeps its rate. No row is rewritten; of those
-- from before nothing is known, and they are taken as they were.
ALTER TABLE "documents" ADD COLUMN "rate_to" text;
