-- Vouchers that employees sent, of which nothing is posted and no partner made by itself. The column has a default and rewrites nothing.
ALTER TABLE "vouchers" ADD COLUMN "sent_by_employee" boolean DEFAULT false NOT NULL;
