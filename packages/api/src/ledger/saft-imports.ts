import { endpoint, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { saftFile } from '../example-files.ts';
import { ClientAccountId, ClientAccountIdText, CreatedAt, CreatorId, pathId, RecordId } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, MoneyOut, requiredText, Timestamp } from '../scalars.ts';

/** Bytes of a file as it is sent, and as it is when it was unpacked. */
export const SAFT_FILE_BYTES = 25 * 1024 * 1024;
export const SAFT_UNPACKED_BYTES = 500 * 1024 * 1024;
/** Unpacked bytes of all the files of a client account that wait to be imported. */
export const SAFT_WAITING_BYTES = 1024 * 1024 * 1024;

/** Accounts of a file. */
export const SAFT_ACCOUNTS = 10_000;

export const saftImportStates = ['READING', 'READY', 'REFUSED', 'IMPORTING', 'DONE', 'DIFFERS', 'FAILED'] as const;

const Problem = z.object({
  rule: z.string().describe('Which rule the file breaks, as a word that does not change.'),
  message: z.string().describe('What is wrong, with the figures.'),
  entry: z.string().nullable().describe('TransactionID of the entry it is about; null when it is about none.'),
  account: z.string().nullable().describe('AccountID it is about; null when it is about none.'),
});

const MappedAccount = z.object({
  account_id: z.string().describe('AccountID of the file.'),
  description: z.string().describe('Name of the account in the file.'),
  account_code: z.string().nullable().describe('Account of this company that stands for it; null when none was found.'),
  mapped_by: z
    .enum(['own_number', 'new_account', 'standard_account', 'grouping', 'undistributed_result'])
    .nullable()
    .describe('Why it is that account; null when none was found.'),
  opening: MoneyOut.describe('Opening balance that the file declares, debit minus credit.'),
  debit: MoneyOut.describe('Sum of the debits of the entries.'),
  credit: MoneyOut.describe('Sum of the credits of the entries.'),
  closing: MoneyOut.describe('Closing balance that the file declares, debit minus credit.'),
  difference: MoneyOut.describe('Opening plus debit minus credit minus closing; 0.00 when the file adds up.'),
});

const Total = z.object({
  declared: z.string().nullable().describe('What the file says; null when it says nothing that can be read.'),
  counted: z.string().describe('What its entries add up to.'),
});

const Report = z.object({
  version: z.string().nullable().describe('AuditFileVersion of the file.'),
  company_name: z.string().nullable().describe('Company that the file names.'),
  organization_number: z.string().nullable().describe('Organization number that the file names.'),
  is_other_organization: z.boolean().describe('Whether the file is of another organization than the client account.'),
  currency_code: z.string().nullable().describe('Currency of the amounts of the file.'),
  date_from: CalendarDate.nullable().describe('First day that the file covers.'),
  date_to: CalendarDate.nullable().describe('Last day that the file covers.'),
  accounts: z.int().describe('How many accounts the file has.'),
  accounts_new: z.int().describe('How many accounts the chart of the company lacks.'),
  accounts_unmapped: z.int().describe('How many accounts have no counterpart in the chart.'),
  partners: z.int().describe('How many customers and suppliers the file has.'),
  partners_with_organization: z
    .int()
    .describe('How many of them have an organization number, by which they are found.'),
  tax_codes: z.int().describe('How many VAT codes the file has.'),
  entries: Total.describe('Number of entries.'),
  debit: Total.describe('Sum of the debits.'),
  credit: Total.describe('Sum of the credits.'),
  line_count: z.int().describe('How many lines the entries have.'),
  opening: MoneyOut.describe('Sum of the opening balances of all accounts; 0.00 when the file adds up.'),
  closing: MoneyOut.describe('Sum of the closing balances of all accounts; 0.00 when the file adds up.'),
  problem_count: z.int().describe('How many problems were found; the first 200 are named.'),
  problems: z.array(Problem).describe('Why the file cannot be imported.'),
  notices: z.array(Problem).describe('What is left out or done differently, for a person to read.'),
});

