import type { DocumentType } from '@app/api/documents/document-types';
import { type Decimal, decimal, ZERO } from '@app/money';
import type { Document } from './document.ts';
import { isOwnType, kindOf } from './kinds.ts';

type Paid = Pick<Document, 'documentType' | 'paymentStatus' | 'totalAmount' | 'paidAmount'>;
type Pending = Pick<Document, 'pendingPaymentAmount'>;

/** What is left to pay, in the currency of the document; nothing where no payment is expected. */
export function openAmountOf({ paymentStatus, totalAmount, paidAmount }: Paid): Decimal {
  if (paymentStatus === 'NOT_APPLICABLE') return ZERO;
  return decimal(totalAmount).minus(decimal(paidAmount));
}

/** Whether something is left to pay on a posted document. */
export const isUnpaid = (document: Paid): boolean =>
  (document.paymentStatus === 'UNPAID' || document.paymentStatus === 'PARTIALLY_PAID') &&
  openAmountOf(document).greaterThan(ZERO);

/** Whether it is unpaid and comes from a supplier (docs/contract/documents.md, `is_payable`). */
export const isPayable = (document: Paid): boolean =>
  isUnpaid(document) && sideOf(document.documentType) === 'purchase';

/** Whether payments are on their way. */
export const isBeingPaid = ({ pendingPaymentAmount }: Pending): boolean =>
  decimal(pendingPaymentAmount).greaterThan(ZERO);

/** Whether it can be paid beyond what payments on their way will pay (PAY-R13). */
export const isAvailableForPayment = (document: Paid & Pending): boolean =>
  isPayable(document) && openAmountOf(document).greaterThan(decimal(document.pendingPaymentAmount));

function sideOf(type: string): string | undefined {
  const known = type as DocumentType;
  return isOwnType(known) ? kindOf(known).side : undefined;
}
