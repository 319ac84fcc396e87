import { endpoint, relations } from '@app/contract';
import { z } from 'zod';
import { MetadataOut } from '../caller-references.ts';
import { standard } from '../envelopes.ts';
import { pathId } from '../fields.ts';
import { CalendarDate, MoneyOut, Timestamp } from '../scalars.ts';
import { fileFields, receiptFields } from './file-fields.ts';
import { theFileItself } from './files.ts';
import { DocumentPaymentStatus, DocumentStatus, VoucherStatus, VoucherWorkflowStatus } from './words.ts';

const AttachmentOut = z.object({
  ...fileFields,
  type: z.literal('ATTACHMENT').describe('Always `ATTACHMENT`.'),
});

/** What a voucher embeds on request. */
export const VOUCHER_RELATIONS = [
  'attachments',
  'documents',
  'document',
  'journal_entries',
  'journal_entry',
  'statements',
  'statement',
  'tasks',
  'questions',
  'collection',
  'project',
  'payment_matches',
] as const;

export type VoucherRelation = (typeof VOUCHER_RELATIONS)[number];

const VoucherDocumentOut = z.object({
  id: z.int().describe('Id of the document.'),
  document_type: z.string().describe('Its type.'),
  type: z.string().describe('As `document_type`.'),
  document_number: z.string().nullable().describe('Its number; null while it has none.'),
  document_date: CalendarDate.nullable().describe('Its date.'),
  due_date: CalendarDate.nullable().describe('When it is due.'),
  status: DocumentStatus.describe('Its status.'),
  payment_status: DocumentPaymentStatus.describe('How far it is paid.'),
  total_amount: MoneyOut.describe('Its total, in its currency.'),
  currency_code: z.string().describe('Its currency.'),
  business_partner_id: z.int().nullable().describe('Whom it is from or to.'),
});

const EmbeddedStatementOut = z.object({
  id: z.int().describe('Id of the statement.'),
  created_at: Timestamp.describe('When it was made.'),
  user_id: z.int().describe('Who made it.'),
  voucher_category_id: z.int().nullable().describe('Category of what the money was spent on.'),
  purpose: z.string().nullable().describe('What it was for.'),
  participants: z
    .array(
      z.object({
        name: z.string().describe('Name of a person.'),
        company: z.string().nullable().describe('Company of the person.'),
      }),
    )
    .describe('Who took part.'),
  payment_method: z.string().nullable().describe('How it was paid.'),
  payor_id: z.int().nullable().describe('Business partner who paid.'),
  project_id: z.int().nullable().describe('Project.'),
  collection_id: z.int().nullable().describe('Collection.'),
  tag_ids: z.array(z.int()).describe('Tags.'),
  comment: z.string().nullable().describe('Comment.'),
});

const EmbeddedTaskOut = z.object({
  id: z.int().describe('Id of the task.'),
  title: z.string().describe('What is to be done.'),
  task_type: z.string().describe('Its type.'),
  status: z.string().describe('Its status.'),
  due_date: CalendarDate.nullable().describe('When it is due.'),
  assigned_to_id: z.int().nullable().describe('User who is to do it.'),
});

const EmbeddedQuestionOut = z.object({
  id: z.int().describe('Id of the question.'),
  question: z.string().describe('What is asked.'),
  type: z.string().describe('Its type.'),
  question_status: z.string().describe('`OPEN`, `ANSWERED` or `CLOSED`.'),
  document_id: z.int().nullable().describe('The document that it is about, where it is about one.'),
});

const EmbeddedCollectionOut = z.object({
  id: z.int().describe('Id of the collection.'),
  name: z.string().nullable().describe('Its name.'),
  description: z.string().nullable().describe('Its description.'),
});

const PaymentMatchOut = z.object({
  bank_transaction_id: z.int().describe('Id of the bank transaction.'),
  document_id: z.int().describe('Document that it pays.'),
  amount: MoneyOut.describe('How much of it, above zero, in the currency of both.'),
  booking_date: CalendarDate.describe('When the bank booked it.'),
  note: z.string().describe('Which reference, amount and date made the match.'),
});

const EmbeddedProjectOut = z.object({
  id: z.int().describe('Id of the project.'),
  name: z.string().describe('Its name.'),
});

export const VoucherEntryOut = z.object({
  id: z.int().describe('Id of the journal entry.'),
  sequence_number: z.int().nullable().describe('Its number; null for a draft.'),
  posting_date: CalendarDate.describe('Posting date of its first line.'),
  description: z.string().describe('Its description.'),
  status: DocumentStatus.describe('Its status.'),
  is_draft: z.boolean().describe('True until it is posted.'),
});

