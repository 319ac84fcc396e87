import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, decimal, Flag, IdText, searchedWords, text } from '../scalars.ts';
import { receipt, VOUCHER_RELATIONS, VoucherOut } from './vouchers.ts';
import { DocumentPaymentStatus, DocumentStatus, VoucherStatus } from './words.ts';

const ListedVoucherOut = VoucherOut.extend({
  similarity: z.number().optional().describe('Likeness to the voucher of `similar_to`, from -1 to 1; only with it.'),
});

const word = (meaning: string) => list(z.string().max(100, 'must have at most 100 characters'), meaning);
const documentType = word('Types of documents.');
const documentStatus = list(DocumentStatus, 'Statuses of documents.');
const paymentStatus = list(DocumentPaymentStatus, 'Payment statuses of documents.');
const day = (meaning: string) => CalendarDate.optional().describe(meaning);
const flag = (meaning: string) => Flag.optional().describe(meaning);
const accountCode = word('Account codes, of lines of the journal entries.');
const taxCode = word('VAT codes, of lines of the journal entries.');

export const listVouchers = endpoint({
  name: 'documents.listVouchers',
  summary: 'Vouchers of client accounts',
  description:
    'Newest first unless asked otherwise, with `updated_from` in the order of the changes; deleted ones only when `status` names them. Where a filter is sent with and without the name of its relation, the one with it counts. The role EM sees its own vouchers only, and none by what the books say.',
  service: 'documents',
  method: 'GET',
  path: '/api/v2/vouchers',
  permission: 'any',
  envelope: standard,
  account: {
    in: 'query',
    field: 'client_account_id',
    take: 'list',
    denied: 'voucher.client_account_access_denied',
  },
  query: z.object({
    client_account_id: list(
      IdText,
      'Client accounts whose vouchers are asked for; all that the caller reaches by default.',
    ).optional(),
    status: list(VoucherStatus, 'Statuses of vouchers.').optional(),
    document_type: documentType.optional(),
    document_status: documentStatus.optional(),
    payment_status: paymentStatus.optional(),
    document_date_from: day('Date of the document, at the earliest.'),
    document_date_to: day('Date of the document, at the latest.'),
    due_date_from: day('Due date of a document, at the earliest.'),
    due_date_to: day('Due date of a document, at the latest.'),
    business_partner_id: list(IdText, 'Business partners of documents.').optional(),
    collection_id: list(IdText, 'Collections.').optional(),
    project_id: list(IdText, 'Projects of the vouchers.').optional(),
    account_code: accountCode.optional(),
    tax_code: taxCode.optional(),
    posting_date_from: day('Posting date of a line, at the earliest.'),
    posting_date_to: day('Posting date of a line, at the latest.'),
    free_text: searchedWords()
      .optional()
      .describe(
        'Words that all occur in file name, text of the file, document number, name of the partner or statements, whatever their case; at most 20.',
      ),
    similar_to: IdText.optional().describe('A voucher: those most like it come first, by what was read of them.'),
    external_id: text(100).optional().describe("The voucher with this id of the caller's own."),
    has_project: flag('With or without a project.'),
    has_collection: flag('In a collection or in none.'),
    has_journal_entry: flag('With or without a journal entry that is not cancelled; drafts count.'),
    has_document: flag('With or without a document that is not cancelled.'),
    has_attachment: flag('With or without attached files.'),
    has_open_question: flag('With or without an open question, about it or its documents.'),
    'document.document_type': documentType.optional(),
    'document.document_status': documentStatus.optional(),
    'document.payment_status': paymentStatus.optional(),
    'document.document_date_from': day('As `document_date_from`.'),
    'document.document_date_to': day('As `document_date_to`.'),
    'document.due_date_from': day('As `due_date_from`.'),
    'document.due_date_to': day('As `due_date_to`.'),
    'journal_entry.lines.account_code': accountCode.optional(),
    'journal_entry.lines.tax_code': taxCode.optional(),
    'journal_entry.lines.posting_date_from': day('As `posting_date_from`.'),
    'journal_entry.lines.posting_date_to': day('As `posting_date_to`.'),
    'document.pending_payment_amount': decimal(2)
      .optional()
      .describe('Exactly this amount of a document is being paid.'),
    'document.is_payable': flag('With a document that is, or is not, an open payable.'),
    'document.is_unpaid': flag('With a document that is, or is not, unpaid.'),
    'document.is_available_for_payment': flag('With a payable of which something is, or nothing is, left to pay.'),
    'document.is_being_paid': flag('With a document that is, or is not, being paid.'),
    order_by: orderBy([
      'id',
      'created_at',
      'updated_at',
      'document_date',
      'file_name',
      'type',
      'status',
      'workflow_status',
      'size',
    ]),
    with: relations(VOUCHER_RELATIONS),
    ...paging({ maximum: 1000 }),
    ...polling,
  }),
  status: 200,
  output: followedListOf(ListedVoucherOut),
  example: {
    query: { client_account_id: demo.company.id, status: 'BOOKED', document_type: 'RECPT' },
    answer: lastPageOf(receipt),
  },
  failures: [
    'voucher.client_account_access_denied',
    'voucher.source_not_found',
    'voucher.source_access_denied',
    'voucher.source_missing_embedding',
  ],
  tool: { name: 'list_vouchers', title: 'List vouchers' },
});
