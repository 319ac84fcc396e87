import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, pathId } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, Flag, IdText } from '../scalars.ts';
import { BankTransactionOut, newTransactionFields } from './bank-transaction-fields.ts';
import { detail, transaction } from './examples.ts';

export { BankTransactionOut } from './bank-transaction-fields.ts';

const transactionRelations = [
  'details',
  'receivable_payments',
  'questions',
  'statements',
  'reconciled_documents',
  'posted_payments',
] as const;

const read = relations(transactionRelations);
/** Details unless `with` says what is embedded instead. */
const withRelations = z
  .string()
  .optional()
  .transform((names) => read.parse(names ?? 'details'))
  .meta({
    override: {
      type: 'string',
      description: `Relations to embed, separated by comma: ${transactionRelations.join(', ')}. Details unless it is sent.`,
    },
  });

export const listBankTransactions = endpoint({
  name: 'reconciliation.listBankTransactions',
  summary: 'What moved on the bank accounts of the house',
  description:
    'By booking date and amount unless asked otherwise, by default of every client account the caller reaches.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/bank-transactions',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  query: z.object({
    client_account_id: list(IdText, 'Those of these client accounts.').optional(),
    bank_account_id: IdText.optional().describe('Those of this house account.'),
    from_date: CalendarDate.optional().describe('First booking date.'),
    to_date: CalendarDate.optional().describe('Last booking date.'),
    include_externally_reconciled: Flag.default(true).describe('False leaves out what a record reconciles.'),
    ...polling,
    order_by: orderBy(['id', 'booking_date', 'value_date', 'amount', 'currency_code', 'created_at', 'updated_at']),
    with: withRelations,
    ...paging({ size: 50, maximum: 1_000 }),
  }),
  status: 200,
  output: followedListOf(BankTransactionOut),
  example: {
    query: { client_account_id: demo.company.id, include_externally_reconciled: false },
    answer: lastPageOf({ ...transaction, details: [detail] }, 50),
  },
  tool: { name: 'list_bank_transactions', title: 'List bank transactions', onRequest: ['details'] },
});

export const getBankTransaction = endpoint({
  name: 'reconciliation.getBankTransaction',
  summary: 'One bank transaction',
  description: 'With its details unless `with` says otherwise.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/bank-transactions/{id}',
  envelope: standard,
  params: pathId('bank transaction'),
  query: z.object({ with: withRelations }),
  status: 200,
  output: BankTransactionOut,
  notFoundCode: 'bank_transaction.not_found',
  example: { params: { id: transaction.id }, answer: { ...transaction, details: [detail] } },
  tool: { name: 'get_bank_transaction', title: 'Get a bank transaction' },
});

export const createBankTransaction = endpoint({
  name: 'reconciliation.createBankTransaction',
  summary: 'Create a bank transaction that stands on no statement',
  description:
    'Money that comes in names the house account as payee, money that goes out as payor. Statements of the bank bring theirs with them.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/bank-transactions',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({ client_account_id: ClientAccountIdIn, ...newTransactionFields }),
  status: 201,
  output: BankTransactionOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      amount: transaction.amount,
      currency_code: transaction.currency_code,
      booking_date: transaction.booking_date,
      payee_bank_account_id: transaction.payee_bank_account_id,
      payor_name: transaction.payor_name,
      memo: transaction.memo,
    },
    answer: { ...transaction, bank_statement_id: null, bank_reference: null, value_date: null },
  },
  location: ({ id }) => `/api/v2/bank-transactions/${id}`,
  failures: [
    'bank_transaction.bank_account_required',
    'bank_transaction.invalid_bank_account',
    'client_account.inactive',
  ],
});