export const VoucherOut = z.object({
  ...fileFields,
  type: z.string().nullable().describe('Type of the document, such as `RECPT`; null while it is not known.'),
  document_date: CalendarDate.nullable().describe('Date of the document; null while it is not known.'),
  status: VoucherStatus.describe('`DRAFT` with a draft of the books, `BOOKED` once one is posted.'),
  workflow_status: VoucherWorkflowStatus.describe('Where the workflow of the voucher stands.'),
  collection_id: z.int().nullable().describe('Collection that the voucher is in; null when it is in none.'),
  project_id: z.int().nullable().describe('Project that the voucher belongs to; null without one.'),
  external_id: z.string().nullable().describe("The caller's own id of the voucher."),
  metadata: MetadataOut.nullable(),
  attachments: z.array(AttachmentOut).optional().describe('Files that are attached to the voucher, embedded.'),
  journal_entries: z
    .array(VoucherEntryOut)
    .optional()
    .describe('Journal entries of the voucher, newest first and at most 100, embedded; not for the role EM.'),
  journal_entry: VoucherEntryOut.nullable()
    .optional()
    .describe('The newest journal entry that is not cancelled, embedded; not for the role EM.'),
  documents: z
    .array(VoucherDocumentOut)
    .optional()
    .describe('Documents of the voucher, newest first and at most 100, embedded; not for the role EM.'),
  document: VoucherDocumentOut.nullable()
    .optional()
    .describe('The newest document that is not cancelled, embedded; not for the role EM.'),
  statements: z
    .array(EmbeddedStatementOut)
    .optional()
    .describe('What people said of the voucher, newest first and at most 100, embedded.'),
  statement: EmbeddedStatementOut.nullable().optional().describe('The newest statement, embedded.'),
  tasks: z
    .array(EmbeddedTaskOut)
    .optional()
    .describe(
      'Tasks about the voucher and its documents, newest first and at most 100, embedded; not for the role EM.',
    ),
  questions: z
    .array(EmbeddedQuestionOut)
    .optional()
    .describe('Questions about the voucher and its documents, newest first and at most 100, embedded.'),
  collection: EmbeddedCollectionOut.nullable().optional().describe('The collection, embedded; null without one.'),
  project: EmbeddedProjectOut.nullable().optional().describe('The project, embedded; null without one.'),
  payment_matches: z
    .array(PaymentMatchOut)
    .optional()
    .describe(
      'Bank transactions that the workflow found to pay documents of the voucher when it came to that step, embedded; not for the role EM.',
    ),
});

/** A receipt of the demo company, as examples show it. */
export const receipt: z.output<typeof VoucherOut> = {
  ...receiptFields,
  page_images: [],
  type: 'RECPT',
  document_date: '2026-01-02',
  status: 'BOOKED',
  workflow_status: 'COMPLETED',
  collection_id: null,
  project_id: null,
  external_id: null,
  metadata: null,
};

export const getVoucher = endpoint({
  name: 'documents.getVoucher',
  summary: 'One voucher, with freshly signed addresses',
  description:
    'A deleted voucher is shown with the status `DELETED` and without addresses. The role EM sees its own vouchers only.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/vouchers/{id}',
  permission: 'any',
  envelope: standard,
  params: pathId('voucher'),
  query: z.object({ with: relations(VOUCHER_RELATIONS) }),
  status: 200,
  output: VoucherOut,
  example: {
    params: { id: receipt.id },
    query: { with: 'journal_entry' },
    answer: {
      ...receipt,
      journal_entry: {
        id: 12,
        sequence_number: 12,
        posting_date: '2026-01-02',
        description: 'Kontorrekvisita',
        status: 'POSTED',
        is_draft: false,
      },
    },
  },
  notFoundCode: 'voucher.not_found',
  failures: ['voucher.access_denied', 'common.forbidden@403'],
  tool: { name: 'get_voucher', title: 'Get voucher' },
});

export const downloadVoucher = endpoint({
  name: 'documents.downloadVoucher',
  summary: 'The file of a voucher',
  description: 'As `download_url` gives it, for callers with a token. `Range` takes one range of bytes.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/vouchers/{id}/download',
  permission: 'any',
  envelope: standard,
  params: pathId('voucher'),
  // Kept by nobody in between, and never compressed: its length is said, and parts of it can be asked for.
  secret: true,
  status: 200,
  output: z.undefined(),
  replies: theFileItself,
  example: { params: { id: receipt.id } },
  notFoundCode: 'voucher.not_found',
  failures: ['voucher.access_denied', 'common.forbidden@403'],
});
