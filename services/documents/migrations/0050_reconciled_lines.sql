-- A reconciliation line is held while a record of it is written: nobody changes it meanwhile.
ALTER TABLE "reconciliation_lines" ADD COLUMN "held_until" timestamp with time zone;
