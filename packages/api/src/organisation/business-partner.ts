import { z } from 'zod';
import {
  ClientAccountId,
  CreatedAt,
  CreatedById,
  IsActive,
  RecordId,
  SequenceNumber,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { bankAccountFields, bankAccountMeaning } from '../reconciliation/bank-account-fields.ts';
import { CalendarDate, MoneyOut } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { MetadataOut } from './metadata.ts';
import { OrganizationOut } from './organizations.ts';
import { AutonomyLevel } from './settings.ts';

/** A bank account of a partner, in the shape of docs/contract/bank-accounts.md. */
export const PartnerBankAccountOut = z.object({
  ...bankAccountFields,
  business_partner_id: z.int().describe('Business partner whose account it is.'),
  type: z.string().describe(bankAccountMeaning.type),
  account_code: z.string().nullable().describe(bankAccountMeaning.account_code),
});

/** What each field means, for what is sent and what is shown. */
export const partnerMeaning = {
  name: 'Name of the partner.',
  is_organization: 'True for an organization, false for a person.',
  organization_id: 'The organization in the business registry that the partner is.',
  organization_number: 'Number in the business registry: nine digits, the last a check digit (MOD 11).',
  user_id: 'User of this platform that the partner is, such as an employee who reads payslips.',
  first_name: 'Given name of a person.',
  last_name: 'Family name of a person.',
  email: 'E-mail address.',
  phone: 'Telephone number.',
  street_address: 'Street and number.',
  postal_code: 'Postal code.',
  city: 'City.',
  country_code: 'Country as a code of ISO 3166-1; NO unless another one is given.',
  vat_number: 'Number in the VAT register of the country.',
  is_customer: 'Whether things are sold to the partner. Informative.',
  is_supplier: 'Whether things are bought from the partner. Informative.',
  is_employee: 'Whether the partner is an employee. Informative.',
  is_owner: 'Whether the partner owns shares. Informative.',
  birth_date: 'Date of birth of a person.',
  payment_terms_days: 'Days until an invoice is due, 0 to 365; 14 unless another number is given.',
  currency_code: 'Currency of invoices as a code of ISO 4217; null for the accounting currency.',
  default_account_code: 'General ledger account that is proposed for what the partner sells or buys.',
  default_tax_code: 'VAT code that is proposed for it.',
  invoice_email: 'Address that invoices are sent to; null for the e-mail address.',
  default_bank_account_id: 'Bank account of the partner that is paid to.',
  autonomy_level:
    'How far the platform may book by itself for this partner; null for the setting of the client account.',
} as const;

export const BusinessPartnerOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  sequence_number: SequenceNumber,
  name: z.string().describe(partnerMeaning.name),
  is_organization: z.boolean().describe(partnerMeaning.is_organization),
  organization_id: z.int().nullable().describe(partnerMeaning.organization_id),
  organization_number: z.string().nullable().describe(partnerMeaning.organization_number),
  user_id: z.int().nullable().describe(partnerMeaning.user_id),
  first_name: z.string().nullable().describe(partnerMeaning.first_name),
  last_name: z.string().nullable().describe(partnerMeaning.last_name),
  email: z.string().nullable().describe(partnerMeaning.email),
  phone: z.string().nullable().describe(partnerMeaning.phone),
  street_address: z.string().nullable().describe(partnerMeaning.street_address),
  postal_code: z.string().nullable().describe(partnerMeaning.postal_code),
  city: z.string().nullable().describe(partnerMeaning.city),
  country_code: z.string().describe(partnerMeaning.country_code),
  vat_number: z.string().nullable().describe(partnerMeaning.vat_number),
  is_customer: z.boolean().describe(partnerMeaning.is_customer),
  is_supplier: z.boolean().describe(partnerMeaning.is_supplier),
  is_employee: z.boolean().describe(partnerMeaning.is_employee),
  is_owner: z.boolean().describe(partnerMeaning.is_owner),
  birth_date: CalendarDate.nullable().describe(partnerMeaning.birth_date),
  has_national_identity_number: z
    .boolean()
    .describe('Whether a national identity number is stored; the number itself is never shown.'),
  payment_terms_days: z.int().describe(partnerMeaning.payment_terms_days),
  currency_code: z.string().nullable().describe(partnerMeaning.currency_code),
  default_account_code: z.string().nullable().describe(partnerMeaning.default_account_code),
  default_tax_code: z.string().nullable().describe(partnerMeaning.default_tax_code),
  invoice_email: z.string().nullable().describe(partnerMeaning.invoice_email),
  default_bank_account_id: z.int().nullable().describe(partnerMeaning.default_bank_account_id),
  is_active: IsActive,
  autonomy_level: AutonomyLevel.nullable().describe(partnerMeaning.autonomy_level),
  external_id: z.string().nullable().describe("The caller's own id of the partner."),
  metadata: MetadataOut,
  organization: OrganizationOut.optional().describe('The organization, embedded.'),
  user: PublicUserOut.optional().describe('The user, embedded.'),
  bank_accounts: z.array(PartnerBankAccountOut).optional().describe('Bank accounts of the partner, embedded.'),
  statistics: z
    .object({
      receivable_balance: MoneyOut.describe('What the partner owes on account 1500, debit positive.'),
      payable_balance: MoneyOut.describe('What is owed to the partner on account 2400, credit positive.'),
    })
    .optional()
    .describe('What is owed either way, embedded.'),
});
