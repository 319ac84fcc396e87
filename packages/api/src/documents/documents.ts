import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { EmailAddress } from '../email-address.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, pathId } from '../fields.ts';
import { followedListOf, polling } from '../pagination.ts';
import {
  CalendarDate,
  Flag,
  Id,
  IdText,
  oneOf,
  RateIn,
  requiredText,
  Switch,
  searchedWords,
  text,
} from '../scalars.ts';
import { invoice, invoiceLines, receivedDraft } from './document-examples.ts';
import { DocumentOut, documentContent } from './document-fields.ts';
import { MAX_UPLOAD_BODY_BYTES } from './upload-sizes.ts';
import { DocumentPaymentStatus, DocumentStatus, DocumentType } from './words.ts';

const denied = 'document.access_denied';

const documentRelations = [
  'lines',
  'files',
  'voucher',
  'business_partner',
  'journal_entry',
  'payments',
  'questions',
  'tasks',
  'reconciliation_lines',
  'reconciliation_lines.target',
  'created_by',
  'client_account',
] as const;

const withList = { with: relations(documentRelations), with_relations: relations(documentRelations) };
const withOne = { with: relations(documentRelations, ['lines']), with_relations: relations(documentRelations) };

const byId = {
  service: 'documents',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one', denied },
  params: pathId('document'),
  notFoundCode: 'document.not_found',
} as const;

const orders = [
  'id',
  'document_date',
  'due_date',
  'document_number',
  'document_type',
  'status',
  'payment_status',
  'created_at',
  'updated_at',
] as const;

const postingFailures = [
  'document.missing_business_partner',
  'document.no_lines',
  'document.unbalanced',
  'document.number_taken',
  'document.duplicate',
  'accounting.period_locked',
] as const;

const writingFailures = [
  denied,
  'document.managed_elsewhere',
  'common.conflict',
  'client_account.inactive',
  'voucher.unsupported_file_type',
  'voucher.empty_file',
  ...postingFailures,
] as const;

/** The path that `Location` names and that reads one document. */
const documentPath = (id: number): string => `/api/v2/documents/${id}`;

export const listDocuments = endpoint({
  name: 'documents.listDocuments',
  summary: 'The documents of one or more client accounts, newest date first',
  description: 'By default of every client account the caller reaches. Lines only with `with=lines`.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/documents',
  account: { in: 'query', field: 'client_account_id', take: 'list', denied },
  envelope: standard,
  query: z.object({
    client_account_id: list(IdText, 'Those of these client accounts.').optional(),
    document_type: list(DocumentType, 'Those of these types.').optional(),
    status: list(DocumentStatus, 'Those of these statuses.').optional(),
    payment_status: list(DocumentPaymentStatus, 'Those that are paid so far.').optional(),
    business_partner_id: list(IdText, 'Those of these partners.').optional(),
    uploaded_file_id: list(IdText, 'Those of these vouchers.').optional(),
    project_id: list(IdText, 'Those with a line of these projects.').optional(),
    is_draft: Flag.optional().describe('True for drafts, false for the others.'),
    document_number: text(100).optional().describe('Those with this number.'),
    document_date_from: CalendarDate.optional().describe('First date of the document.'),
    document_date_to: CalendarDate.optional().describe('Last date of the document.'),
    due_date_from: CalendarDate.optional().describe('First day on which it is due.'),
    due_date_to: CalendarDate.optional().describe('Last day on which it is due.'),
    free_text: searchedWords()
      .optional()
      .describe('Words that number, description, payment reference or name of the partner hold.'),
    is_payable: Flag.optional().describe('Whether it is posted, from a supplier, and not paid.'),
    is_unpaid: Flag.optional().describe('Whether something is left to pay.'),
    is_available_for_payment: Flag.optional().describe('Whether it can be paid, beyond payments on their way.'),
    is_being_paid: Flag.optional().describe('Whether payments are on their way.'),
    external_id: text(100).optional().describe("The document with this id of the caller's own."),
    ...polling,
    order_by: orderBy(orders),
    ...paging({ maximum: 1_000 }),
    ...withList,
  }),
  status: 200,
  output: followedListOf(DocumentOut),
  example: { query: { client_account_id: demo.company.id, document_type: 'ARINV' }, answer: lastPageOf(invoice) },
  failures: [denied],
  tool: { name: 'list_documents', title: 'List documents', onRequest: ['lines'] },
});

