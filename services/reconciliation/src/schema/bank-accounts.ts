import { id } from '@app/db/columns';
import { recordColumns, recordRules } from '@app/records/schema';
import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, unique } from 'drizzle-orm/pg-core';

/** Bank accounts of a client account (house accounts) and of its business partners. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    ...recordColumns(),
    /** Of organisation; null for a house account. */
    businessPartnerId: id('business_partner_id'),
    name: text('name'),
    type: text('type', { enum: ['CURRENT', 'SAVINGS', 'LOAN', 'TAX', 'INVESTMENT'] }).notNull(),
    bban: text('bban'),
    iban: text('iban'),
    bankCountry: text('bank_country').notNull(),
    bankName: text('bank_name'),
    bankZip: text('bank_zip'),
    bankCity: text('bank_city'),
    bic: text('bic'),
    routingNumber: text('routing_number'),
    /** What its owner has it once under: the IBAN, else country, routing number and BBAN. */
    numberKey: text('number_key').notNull(),
    currencyCode: text('currency_code'),
    /** General ledger account that it is booked on; null for that of a partner. */
    accountCode: text('account_code'),
    isActive: boolean('is_active').notNull().default(true),
  },
  (table) => [
    ...recordRules('bank_accounts', table),
    // Inactive ones included: a number means one account of its owner for good.
    unique('bank_accounts_number_key')
      .on(table.clientAccountId, table.businessPartnerId, table.numberKey)
      .nullsNotDistinct(),
    check('bank_accounts_type', sql`type in ('CURRENT', 'SAVINGS', 'LOAN', 'TAX', 'INVESTMENT')`),
    check('bank_accounts_number', sql`iban is not null or bban is not null`),
    check('bank_accounts_booked', sql`(business_partner_id is null) = (account_code is not null)`),
  ],
);
