-- To which accounting currency the rate of a bank transaction is: books without entries may change theirs, and the transaction keeps its rate. No row is
-- rewritten; of those from before nothing is known, and they are taken as they were.
ALTER TABLE "bank_transactions" ADD COLUMN "rate_to" text;