export const getDocument = endpoint({
  ...byId,
  name: 'documents.getDocument',
  summary: 'One document with its lines',
  description: 'An invoice, a credit note, a receipt or a statement, whichever way it goes.',
  method: 'GET',
  path: '/api/v2/documents/{id}',
  query: z.object(withOne),
  status: 200,
  output: DocumentOut,
  example: { params: { id: invoice.id }, answer: { ...invoice, lines: invoiceLines } },
  failures: [denied],
  tool: { name: 'get_document', title: 'Read a document' },
});

export const createDocument = endpoint({
  name: 'documents.createDocument',
  summary: 'Create a document, as a draft or posted at once',
  description:
    'A draft unless `is_draft` is false. Amounts follow from the lines. Posting gives a document to a customer its number, books its journal entry, and makes a PDF where the document was made here; a document that cannot be posted is not stored.',
  service: 'documents',
  method: 'POST',
  path: '/api/v2/documents',
  account: { in: 'body', field: 'client_account_id', take: 'one', denied },
  envelope: standard,
  bodyLimit: MAX_UPLOAD_BODY_BYTES,
  query: z.object(withOne),
  body: z.object({
    client_account_id: ClientAccountIdIn,
    document_type: DocumentType.describe('Type of the document, such as `ARINV` for an invoice to a customer.'),
    uploaded_file_id: Id.nullish().describe('Voucher of the document: an active one of the client account.'),
    ...documentContent,
  }),
  status: 201,
  output: DocumentOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      document_type: 'ARINV',
      document_date: '2026-01-15',
      business_partner_id: demo.partners.customer,
      is_draft: false,
      lines: [{ description: 'Kaffe, mørkbrent', quantity: '40', price: '129', tax_code: '31' }],
    },
    answer: { ...invoice, lines: invoiceLines },
  },
  location: (document) => documentPath(document.id),
  idempotency: 'steps',
  failures: writingFailures,
  tool: { name: 'create_document', title: 'Create a document' },
});

export const updateDocument = endpoint({
  ...byId,
  name: 'documents.updateDocument',
  summary: 'Change a draft, and post it with is_draft false',
  description:
    'Only sent fields change; `lines` replaces all lines, `files` adds. Of a posted document only `due_date`, `payment_ref`, `description`, the references, `metadata`, `structured_data`, `files` and `reconciliation_lines` change. A change that comes with posting stands only when the document is posted.',
  method: ['PUT', 'PATCH'],
  path: '/api/v2/documents/{id}',
  bodyLimit: MAX_UPLOAD_BODY_BYTES,
  query: z.object(withOne),
  body: z.object({
    client_account_id: Id.nullish().describe('The client account, which never changes.'),
    document_type: DocumentType.nullish().describe('Type of the document.'),
    uploaded_file_id: Id.nullish().describe('Voucher of a draft that has none.'),
    ...documentContent,
  }),
  status: 200,
  output: DocumentOut,
  example: {
    values: { 'params.id': 'documents/draft' },
    params: { id: receivedDraft.id },
    body: { description: 'Leie januar' },
    answer: { ...receivedDraft, lines: [] },
  },
  idempotency: 'steps',
  failures: [...writingFailures, 'document.not_draft', 'document.has_live_reconciliation'],
  tool: { name: 'update_document', title: 'Change or post a document' },
});

