import { documentTypes } from '@app/api/documents/document-types';
import type { PaymentOut } from '@app/api/reconciliation/index';
import type { Executor } from '@app/db';
import { instantOut, type Partners, recordWire } from '@app/records';
import type { z } from 'zod';
import type { ReconciledDocument } from '../bank-transactions/relations.ts';
import type { DocumentSource, KnownDocument } from '../outside/documents.ts';
import { endToEndIdOf, type Payment } from './payment.ts';
import { paymentsOfTransactions } from './store.ts';

export type PaymentWire = z.input<typeof PaymentOut>;
export type PaymentRelation = 'document' | 'business_partner';

/** What shows payments asks about what they name. */
export interface PaymentPresenting {
  readonly documents: DocumentSource;
  readonly partners: Partners;
}

/** A payment as callers see it, without its relations. */
export const paymentWire = (payment: Payment) => ({
  ...recordWire(payment),
  document_id: payment.documentId,
  business_partner_id: payment.businessPartnerId,
  bank_account_id: payment.bankAccountId,
  creditor_bank_account_id: payment.creditorBankAccountId,
  amount: payment.amount,
  currency_code: payment.currencyCode,
  payment_date: payment.paymentDate,
  payment_ref: payment.paymentRef,
  message: payment.message,
  status: payment.status,
  bank_transaction_id: payment.bankTransactionId,
  transfer: transferWire(payment),
  error_message: payment.errorMessage,
  end_to_end_id: endToEndIdOf(payment),
  approved_at: payment.approvedAt && instantOut(payment.approvedAt),
  approved_by_id: payment.approvedById,
  external_id: payment.externalId,
  metadata: payment.metadata,
});

/** What settling books, or is booking. */
function transferWire({ id, status, isSettling, journalEntryId, transferLines }: Payment) {
  if (!transferLines || !(status === 'PAID' || isSettling)) return null;
  return {
    id,
    journal_entry_id: journalEntryId,
    is_draft: status !== 'PAID',
    account_entries: transferLines.map(({ accountCode, debit, credit, dimensions }) => ({
      ...{ account_code: accountCode, debit, credit },
      dimensions: dimensions.map(({ relationType, relationId }) => ({
        relation_type: relationType,
        relation_id: relationId,
      })),
    })),
  };
}

/** Payments of an account as callers see them, with the relations that they ask for. @throws Failure 503 */
export async function presentPayments(
  { documents, partners }: PaymentPresenting,
  clientAccountId: number,
  payments: readonly Payment[],
  wanted: ReadonlySet<PaymentRelation>,
): Promise<readonly PaymentWire[]> {
  const [paid, paidTo] = await Promise.all([
    wanted.has('document')
      ? documents.find(
          clientAccountId,
          payments.map(({ documentId }) => documentId),
        )
      : undefined,
    wanted.has('business_partner')
      ? partners.find(
          clientAccountId,
          payments.flatMap(({ businessPartnerId }) => businessPartnerId ?? []),
        )
      : undefined,
  ]);
  return payments.map((payment) => ({
    ...paymentWire(payment),
    ...(paid ? { document: documentWire(paid.get(payment.documentId)) } : {}),
    ...(paidTo ? { business_partner: paidTo.get(payment.businessPartnerId ?? 0) ?? null } : {}),
  }));
}

const documentWire = (document: KnownDocument | undefined): PaymentWire['document'] =>
  document === undefined
    ? null
    : {
        id: document.id,
        document_type: document.documentType as NonNullable<PaymentWire['document']>['document_type'],
        document_number: document.documentNumber ?? null,
        document_date: document.documentDate ?? null,
        due_date: document.dueDate ?? null,
        currency_code: document.currencyCode,
        total_amount: document.totalAmount,
        open_amount: document.openAmount,
        payment_status: document.paymentStatus as NonNullable<PaymentWire['document']>['payment_status'],
      };

/** A payment as its bank transaction shows it (BTX-R20). */
const postedPaymentWire = (payment: Payment) => ({
  id: payment.id,
  document_id: payment.documentId,
  amount: payment.amount,
  currency_code: payment.currencyCode,
  payment_date: payment.paymentDate,
  status: payment.status,
  is_draft: payment.status !== 'PAID',
  transfer: transferWire(payment),
});

/** Payments that are booked, or being booked, against bank transactions, by transaction (BTX-R20). */
export async function postedPaymentsOf(
  ex: Executor,
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ReturnType<typeof postedPaymentWire>[]>> {
  const found = await paymentsOfTransactions(ex, clientAccountId, transactionIds);
  const byTransaction = Map.groupBy(found, ({ bankTransactionId }) => bankTransactionId!);
  return new Map([...byTransaction].map(([id, payments]) => [id, payments.map(postedPaymentWire)]));
}

/** Documents that transactions have paid through settled payments, by transaction. @throws Failure 503 */
export async function paidDocumentsOf(
  { db, documents }: Pick<PaymentPresenting, 'documents'> & { readonly db: { readonly executor: Executor } },
  clientAccountId: number,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ReconciledDocument[]>> {
  const found = (await paymentsOfTransactions(db.executor, clientAccountId, transactionIds)).filter(
    ({ status }) => status === 'PAID',
  );
  if (found.length === 0) return new Map();
  const paid = await documents.find(
    clientAccountId,
    found.map(({ documentId }) => documentId),
  );
  const byTransaction = Map.groupBy(found, ({ bankTransactionId }) => bankTransactionId!);
  return new Map(
    [...byTransaction].map(([id, payments]) => [
      id,
      payments.flatMap(({ documentId, amount }) => {
        const document = paid.get(documentId);
        const documentType = documentTypes.find((type) => type === document?.documentType);
        if (!document || !documentType) return [];
        return {
          ...{ document_id: documentId, document_type: documentType },
          ...{ document_number: document.documentNumber ?? null, amount: `-${amount}` },
        };
      }),
    ]),
  );
}
