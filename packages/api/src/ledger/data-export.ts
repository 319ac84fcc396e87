import { endpoint, XML, ZIP } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { report, standard } from '../envelopes.ts';
import { ClientAccountIdText } from '../fields.ts';
import { CalendarDate, IdText, Timestamp } from '../scalars.ts';
import { reportAccount } from './reports.ts';

const exportId = z.object({ export_id: IdText.describe('Id of the data export.') });

const QueuedOut = z.object({
  message: z.string().describe('That the export is being made, for people.'),
  export_id: z.int().describe('Id of the export, for asking what became of it.'),
});

export const exportData = endpoint({
  name: 'ledger.exportData',
  summary: 'The books as a SAF-T file, or everything as an archive',
  description:
    'SAF-T Financial 1.30, valid against the national schema: every posted line from date_from to date_to, cancelled entries with their reversals, accounts with grouping codes, customers and suppliers with their balances. Its totals are those of the trial balance of the same dates. Books with more lines than the authority takes in one file answer 413. With `Accept: application/zip` the answer is 202 and an archive is made: the SAF-T file or files, every voucher and file, and a list of them; a mail with a link follows.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/data-export',
  envelope: report,
  // REP-R33: an account that does not exist answers 400, unlike one that is out of reach.
  account: { ...reportAccount, unknown: { status: 400, code: 'common.validation_error' } },
  query: z.object({
    client_account_id: ClientAccountIdText,
    date_from: CalendarDate.optional().describe('First posting date. 1 January of this year by default.'),
    date_to: CalendarDate.optional().describe('Last posting date. 31 December of this year by default.'),
  }),
  status: 200,
  output: z.undefined(),
  alternatives: [XML],
  offered: [XML, ZIP],
  replies: { 202: { description: 'Accepted: the archive is being made', output: QueuedOut } },
  example: { query: { client_account_id: demo.company.id, date_from: '2025-01-01', date_to: '2025-12-31' } },
  failures: ['common.conflict', 'common.payload_too_large', 'common.service_unavailable'],
});

const DataExportOut = z.object({
  export_id: z.int().describe('Id of the data export.'),
  status: z
    .enum(['QUEUED', 'RUNNING', 'READY', 'FAILED'])
    .describe('Where it stands: waiting, being made, to be downloaded, or given up.'),
  created_at: Timestamp.describe('When it was asked for, in UTC.'),
  finished_at: Timestamp.nullable().describe('When it ended, in UTC; null until then.'),
  download_url: z
    .string()
    .nullable()
    .describe('A link that needs no token and works for an hour; null until it is READY, and after seven days.'),
  error_message: z.string().nullable().describe('Why it was given up; null otherwise.'),
});

export const getDataExport = endpoint({
  name: 'ledger.getDataExport',
  summary: 'What became of a data export',
  description: 'Only for the user who asked for it. The link is made anew on each read and works for an hour.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/data-export/{export_id}',
  envelope: report,
  params: exportId,
  // The link is the right to download.
  secret: true,
  status: 200,
  output: DataExportOut,
  example: {
    after: ['exportData'],
    params: { export_id: 7 },
    answer: {
      export_id: 7,
      status: 'RUNNING',
      created_at: demo.now,
      finished_at: null,
      download_url: null,
      error_message: null,
    },
  },
  failures: ['common.service_unavailable'],
});

export const readDataExport = endpoint({
  name: 'ledger.readDataExport',
  summary: 'The archive of a data export, by its signed link',
  description:
    'Links stand in the status of an export and in its mail. They need no token, hold for one archive, and stop working when they expire or when the user who asked for the export may no longer read the books. `Range` takes one range of bytes.',
  service: 'ledger',
  method: 'GET',
  path: '/public/v2/data-exports/{export_id}',
  auth: 'public',
  forPeople: true,
  cookies: false,
  envelope: standard,
  params: exportId,
  query: z.object({
    expires: z.string().default('').describe('When the link expires, in seconds since 1970.'),
    key: z.string().default('').describe('Which key signed the link.'),
    signature: z.string().default('').describe('The signature.'),
  }),
  // The link itself is the right to download: what it gives is kept by nobody in between.
  secret: true,
  status: 200,
  output: z.undefined(),
  replies: {
    200: { description: 'The archive', contentType: ZIP },
    206: { description: 'The part of the archive that `Range` asks for', contentType: ZIP },
  },
  example: {
    values: {
      'query.expires': 'data-exports/expires',
      'query.key': 'data-exports/key',
      'query.signature': 'data-exports/signature',
    },
    params: { export_id: 7 },
    query: { expires: '1768473000', key: '5f0c3a91', signature: 'Z0mE2c7rXz1xE8nSg1mF4q0yPq0T2l9Qb5m3v7h2k1c' },
  },
  failures: ['common.service_unavailable'],
});