export const deleteDocument = endpoint({
  ...byId,
  name: 'documents.deleteDocument',
  summary: 'Delete a draft',
  description: 'Its voucher and its attached files stay. A posted document is cancelled or credited instead.',
  method: 'DELETE',
  path: '/api/v2/documents/{id}',
  status: 204,
  output: z.undefined(),
  example: { values: { 'params.id': 'documents/to-delete' }, params: { id: receivedDraft.id } },
  failures: [
    denied,
    'document.not_draft',
    'document.managed_elsewhere',
    'document.has_live_reconciliation',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const creditDocument = endpoint({
  ...byId,
  name: 'documents.creditDocument',
  summary: 'Credit a posted invoice, whole or in part',
  description:
    'Without `lines` everything that is not credited yet. Posted at once unless `is_draft` is true, and then reconciled with what is left of the invoice.',
  method: 'POST',
  path: '/api/v2/documents/{id}/credit-note',
  query: z.object(withOne),
  bodyOptional: true,
  body: z.object({
    document_date: CalendarDate.nullish().describe('Date of the credit note; today when left out.'),
    is_draft: Switch.nullish().describe('True keeps the credit note a draft; anything else posts it.'),
    lines: z
      .array(
        z.object(
          {
            line_id: Id.describe('Line of the invoice.'),
            quantity: RateIn.describe('How much of it is credited; above zero where the line is.'),
          },
          { error: 'must be an object' },
        ),
        { error: 'must be an array of lines' },
      )
      .min(1, 'must hold at least one line')
      .nullish()
      .describe('Lines to credit with their quantities; everything that is left when left out.'),
  }),
  status: 201,
  output: DocumentOut,
  example: {
    params: { id: invoice.id },
    body: { lines: [{ line_id: invoiceLines[0]!.id, quantity: '4' }] },
    answer: {
      ...invoice,
      ...{
        id: 62,
        document_type: 'ARCRN',
        document_number: '1',
        credited_document_id: invoice.id,
        credit_note_ids: [],
      },
      ...{ net_amount: '516.00', tax_amount: '77.40', total_amount: '593.40', total_amount_base: '593.40' },
      ...{ payment_status: 'PAID', paid_amount: '593.40', open_amount: '0.00', is_unpaid: false, payment_ref: null },
      lines: [
        {
          ...invoiceLines[0]!,
          ...{ id: 84, document_id: 62, quantity: '4.000000', net_amount: '516.00', tax_amount: '77.40' },
          gross_amount: '593.40',
        },
      ],
    },
  },
  location: (document) => documentPath(document.id),
  idempotency: 'steps',
  failures: [
    denied,
    'document.not_posted',
    'document.not_creditable',
    'document.already_credited',
    'document.managed_elsewhere',
    'accounting.period_locked',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const cancelDocument = endpoint({
  ...byId,
  name: 'documents.cancelDocument',
  summary: 'Cancel a posted document from a supplier, a settlement or a statement',
  description:
    'Its journal entry is reversed. A document to a customer is credited instead, and so is one with payments.',
  method: 'POST',
  path: '/api/v2/documents/{id}/cancel',
  query: z.object(withOne),
  body: z.object({ cancellation_reason: requiredText().describe('Why it is cancelled.') }),
  status: 200,
  output: DocumentOut,
  example: {
    values: { 'params.id': 'documents/to-cancel' },
    params: { id: receivedDraft.id },
    body: { cancellation_reason: 'Bokført to ganger' },
    answer: { ...receivedDraft, is_draft: false, status: 'CANCELLED', journal_entry_id: 4262, lines: [] },
  },
  idempotency: 'steps',
  failures: [
    denied,
    'document.not_posted',
    'document.managed_elsewhere',
    'document.has_payments',
    'document.has_live_reconciliation',
    'accounting.period_locked',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const sendDocument = endpoint({
  ...byId,
  name: 'documents.sendDocument',
  summary: 'Send a posted document by e-mail',
  description: 'With its PDF, to the address that is sent or else to that of the partner. The mail leaves soon after.',
  method: 'POST',
  path: '/api/v2/documents/{id}/send',
  bodyOptional: true,
  body: z.object({
    method: oneOf('EMAIL').nullish().describe('How it is sent: by e-mail.'),
    email: EmailAddress.nullish().describe("Address that it is sent to; the partner's when left out."),
  }),
  status: 202,
  output: z.object({ message: z.string().describe('What happens next.') }),
  example: {
    params: { id: invoice.id },
    body: { method: 'EMAIL', email: 'post@kunde.example' },
    answer: { message: 'The document is on its way to post@kunde.example' },
  },
  idempotency: 'steps',
  failures: [
    denied,
    'document.not_posted',
    'document.missing_email',
    'document.managed_elsewhere',
    'client_account.inactive',
  ],
});

export const documentPdf = endpoint({
  ...byId,
  name: 'documents.documentPdf',
  summary: 'A document as PDF',
  description: 'A draft shows no number. The file is called after the type and the number.',
  method: 'GET',
  path: '/api/v2/documents/{id}/pdf',
  // What it gives is kept by nobody in between.
  secret: true,
  status: 200,
  output: z.undefined(),
  replies: { 200: { description: 'The document', contentType: 'application/pdf' } },
  example: { params: { id: invoice.id } },
  failures: [denied],
});

export const documentEndpoints = [
  listDocuments,
  getDocument,
  createDocument,
  updateDocument,
  deleteDocument,
  creditDocument,
  cancelDocument,
  sendDocument,
  documentPdf,
];