export const SaftImportOut = z.object({
  id: RecordId,
  client_account_id: ClientAccountId,
  state: z
    .enum(saftImportStates)
    .describe(
      'READING the file; READY to be committed; REFUSED: see problems of the report; IMPORTING: being posted; DONE: all is in the books, and they add up to the file; DIFFERS: all is in the books, and they do not, see faults; FAILED: it stopped, see faults, and can be committed again.',
    ),
  created_at: CreatedAt,
  created_by_id: CreatorId,
  committed_at: Timestamp.nullable().describe('When it was committed last; null when it never was.'),
  committed_by_id: z
    .int()
    .nullable()
    .describe('Who committed it last, and so posts its entries; null when nobody did.'),
  finished_at: Timestamp.nullable().describe('When its totals were proven; null until then.'),
  entries_done: z.int().describe('How many entries of the file were dealt with so far, in their order.'),
  entries_posted: z
    .int()
    .describe(
      'How many entries it has posted so far, the opening balance among them; entries that move nothing are left out.',
    ),
  faults: z
    .array(Problem)
    .describe('Why a commit failed or waits, or where the books differ from the file; none while nothing is wrong.'),
  report: Report.nullable().describe('What was found in the file; null while it is read.'),
  accounts: z.array(MappedAccount).optional().describe('Every account of the file, what it becomes, embedded.'),
});

const example: z.output<typeof SaftImportOut> = {
  id: 1,
  client_account_id: demo.company.id,
  state: 'READY',
  created_at: demo.made,
  created_by_id: demo.users.owner,
  committed_at: null,
  committed_by_id: null,
  finished_at: null,
  entries_done: 0,
  entries_posted: 0,
  faults: [],
  report: {
    version: '1.30',
    company_name: demo.company.display_name,
    organization_number: '310433217',
    is_other_organization: false,
    currency_code: 'NOK',
    date_from: '2026-01-01',
    date_to: '2026-02-28',
    accounts: 9,
    accounts_new: 0,
    accounts_unmapped: 0,
    partners: 2,
    partners_with_organization: 2,
    tax_codes: 2,
    entries: { declared: '4', counted: '4' },
    debit: { declared: '35000.00', counted: '35000.00' },
    credit: { declared: '35000.00', counted: '35000.00' },
    line_count: 10,
    opening: '0.00',
    closing: '0.00',
    problem_count: 0,
    problems: [],
    notices: [],
  },
};

const Nothing = z.strictObject({});

const params = pathId('import');
const notFoundCode = 'saft_import.not_found';

export const createSaftImport = endpoint({
  name: 'ledger.createSaftImport',
  summary: 'Read a SAF-T Financial file and report what an import of it would do',
  description:
    'The body is the file: SAF-T Financial 1.20 or 1.30 in UTF-8, as XML or as gzip of it. Nothing is posted. The answer comes at once with the state READING; read the import until it is READY, or REFUSED with the list of what does not add up. Files with a document type declaration are refused.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/ledger/saft-imports',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: ClientAccountIdText }),
  fileTypes: ['application/xml', 'text/xml', 'application/gzip'],
  bodyLimit: SAFT_FILE_BYTES,
  body: z
    .custom<Uint8Array | string>((body) => body instanceof Uint8Array || typeof body === 'string')
    .meta({ override: { type: 'string', format: 'binary' } }),
  status: 201,
  output: SaftImportOut,
  example: {
    sender: 'accountant',
    values: { 'query.client_account_id': 'client-accounts/3' },
    after: ['resetClientAccount'],
    query: { client_account_id: demo.company.id },
    body: saftFile,
    answer: { ...example, state: 'READING', report: null },
  },
  location: ({ id }) => `/api/v2/ledger/saft-imports/${id}`,
  failures: ['client_account.inactive', 'saft_import.too_many'],
});

