import { endpoint, list, paging, relations } from '@app/contract';
import { z } from 'zod';
import { ExternalId, MetadataIn } from '../caller-references.ts';
import { demo, lastPageOf } from '../demo-company.ts';
import { DocumentPaymentStatus, DocumentType } from '../documents/words.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountIdIn, ClientAccountIdText, pathId } from '../fields.ts';
import { BusinessPartnerOut } from '../organisation/business-partner.ts';
import { followedListOf, polling } from '../pagination.ts';
import { AmountIn, CalendarDate, Id, IdText, MoneyOut, oneOf, text } from '../scalars.ts';
import { paymentMeaning as meaning, PaymentStatus, paymentFields } from './payment-fields.ts';

/** Media type of a file for the bank. */
export const PAYMENT_FILE = 'application/xml';
/** Payments of one file. */
export const MOST_PAYMENTS = 1_000;

const PaidDocumentOut = z.object({
  id: z.int().describe('Id of the document.'),
  document_type: DocumentType.describe('Type of the document.'),
  document_number: z.string().nullable().describe('Number of the document.'),
  document_date: CalendarDate.nullable().describe('Date of the document.'),
  due_date: CalendarDate.nullable().describe('Day on which it is due.'),
  currency_code: z.string().describe('Currency of the amounts.'),
  total_amount: MoneyOut.describe('Total of the document.'),
  open_amount: MoneyOut.describe('What is left to pay.'),
  payment_status: DocumentPaymentStatus.describe('How far it is paid.'),
});

export const PaymentOut = z.object({
  ...paymentFields,
  document: PaidDocumentOut.nullable().optional().describe('The document, embedded; null when it is gone.'),
  business_partner: BusinessPartnerOut.nullable().optional().describe('The business partner, embedded.'),
});

export const payment: z.output<typeof PaymentOut> = {
  id: 3,
  created_at: demo.now,
  created_by_id: demo.users.bookkeeper,
  updated_at: demo.now,
  updated_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  document_id: 60,
  business_partner_id: demo.partners.landlord,
  bank_account_id: 1,
  creditor_bank_account_id: 4,
  amount: '25000.00',
  currency_code: 'NOK',
  payment_date: '2026-02-01',
  payment_ref: '1234567897',
  message: null,
  status: 'PENDING',
  bank_transaction_id: null,
  transfer: null,
  error_message: null,
  end_to_end_id: 'P3',
  approved_at: null,
  approved_by_id: null,
  external_id: null,
  metadata: null,
};

const approved: z.output<typeof PaymentOut> = {
  ...payment,
  ...{ approved_at: demo.now, approved_by_id: demo.users.owner, updated_by_id: demo.users.owner },
  status: 'APPROVED',
};

const withRelations = { with: relations(['document', 'business_partner']) };

export const listPayments = endpoint({
  name: 'reconciliation.listPayments',
  summary: 'The payments of a client account',
  description: 'Cancelled and rejected ones included, in the order in which they were made.',
  service: 'reconciliation',
  method: 'GET',
  path: '/api/v2/payments',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  query: z.object({
    client_account_id: ClientAccountIdText,
    document_id: IdText.optional().describe('Payments of this document.'),
    business_partner_id: IdText.optional().describe('Payments to this business partner.'),
    status: list(PaymentStatus, 'Payments with one of these.').optional(),
    from_date: CalendarDate.optional().describe('Payments of this day or later.'),
    to_date: CalendarDate.optional().describe('Payments of this day or earlier.'),
    external_id: text(100).optional().describe("The payment with this id of the caller's own."),
    ...polling,
    ...paging({ maximum: 1_000 }),
    ...withRelations,
  }),
  status: 200,
  output: followedListOf(PaymentOut),
  example: { query: { client_account_id: demo.company.id, status: 'PENDING' }, answer: lastPageOf(payment) },
  tool: { name: 'list_payments', title: 'List payments' },
});

const byId = {
  service: 'reconciliation',
  path: '/api/v2/payments/{id}',
  envelope: standard,
  params: pathId('payment'),
  notFoundCode: 'payment.not_found',
} as const;

export const getPayment = endpoint({
  ...byId,
  name: 'reconciliation.getPayment',
  summary: 'One payment',
  description: 'Whatever its status.',
  method: 'GET',
  query: z.object(withRelations),
  status: 200,
  output: PaymentOut,
  example: { params: { id: payment.id }, answer: payment },
});

const details = {
  amount: AmountIn.nullish().describe(meaning.amount),
  payment_date: CalendarDate.nullish().describe(`${meaning.payment_date} Not before today.`),
  message: text(140).nullish().describe(meaning.message),
  external_id: ExternalId.nullish(),
  metadata: MetadataIn.nullish(),
};

const unpayable = [
  'payment.document_not_payable',
  'payment.amount_exceeds_open_amount',
  'payment.missing_creditor_account',
  'common.conflict',
  'client_account.inactive',
] as const;

