import type { Metadata } from '@app/api/caller-references';
import { conflict, type Failure, invalid, notFound } from '@app/contract/failure';
import type { payments } from '../schema/payments.ts';

/** A payment of a document from a supplier (docs/contract/payments.md). */
export type Payment = Omit<typeof payments.$inferSelect, 'approved' | 'transferLines' | 'metadata'> & {
  readonly approved: Approved | null;
  readonly transferLines: readonly TransferLine[] | null;
  readonly metadata: Metadata | null;
};

export type PaymentState = Payment['status'];

/** What callers decide about a payment, beside its status. */
export type PaymentFields = Pick<
  Payment,
  'bankAccountId' | 'creditorBankAccountId' | 'amount' | 'paymentDate' | 'message' | 'externalId' | 'metadata'
>;

/** An account as it stood when a payment was approved. */
export interface ApprovedAccount {
  readonly iban: string | null;
  readonly bban: string | null;
  readonly country: string | null;
  readonly bic: string | null;
  readonly routingNumber: string | null;
  readonly currency: string | null;
}

/** What somebody approved: who is paid, on which account, from which. */
export interface Approved {
  readonly debtor: ApprovedAccount;
  readonly creditor: ApprovedAccount;
  readonly receiver: {
    readonly name: string;
    readonly country: string;
    readonly streetAddress: string | null;
    readonly postalCode: string | null;
    readonly city: string | null;
  };
}

/** A line that settling books; decimals in the accounting currency. */
export interface TransferLine {
  readonly accountCode: string;
  readonly debit: string;
  readonly credit: string;
  readonly dimensions: readonly { readonly relationType: string; readonly relationId: number }[];
}

/** On their way: these count against what is open on the document. */
export const ON_THEIR_WAY: readonly PaymentState[] = ['PENDING', 'APPROVED', 'SENT'];

/** From which states a payment comes to another by a request. */
const BEFORE: Readonly<Record<'APPROVED' | 'SENT' | 'REJECTED' | 'CANCELLED' | 'PAID', readonly PaymentState[]>> = {
  APPROVED: ['PENDING'],
  SENT: ['APPROVED'],
  REJECTED: ['SENT'],
  CANCELLED: ['PENDING', 'APPROVED'],
  PAID: ON_THEIR_WAY,
};

/** @throws Failure 409 `payment.invalid_state` where the step is none of the payment's (PAY-R07) */
export function assertMayBecome(
  { id, status, isSettling }: Pick<Payment, 'id' | 'status' | 'isSettling'>,
  next: keyof typeof BEFORE,
): void {
  if (isSettling) throw invalidState(`Payment ${id} is being settled at this moment; try again in a moment`);
  if (!BEFORE[next].includes(status)) throw invalidState(`Payment ${id} is ${status} and cannot become ${next}`);
}

export const invalidState = (message: string): Failure => conflict(message, 'payment.invalid_state');

/** The id that the bank gets with a payment, and gives back with what it books; `findByBank` knows its form. */
export const endToEndIdOf = ({ id }: Pick<Payment, 'id'>): string => `P${id}`;

export const paymentNotFound = (id: number): Failure => notFound(`There is no payment ${id}`, 'payment.not_found');

export const notPayable = (id: number): Failure =>
  invalid(
    `Document ${id} cannot be paid: it is not posted, of no supplier, or nothing is open`,
    undefined,
    'payment.document_not_payable',
  );

export const exceedsOpenAmount = (amount: string, available: string, currency: string): Failure =>
  invalid(
    `${amount} ${currency} is more than what is open and not on its way to be paid already: ${available} ${currency}`,
    undefined,
    'payment.amount_exceeds_open_amount',
  );

export const missingCreditorAccount = (): Failure =>
  invalid(
    'The bank account of the receiver is not known; name one, or give the business partner one',
    undefined,
    'payment.missing_creditor_account',
  );
