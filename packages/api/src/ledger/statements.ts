import { endpoint, PAGE, PDF, WORKBOOK } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { report } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { CalendarDate, ExactNumber } from '../scalars.ts';
import { DimensionTypeIn } from './dimensions.ts';
import { balanceSheetRows, incomeStatementRow } from './report-examples.ts';
import { FORMS, GroupingOut, reportAccount, reportFilters } from './reports.ts';

const accountOf = {
  grouping: GroupingOut.describe('Where in the chart of accounts the account stands.'),
  account_code: z.string().describe('Number of the account.'),
  account_name: z.string().describe('Name of the account, in the language asked for.'),
};

export const BalanceSheetRowOut = z.object({
  ...accountOf,
  balance: ExactNumber.describe('Balance at the end of report_date, debit minus credit: equity and debt are negative.'),
});

const inMonth = (name: string) => ExactNumber.describe(`What was posted in ${name}, debit minus credit.`);

export const IncomeStatementRowOut = z.object({
  ...accountOf,
  period_debit_movements: z
    .object({
      1: inMonth('January'),
      2: inMonth('February'),
      3: inMonth('March'),
      4: inMonth('April'),
      5: inMonth('May'),
      6: inMonth('June'),
      7: inMonth('July'),
      8: inMonth('August'),
      9: inMonth('September'),
      10: inMonth('October'),
      11: inMonth('November'),
      12: inMonth('December'),
    })
    .describe(
      'Movement from date_from to date_to by month of the calendar: 0 where nothing was posted, the same months of several years added together.',
    ),
  relation_type: DimensionTypeIn.nullable()
    .optional()
    .describe('With group_by_dimension: the kind of dimension that the row is split by; null for lines without one.'),
  relation_id: z
    .int()
    .nullable()
    .optional()
    .describe('With group_by_dimension: id of the dimension value; null for lines without one.'),
  relation_name: z
    .string()
    .nullable()
    .optional()
    .describe('With group_by_dimension: name of the dimension value; null for lines without one.'),
});

const BALANCE_SHEET =
  'Accounts 1000 to 2999 that are not zero at the end of report_date. Balances are debit minus credit and add up to zero: the result that no entry has transferred yet stands in row 2099. Limited to dimension values, it is made of the lines that carry them and need not add up.';

export const getBalanceSheet = endpoint({
  name: 'ledger.getBalanceSheet',
  summary: 'What a company has and owes on a day, per account',
  description: `${BALANCE_SHEET} ${FORMS}`,
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/balance-sheet',
  envelope: report,
  account: reportAccount,
  query: z.object({
    client_account_id: ClientAccountIdText,
    report_date: CalendarDate.optional().describe('Last posting date that counts. Today by default.'),
    dimensions: reportFilters.dimensions,
    include_drafts: reportFilters.include_drafts,
  }),
  status: 200,
  output: z.array(BalanceSheetRowOut),
  example: {
    query: { client_account_id: demo.company.id, report_date: '2024-01-01' },
    answer: balanceSheetRows,
  },
  alternatives: [WORKBOOK, PAGE, PDF],
  failures: ['common.payload_too_large', 'common.service_unavailable'],
  tool: { name: 'get_balance_sheet', title: 'Get the balance sheet', description: BALANCE_SHEET },
});

const INCOME_STATEMENT =
  'Accounts 3000 to 8899 with movement from date_from to date_to. Amounts are debit minus credit, so income and profit are negative.';

export const getIncomeStatement = endpoint({
  name: 'ledger.getIncomeStatement',
  summary: 'Income and expenses by month, per account',
  description: `${INCOME_STATEMENT} ${FORMS}`,
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/income-statement',
  envelope: report,
  account: reportAccount,
  query: z.object({
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.optional().describe('First posting date. 1 January of this year by default.'),
    date_to: CalendarDate.optional().describe('Last posting date. Today by default.'),
    ...reportFilters,
    group_by_dimension: DimensionTypeIn.optional().describe('Splits every account by the values of this dimension.'),
  }),
  status: 200,
  output: z.array(IncomeStatementRowOut),
  example: {
    query: {
      client_account_id: demo.company.id,
      date_from: '2025-01-01',
      date_to: '2025-12-31',
      free_text: 'avskrivning',
    },
    answer: [incomeStatementRow],
  },
  alternatives: [WORKBOOK, PAGE, PDF],
  failures: ['common.payload_too_large', 'common.service_unavailable'],
  tool: { name: 'get_income_statement', title: 'Get the income statement', description: INCOME_STATEMENT },
});

export const statementEndpoints = [getBalanceSheet, getIncomeStatement];
