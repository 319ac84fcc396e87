import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { CreatedById, pathId, RecordId } from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { CalendarDate, Id, Timestamp, text } from '../scalars.ts';
import { BankTransactionOut } from './bank-transaction-fields.ts';
import { explanation, transaction } from './examples.ts';
import {
  statementMeaning as meaning,
  StatementCategory,
  TransactionStatementOut,
} from './transaction-statement-fields.ts';

const NamedVoucherOut = z.object({
  id: RecordId,
  created_at: Timestamp.describe('When it was made, in UTC.'),
  created_by_id: CreatedById,
  voucher_type: z.string().nullable().describe('Type of the document, such as `RECPT`; null while it is not known.'),
  status: z.string().describe('Status of the voucher.'),
  file_name: z.string().describe('Name of the file.'),
  content_type: z.string().describe('Media type of the file.'),
  size: z.int().describe('Size in bytes.'),
  document_date: CalendarDate.nullable().describe('Date that was set on the voucher.'),
});

export const ReadTransactionStatementOut = TransactionStatementOut.extend({
  bank_transaction: BankTransactionOut.optional().describe('The transaction, embedded.'),
  business_partner: BusinessPartnerOut.nullable()
    .optional()
    .describe('The partner, embedded; null where none is named.'),
  voucher: NamedVoucherOut.nullable().optional().describe('The voucher, embedded; null where none is named.'),
});

const ofTransaction = {
  service: 'reconciliation',
  path: '/api/v2/bank-transactions/{id}/statements',
  envelope: standard,
  params: pathId('bank transaction'),
  notFoundCode: 'bank_transaction.not_found',
} as const;

export const listTransactionStatements = endpoint({
  ...ofTransaction,
  name: 'reconciliation.listTransactionStatements',
  summary: 'What people said about a bank transaction',
  description: 'A plain array, oldest first.',
  method: 'GET',
  query: z.object({ with: relations(['bank_transaction', 'business_partner', 'voucher']) }),
  status: 200,
  output: z.array(ReadTransactionStatementOut),
  example: { params: { id: transaction.id }, answer: [explanation] },
});

export const createTransactionStatement = endpoint({
  ...ofTransaction,
  name: 'reconciliation.createTransactionStatement',
  summary: 'Say what a bank transaction was',
  description:
    'What it is about follows from the path. Open questions about the transaction of the types `ATTACH_FILE` and `STATEMENT` are closed.',
  method: 'POST',
  body: z.object({
    category: StatementCategory.nullish().describe(meaning.category),
    business_partner_id: Id.nullish().describe(meaning.business_partner_id),
    voucher_id: Id.nullish().describe(meaning.voucher_id),
    comment: text().nullish().describe(meaning.comment),
  }),
  missingBodyCode: 'bank_transaction.missing_body',
  status: 201,
  output: TransactionStatementOut,
  example: { params: { id: transaction.id }, body: { category: 'SALE' }, answer: explanation },
  failures: ['bank_transaction.missing_body', 'client_account.inactive'],
  tool: { name: 'create_bank_transaction_statement', title: 'Say what a bank transaction was' },
});
