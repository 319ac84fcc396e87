import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, ClientAccountIdText, pathId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, CurrencyCode, Id, IdText, MoneyIn, text } from '../scalars.ts';
import { BankTransactionOut, NewTransactionDetail, newTransactionFields } from './bank-transaction-fields.ts';
import { detail, statement, transaction } from './examples.ts';
import { bankStatementFields } from './statement-import.ts';

const meaning = {
  bank_account_id: 'House account that it is of.',
  statement_reference: 'Number or reference of the bank.',
  from_date: 'First day of it.',
  to_date: 'Last day of it.',
  opening_balance: 'What stood on the account before its first transaction.',
  closing_balance: 'What stood on it after the last one: opening balance plus all amounts.',
  currency_code: 'Currency as a code of ISO 4217.',
} as const;

export const BankStatementOut = z.object({
  ...bankStatementFields,
  transactions: z.array(BankTransactionOut).optional().describe('Its transactions with their details, embedded.'),
});

/** What was left out of a statement. */
export const SkippedOut = z.object({
  reference: z.string().nullable().describe('Reference of the bank; null where it gave none.'),
  reason: z.string().describe('Why it was left out: `duplicate` for what is stored already.'),
});

const withTransactions = relations(['transactions']);

export const listBankStatements = endpoint({
  name: 'reconciliation.listBankStatements',
  summary: 'The bank statements of a client account',
  description: 'Those that touch the days asked for, by id.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/bank-statements',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    bank_account_id: IdText.optional().describe('Those of this house account.'),
    from_date: CalendarDate.optional().describe('Statements that end on this day or later.'),
    to_date: CalendarDate.optional().describe('Statements that begin on this day or earlier.'),
    with: withTransactions,
    ...paging({ maximum: 1_000 }),
  }),
  status: 200,
  output: listOf(BankStatementOut),
  example: { query: { client_account_id: demo.company.id }, answer: onePageOf(statement) },
  tool: { name: 'list_bank_statements', title: 'List bank statements' },
});

const byId = {
  service: 'reconciliation',
  path: '/api/v2/bank-statements/{id}',
  envelope: standard,
  params: pathId('bank statement'),
  notFoundCode: 'bank_statement.not_found',
} as const;

export const getBankStatement = endpoint({
  ...byId,
  name: 'reconciliation.getBankStatement',
  summary: 'One bank statement',
  description: 'With its transactions when they are asked for.',
  method: 'GET',
  query: z.object({ with: withTransactions }),
  status: 200,
  output: BankStatementOut,
  example: { params: { id: statement.id }, answer: statement },
});

const newTransaction = z.object({
  ...newTransactionFields,
  currency_code: CurrencyCode.optional().describe('That of the statement, whether it is sent or not.'),
  details: z
    .array(NewTransactionDetail, { error: 'must be an array of details' })
    .max(1_000, 'must have at most 1000 details')
    .nullish()
    .describe('Its parts as the bank tells them.'),
});

export const createBankStatement = endpoint({
  name: 'reconciliation.createBankStatement',
  summary: 'Store a statement of the bank with its transactions',
  description:
    'The amounts lead from the opening to the closing balance, and the statement continues its neighbours. What is stored already by reference, amount and day counts in the balance and is not stored twice.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/bank-statements',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    bank_account_id: Id.describe(meaning.bank_account_id),
    from_date: CalendarDate.describe(meaning.from_date),
    to_date: CalendarDate.describe(meaning.to_date),
    opening_balance: MoneyIn.describe(meaning.opening_balance),
    closing_balance: MoneyIn.describe(meaning.closing_balance),
    currency_code: CurrencyCode.nullish().describe(`${meaning.currency_code} That of the account unless it is sent.`),
    statement_reference: text(140).nullish().describe(meaning.statement_reference),
    transactions: z
      .array(newTransaction, { error: 'must be an array of transactions' })
      .max(20_000, 'must have at most 20000 transactions')
      .nullish()
      .describe('Its transactions; there may be none.'),
  }),
  status: 201,
  output: BankStatementOut.extend({
    skipped: z.array(SkippedOut).describe('Transactions that were stored already.'),
  }),
  example: {
    values: { 'body.bank_account_id': 'bank-accounts/2' },
    body: {
      client_account_id: demo.company.id,
      bank_account_id: statement.bank_account_id,
      from_date: statement.from_date,
      to_date: statement.to_date,
      opening_balance: statement.opening_balance,
      closing_balance: statement.closing_balance,
      transactions: [{ amount: transaction.amount, booking_date: transaction.booking_date }],
    },
    answer: { ...statement, transactions: [{ ...transaction, details: [detail] }], skipped: [] },
  },
  location: ({ id }) => `/api/v2/bank-statements/${id}`,
  failures: [
    'bank_statement.unbalanced',
    'bank_statement.unknown_bank_account',
    'bank_statement.duplicate',
    'bank_statement.balance_gap',
    'bank_transaction.invalid_bank_account',
    'client_account.inactive',
  ],
});

export const deleteBankStatement = endpoint({
  ...byId,
  name: 'reconciliation.deleteBankStatement',
  summary: 'Delete a bank statement with its transactions',
  description: 'For good. Refused while a transaction of it is reconciled or in use.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { params: { id: statement.id } },
  failures: ['bank_statement.has_reconciled_transactions', 'client_account.inactive'],
});