export const createPayment = endpoint({
  name: 'reconciliation.createPayment',
  summary: 'Make a payment of a document from a supplier',
  description:
    'It begins as `PENDING`. What is left out follows from the document: the account of its partner, what is open and not on its way already, and its due date, or today when that has passed.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/payments',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'optional' },
  body: z.object({
    client_account_id: ClientAccountIdIn.optional().describe('Client account of the document and of the account.'),
    document_id: Id.describe(meaning.document_id),
    bank_account_id: Id.describe(meaning.bank_account_id),
    creditor_bank_account_id: Id.nullish().describe(meaning.creditor_bank_account_id),
    ...details,
  }),
  status: 201,
  output: PaymentOut,
  example: { body: { document_id: payment.document_id, bank_account_id: payment.bank_account_id }, answer: payment },
  location: ({ id }) => `/api/v2/payments/${id}`,
  idempotency: 'steps',
  failures: unpayable,
  tool: { name: 'create_payment', title: 'Make a payment' },
});

export const updatePayment = endpoint({
  ...byId,
  name: 'reconciliation.updatePayment',
  summary: 'Approve, reject, cancel or change a payment',
  description:
    '`APPROVED` takes an administrator, and fixes the accounts that the bank will get. Amount, day, accounts and message change while the payment is `PENDING` alone. `REJECTED` needs an `error_message`.',
  method: 'PATCH',
  body: z.object({
    status: oneOf('APPROVED', 'REJECTED', 'CANCELLED').optional().describe('The next status of the payment.'),
    error_message: text().nullish().describe(meaning.error_message),
    bank_account_id: Id.optional().describe(meaning.bank_account_id),
    creditor_bank_account_id: Id.optional().describe(meaning.creditor_bank_account_id),
    ...details,
  }),
  status: 200,
  output: PaymentOut,
  example: { params: { id: payment.id }, body: { status: 'APPROVED' }, answer: approved },
  failures: [...unpayable, 'payment.invalid_state'],
  tool: { name: 'update_payment', title: 'Approve or change a payment' },
});

export const cancelPayment = endpoint({
  ...byId,
  name: 'reconciliation.cancelPayment',
  summary: 'Cancel a payment that the bank has not got yet',
  description: 'It stays, as `CANCELLED`, and its document can be paid again.',
  method: 'DELETE',
  status: 204,
  output: z.undefined(),
  example: { values: { 'params.id': 'payments/to-cancel' }, params: { id: payment.id } },
  failures: ['payment.invalid_state', 'client_account.inactive'],
});

export const exportPayments = endpoint({
  name: 'reconciliation.exportPayments',
  summary: 'Approved payments as a file for the bank',
  description:
    'A file of ISO 20022, pain.001.001.03, with all of the payments, which are `SENT` from then on; or nothing changes. Send an `Idempotency-Key`, so that an answer that was lost can be had again.',
  service: 'reconciliation',
  method: 'POST',
  path: '/api/v2/payments/export',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    payment_ids: z
      .array(Id, { error: 'must be an array of ids' })
      .min(1, 'must name at least one payment')
      .max(MOST_PAYMENTS, `must name at most ${MOST_PAYMENTS} payments`)
      .describe('Payments of the file, each `APPROVED`.'),
  }),
  status: 200,
  output: z.undefined(),
  offered: [PAYMENT_FILE],
  replies: { 200: { description: 'The file for the bank', contentType: PAYMENT_FILE } },
  example: { body: { client_account_id: demo.company.id, payment_ids: [payment.id] } },
  idempotency: 'steps',
  failures: ['payment.not_found', 'payment.invalid_state', ...unpayable],
});

export const settlePayment = endpoint({
  ...byId,
  path: '/api/v2/payments/{id}/settle',
  name: 'reconciliation.settlePayment',
  summary: 'Book a payment that the bank has carried out',
  description:
    'Posts it against the account of the house, reconciles it with the document, and with the bank transaction that is named. In a foreign currency at the rate of the transaction, else of the document.',
  method: 'POST',
  body: z.object({
    bank_transaction_id: Id.nullish().describe('Transaction by which the bank paid; it settles no other payment.'),
    posting_date: CalendarDate.nullish().describe(
      'Day on which it is booked; that of the transaction when left out. Required without one.',
    ),
  }),
  status: 200,
  output: PaymentOut,
  example: {
    params: { id: payment.id },
    body: { posting_date: '2026-02-01' },
    answer: {
      ...approved,
      status: 'PAID',
      transfer: {
        id: payment.id,
        journal_entry_id: 4301,
        is_draft: false,
        account_entries: [
          {
            ...{ account_code: '2400', debit: '25000.00', credit: '0.00' },
            dimensions: [{ relation_type: 'businesspartner', relation_id: demo.partners.landlord }],
          },
          {
            ...{ account_code: '1920', debit: '0.00', credit: '25000.00' },
            dimensions: [{ relation_type: 'bankacc', relation_id: 1 }],
          },
        ],
      },
    },
  },
  idempotency: 'steps',
  failures: [
    'payment.invalid_state',
    'payment.document_not_payable',
    'payment.amount_exceeds_open_amount',
    'accounting.period_locked',
    'external_reconciliation.already_reconciled',
    'common.conflict',
    'client_account.inactive',
  ],
});

export const paymentEndpoints = [
  listPayments,
  getPayment,
  createPayment,
  updatePayment,
  cancelPayment,
  exportPayments,
  settlePayment,
];
