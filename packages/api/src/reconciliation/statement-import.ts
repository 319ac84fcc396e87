import { endpoint, uploadedFile } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { bankFile } from '../example-files.ts';
import { ClientAccountId, ClientAccountIdIn, CreatedAt, CreatedById, RecordId } from '../fields.ts';
import { CalendarDate, MoneyOut, oneOf, RateOut } from '../scalars.ts';
import { houseAccount } from './examples.ts';

/** A CAMT file has at most so many bytes (docs/contract/general.md, "Sizes"). */
export const BankStatementSource = oneOf('API', 'CAMT053');

export const MAX_CAMT_BYTES = 20 * 1024 * 1024;
/** What a form has around its file. */
const AROUND = 16 * 1024;

/** A statement as it is shown without relations. */
export const bankStatementFields = {
  id: RecordId,
  uuid: z.string().describe('The same id as text, which details of its transactions name.'),
  created_at: CreatedAt,
  created_by_id: CreatedById,
  client_account_id: ClientAccountId,
  bank_account_id: z.int().describe('House account that it is of.'),
  statement_reference: z.string().nullable().describe('What the bank calls it.'),
  from_date: CalendarDate.describe('Its first day.'),
  to_date: CalendarDate.describe('Its last day.'),
  opening_balance: MoneyOut.describe('What stood on the account before it.'),
  closing_balance: MoneyOut.describe('What stood on the account after it.'),
  currency_code: z.string().describe('Currency of its amounts as a code of ISO 4217.'),
  source: BankStatementSource.describe('How it came.'),
  transaction_count: z.int().describe('Transactions that were stored with it.'),
};

const said = (meaning: string) => z.string().nullable().describe(meaning);

/** An advice of a payment that came in. */
export const receivablePaymentFields = {
  id: RecordId,
  client_account_id: ClientAccountId,
  bank_account_id: z.int().describe('House account that it came in on.'),
  debtor_account_number: said('Account of who paid.'),
  debtor_name: said('Name of who paid.'),
  debtor_address: said('Address of who paid.'),
  archive_reference: said('What the bank calls the payment; several may share it.'),
  description: said('What who paid wrote.'),
  structured_reference: said('Reference that the receiver gave; in Norway a KID.'),
  document_number: said('Number of the document that was paid, where the file says it.'),
  booking_date: CalendarDate.describe('Day on which the bank booked it.'),
  value_date: CalendarDate.nullable().describe('Day from which interest counts.'),
  amount: MoneyOut.describe('What was paid, in its own currency.'),
  currency_code: z.string().describe('Currency of the amount as a code of ISO 4217.'),
  booked_amount: MoneyOut.nullable().describe('What came in, in the currency of the account.'),
  account_currency_code: said('Currency of the account as a code of ISO 4217.'),
  charge_amount: MoneyOut.nullable().describe('What the bank took for it.'),
  charge_currency_code: said('Currency of the charge as a code of ISO 4217.'),
  exchange_rate: RateOut.nullable().describe('Rate at which it was changed.'),
  transaction_type: said('What kind of payment it is, in the codes of the bank.'),
};

const SkippedOut = z.object({
  reference: z.string().nullable().describe('What the bank calls the statement or the entry.'),
  reason: oneOf('duplicate', 'not_booked', 'zero_amount', 'debit').describe(
    'Why it was left out: stored already; pending, of the future or only information; without an amount; a notification of what went out.',
  ),
});

export const importBankStatements = endpoint({
  name: 'reconciliation.importBankStatements',
  summary: 'Import a CAMT file of the bank',
  description:
    'CAMT.053 (statements) and CAMT.054 (notifications of payments that came in), versions 001.02 to 001.08, of at most 20 MiB. All of the file is stored, or nothing. What is stored already is left out, so a file may be sent again. Accounts are found by IBAN or national number among the active house accounts. The lists of the answer name the first 10 000 of each kind; the counts tell of all.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/bank-statements/import',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    file: uploadedFile().describe('The file, as it came from the bank.'),
  }),
  bodyType: 'multipart/form-data',
  bodyLimit: MAX_CAMT_BYTES + AROUND,
  status: 201,
  output: z.object({
    statements: z.array(z.object(bankStatementFields)).describe('Statements that were stored.'),
    receivable_payments: z.array(z.object(receivablePaymentFields)).describe('Receivable payments that were stored.'),
    receivable_payment_count: z.int().describe('How many receivable payments were stored.'),
    skipped: z.array(SkippedOut).describe('What was left out.'),
    skipped_count: z.int().describe('How many rows were left out.'),
  }),
  example: {
    form: { client_account_id: demo.company.id, file: bankFile },
    answer: {
      statements: [
        {
          id: 1,
          uuid: '0f9b6c1e-7a52-4d0e-9a56-3f1f5c0f7d11',
          created_at: demo.now,
          created_by_id: demo.users.accountant,
          client_account_id: demo.company.id,
          bank_account_id: houseAccount.id,
          statement_reference: 'STMT-2025-12',
          from_date: '2025-12-01',
          to_date: '2025-12-31',
          opening_balance: '1000.00',
          closing_balance: '1250.00',
          currency_code: 'NOK',
          source: 'CAMT053',
          transaction_count: 1,
        },
      ],
      receivable_payments: [],
      receivable_payment_count: 0,
      skipped: [{ reference: 'STMT-2025-11', reason: 'duplicate' }],
      skipped_count: 1,
    },
  },
  failures: [
    'bank_statement.invalid_file',
    'bank_statement.unknown_bank_account',
    'bank_statement.unbalanced',
    'bank_statement.balance_gap',
    'client_account.inactive',
  ],
});
