import { z } from 'zod';
import { ClientAccountId, CreatedAt, CreatorId, RecordId } from '../fields.ts';
import { oneOf } from '../scalars.ts';

export const StatementCategory = oneOf(
  'PURCHASE',
  'SALE',
  'LOAN',
  'SALARY',
  'TAX',
  'VAT',
  'INTERNAL_TRANSFER',
  'OWNER',
  'BANK_FEE',
  'INTEREST',
  'REFUND',
  'PRIVATE',
  'OTHER',
);

export const statementMeaning = {
  category: 'What kind of movement it is.',
  business_partner_id: 'Business partner that it has to do with.',
  voucher_id: 'Voucher that belongs to it.',
  comment: 'Anything else.',
} as const;

/** What somebody says about a bank transaction, without relations. */
export const TransactionStatementOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatorId,
  client_account_id: ClientAccountId,
  bank_transaction_id: z.int().describe('Bank transaction that it is about.'),
  category: StatementCategory.nullable().describe(statementMeaning.category),
  business_partner_id: z.int().nullable().describe(statementMeaning.business_partner_id),
  voucher_id: z.int().nullable().describe(statementMeaning.voucher_id),
  comment: z.string().nullable().describe(statementMeaning.comment),
});
