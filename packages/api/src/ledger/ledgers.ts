import { endpoint, list, PAGE, PDF, paging, WORKBOOK } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { report } from '../envelopes.ts';
import { ClientAccountIdText, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, ExactNumber, Flag, IdText, RateOut, text } from '../scalars.ts';
import { DimensionOut } from './dimensions.ts';
import { AccountCodeFilter } from './filters.ts';
import { JournalEntryOut } from './journal-entries.ts';
import { JournalLineOut } from './journal-lines.ts';
import { generalLedgerRow, payablesRow, receivablesRow } from './report-examples.ts';
import { reportAccount, reportFilters } from './reports.ts';

const ofLine = JournalLineOut.shape;
const ofEntry = JournalEntryOut.shape;

/** The document behind an entry. */
const RelatedObjectOut = z.object({
  id: RecordId,
  document_number: z.string().nullable().describe('Number of the document.'),
  document_date: CalendarDate.nullable().describe('Date of the document.'),
  due_date: CalendarDate.nullable().describe('When it is to be paid.'),
  payment_ref: z.string().nullable().describe('What a payment refers to it by, such as a KID.'),
  document_type: z.string().describe('Kind of the document.'),
  business_partner: z
    .object({ id: z.int().describe('Id of the partner.'), name: z.string().describe('Name of the partner.') })
    .nullable()
    .describe('Whose document it is.'),
});

/** A line in a ledger report: amounts are numbers, as in every report; the rate is text, as in every list. */
export const LedgerRowOut = z.object({
  id: ofLine.id,
  line_id: ofLine.line_id,
  posting_date: ofLine.posting_date,
  account_id: ofLine.account_id,
  account_code: ofLine.account_code,
  description: ofLine.description,
  debit: ExactNumber.describe('Debit in the accounting currency; zero on a credit line.'),
  credit: ExactNumber.describe('Credit in the accounting currency; zero on a debit line.'),
  debit_amount: ExactNumber.describe('Debit minus credit.'),
  currency_code: ofLine.currency_code,
  exchange_rate: RateOut.describe('Accounting currency per unit of the currency of the line.'),
  tax_code: ofLine.tax_code,
  tax_base_amount: ExactNumber.nullable().describe('What the VAT is computed of; null without a VAT code.'),
  tax_amount: ExactNumber.nullable().describe('The VAT; null without a VAT code.'),
  reconciled_amount: ExactNumber.describe('What has been reconciled against other lines, debit minus credit.'),
  sequence_number: ofEntry.sequence_number,
  relation_type: z.string().nullable().describe('Kind of record that the entry of the line belongs to.'),
  relation_id: z.int().nullable().describe('Id of the record that the entry of the line belongs to.'),
  dimensions: z.array(DimensionOut).describe('What the line is tagged with.'),
  journal_entry: z
    .object({
      id: RecordId,
      sequence_number: ofEntry.sequence_number,
      cancelled: ofEntry.cancelled,
      is_draft: ofEntry.is_draft,
      voucher_id: ofEntry.voucher_id,
      description: ofEntry.description,
      related_object: RelatedObjectOut.nullable().describe(
        'The document that the entry belongs to; null without one, or when it cannot be had at this moment.',
      ),
      created_by: z
        .object({
          id: z.int().describe('Id of the user.'),
          full_name: z.string().nullable().describe('Name of the user; null when it cannot be had at this moment.'),
        })
        .describe('Who created the entry.'),
    })
    .describe('The journal entry that the line belongs to.'),
});

/** Parameters that the three ledger reports share. */
const ledgerQuery = {
  client_account_id: ClientAccountIdText,
  date_from: CalendarDate.optional().describe('First posting date. No limit by default.'),
  date_to: CalendarDate.optional().describe('Last posting date. No limit by default.'),
  as_of_date: CalendarDate.optional().describe(
    'A day at whose end the lines are shown: what was posted later is left out, and has neither reconciled nor cancelled anything. By default what is reconciled and cancelled is as it is now.',
  ),
  free_text: reportFilters.free_text,
  include_reconciled: Flag.default(true).describe('False leaves out lines with nothing left to reconcile.'),
  include_drafts: reportFilters.include_drafts,
  include_cancelled: Flag.default(true).describe('False leaves out cancelled entries and their reversals.'),
  ...paging(),
};

const ledger = {
  service: 'ledger',
  method: 'GET',
  envelope: report,
  account: reportAccount,
  status: 200,
  output: listOf(LedgerRowOut),
  alternatives: [WORKBOOK, PAGE, PDF],
  failures: ['common.payload_too_large', 'common.service_unavailable'],
} as const;

/** What tools have of a ledger. */
const LINES = 'Gives a page of lines, ordered by posting date and id.';

export const getGeneralLedger = endpoint({
  ...ledger,
  name: 'ledger.getGeneralLedger',
  summary: 'Every line of the books, or of some accounts',
  description:
    'Gives a page of lines, ordered by posting date and id. A workbook, a page for reading and a PDF, which Accept selects, hold the whole ledger: account by account, with incoming balance, running balance and sums.',
  path: '/api/v2/reports/general-ledger',
  query: z.object({
    ...ledgerQuery,
    account_codes: list(AccountCodeFilter, 'Numbers of accounts.').optional(),
    dimensions: reportFilters.dimensions,
    tax_codes: list(text(20), 'Lines with one of these VAT codes.').optional(),
  }),
  example: {
    query: { client_account_id: demo.company.id, account_codes: '6800', date_from: '2026-01-01' },
    answer: onePageOf(generalLedgerRow),
  },
  tool: { name: 'get_general_ledger', title: 'Get the general ledger', description: LINES },
});

/** What an assistant is asked about most: who owes what. */
const OPEN =
  'Left open of a line is debit minus credit minus reconciled_amount; include_reconciled false gives only lines with something left.';

const subledgerQuery = z.object({
  ...ledgerQuery,
  business_partner_id: IdText.optional().describe('Lines that carry this business partner.'),
});

export const getAccountsPayable = endpoint({
  ...ledger,
  name: 'ledger.getAccountsPayable',
  summary: 'Every line of the suppliers: account 2400',
  description:
    'Gives a page of lines, ordered by posting date and id. A workbook, a page for reading and a PDF, which Accept selects, hold the whole ledger: partner by partner, with incoming balance, running balance, what is left to reconcile, and sums.',
  path: '/api/v2/reports/accounts-payable',
  query: subledgerQuery,
  example: {
    query: { client_account_id: demo.company.id, business_partner_id: demo.partners.landlord, date_from: '2026-02-01' },
    answer: onePageOf(payablesRow),
  },
  tool: { name: 'get_accounts_payable', title: 'Get accounts payable', description: `${LINES} ${OPEN}` },
});

export const getAccountsReceivable = endpoint({
  ...ledger,
  name: 'ledger.getAccountsReceivable',
  summary: 'Every line of the customers: account 1500',
  description:
    'Gives a page of lines, ordered by posting date and id. A workbook, a page for reading and a PDF, which Accept selects, hold the whole ledger: partner by partner, with incoming balance, running balance, what is left to reconcile, and sums.',
  path: '/api/v2/reports/accounts-receivable',
  query: subledgerQuery,
  example: {
    query: { client_account_id: demo.company.id, business_partner_id: demo.partners.customer, date_from: '2026-01-20' },
    answer: onePageOf(receivablesRow),
  },
  tool: { name: 'get_accounts_receivable', title: 'Get accounts receivable', description: `${LINES} ${OPEN}` },
});

export const ledgerReportEndpoints = [getGeneralLedger, getAccountsPayable, getAccountsReceivable];