export const listSaftImports = endpoint({
  name: 'ledger.listSaftImports',
  summary: 'Imports of SAF-T files into a client account, newest first',
  description: 'Each with its state and its report.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/ledger/saft-imports',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: ClientAccountIdText, ...paging({ maximum: 100 }) }),
  status: 200,
  output: listOf(SaftImportOut),
  example: {
    sender: 'accountant',
    values: { 'query.client_account_id': 'client-accounts/3' },
    query: { client_account_id: demo.company.id },
    answer: onePageOf(example),
  },
});

export const getSaftImport = endpoint({
  name: 'ledger.getSaftImport',
  summary: 'One import of a SAF-T file: its state and its report',
  description: 'With `with=accounts` every account of the file, what it becomes here, and whether it adds up.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/ledger/saft-imports/{id}',
  envelope: standard,
  params,
  query: z.object({ with: relations(['accounts']) }),
  status: 200,
  output: SaftImportOut,
  example: { sender: 'accountant', params: { id: example.id }, answer: example },
  notFoundCode,
  failures: [notFoundCode],
});

const committed = { committed_at: demo.made, committed_by_id: demo.users.owner };

export const commitSaftImport = endpoint({
  name: 'ledger.commitSaftImport',
  summary: 'Post what an import has read from its file',
  description:
    'Makes the accounts that are missing and the business partners, posts the opening balance and every entry in its order under the rules of postings, and proves that the books have grown by the totals of the file, per account and month. The answer comes at once with the state IMPORTING; read the import until it is DONE, DIFFERS or FAILED. Others may post meanwhile. Committed again it does nothing twice: an import that has failed goes on where it stopped. The books must have no entries in the period of the file, and must be empty before it or stand where the file opens.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/ledger/saft-imports/{id}/commit',
  envelope: standard,
  params,
  body: z.object({
    accounts: z
      .array(
        z.object({
          account_id: requiredText(70).describe('AccountID of the file.'),
          account_code: requiredText(20).describe('Active account of this company that it becomes.'),
        }),
      )
      .max(SAFT_ACCOUNTS, `names more than ${SAFT_ACCOUNTS} accounts`)
      .optional()
      .describe(
        'Accounts that become others than the report says; needed for those that became none and have a balance or lines. Left out, they are as in the commit before.',
      ),
    other_organization: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe('True: the file may be of another organization than the client account.'),
  }),
  bodyOptional: true,
  status: 202,
  output: SaftImportOut,
  example: {
    sender: 'accountant',
    values: { 'params.id': 'saft-imports/ready' },
    after: ['createSaftImport'],
    params: { id: example.id },
    body: { accounts: [{ account_id: 'K-6300', account_code: '6300' }], other_organization: true },
    answer: { ...example, ...committed, state: 'IMPORTING' },
  },
  notFoundCode,
  failures: [
    notFoundCode,
    'client_account.inactive',
    'saft_import.not_ready',
    'saft_import.under_way',
    'saft_import.other_accounts',
    'saft_import.other_organization',
    'saft_import.books_differ',
  ],
});

export const deleteSaftImport = endpoint({
  name: 'ledger.deleteSaftImport',
  summary: 'Delete an import',
  description:
    'The file and what was read from it are gone; entries stay. An import is not deleted while it is posted, nor when it has posted a part of its entries and stopped.',
  service: 'ledger',
  method: 'DELETE',
  path: '/api/v2/ledger/saft-imports/{id}',
  envelope: standard,
  params,
  status: 200,
  output: Nothing,
  example: {
    sender: 'accountant',
    values: { 'params.id': 'saft-imports/to-delete' },
    after: ['createSaftImport'],
    params: { id: example.id },
    answer: {},
  },
  notFoundCode,
  failures: [notFoundCode, 'client_account.inactive', 'saft_import.under_way'],
});

export const saftImportEndpoints = [
  createSaftImport,
  listSaftImports,
  getSaftImport,
  commitSaftImport,
  deleteSaftImport,
];
