import { invalidField } from '@app/contract/failure';
import { defineCommand } from '@app/db';
import { decimal, formatMoney, ZERO } from '@app/money';
import { takeStamp } from '@app/records';
import { z } from 'zod';
import { bankAccountsOfPartners } from '../bank-accounts/known.ts';
import type { AreaDependencies } from '../deps.ts';
import type { DocumentSource, KnownDocument } from '../outside/documents.ts';
import {
  availableOf,
  findOwed,
  requireCovered,
  requireCreditorAccount,
  requireHouseAccount,
  requireSendable,
} from './payable.ts';
import { exceedsOpenAmount, missingCreditorAccount, notPayable, type Payment, type PaymentFields } from './payment.ts';
import * as store from './store.ts';
import { cancelPayments } from './withdraw.ts';

export type PaymentDependencies = Pick<AreaDependencies, 'db' | 'clock' | 'partners'> & {
  readonly documents: DocumentSource;
};

/** What callers send of a new payment; null where they leave it to the document. */
export type PaymentRequest = { readonly [K in keyof PaymentFields]: PaymentFields[K] | null } & {
  readonly clientAccountId: number;
  readonly documentId: number;
  readonly bankAccountId: number;
};

export interface PaymentCaller {
  readonly userId: number;
  /** The same for every try of one request. */
  readonly commandKey: string;
}

const creating = defineCommand<{ readonly paymentId: number }>({
  name: 'create_payment',
  result: z.object({ paymentId: z.int() }),
});

/**
 * Makes a payment of a document, once per request; all payments of a document together never pay more than is open
 * (PAY-R01 to PAY-R05): their makers take turns.
 * @returns its id
 * @throws Failure 400 `payment.document_not_payable`, `payment.amount_exceeds_open_amount`,
 * `payment.missing_creditor_account` and for ids of others, 409, 503
 */
export async function createPayment(
  deps: PaymentDependencies,
  caller: PaymentCaller,
  request: PaymentRequest,
): Promise<number> {
  const { paymentId } = await creating.once(deps.db, caller.commandKey, async (carryOut) => {
    const { clientAccountId } = request;
    const owed = await findOwed(deps, clientAccountId, request.documentId);
    const { document } = owed;
    const ready = await prepare(deps, request, document);
    return carryOut(async (tx) => {
      const stamp = await takeStamp(tx, deps.clock, clientAccountId, caller.userId);
      await store.assertExternalIdIsFree(tx, clientAccountId, request.externalId, null);
      const available = await availableOf(tx, clientAccountId, owed, null);
      const amount = request.amount ?? formatMoney(available);
      if (!decimal(amount).greaterThan(ZERO))
        throw exceedsOpenAmount(document.openAmount, amount, document.currencyCode);
      requireCovered(amount, available, document);
      requireSendable(amount, document);
      const payment = await store.insertPayment(tx, { ...ready, amount }, stamp);
      return { paymentId: payment.id };
    });
  });
  await assertNotCancelled(deps, request);
  return paymentId;
}

/**
 * That the document was cancelled may have been heard before its payment was there, and is not heard again.
 * @throws Failure 400 `payment.document_not_payable`
 */
async function assertNotCancelled(
  { db, clock, documents }: PaymentDependencies,
  { clientAccountId, documentId }: PaymentRequest,
): Promise<void> {
  // The payment is there, so that an owner that is away makes no failure of it: approving asks again.
  const found = await documents.find(clientAccountId, [documentId]).catch(() => undefined);
  if (found?.get(documentId)?.status !== 'CANCELLED') return;
  await db.write((tx) => cancelPayments(tx, clock, clientAccountId, documentId));
  throw notPayable(documentId);
}

/** Everything of a payment that is known before its turn comes. @throws Failure 400, 503 */
async function prepare(
  deps: PaymentDependencies,
  request: PaymentRequest,
  document: KnownDocument,
): Promise<Omit<Payment, 'id' | 'version' | 'amount' | keyof Defaulted>> {
  const { clientAccountId, bankAccountId } = request;
  assertAmount(request.amount);
  const today = deps.clock.today();
  assertDay(request.paymentDate, today);
  await requireHouseAccount(deps.db.executor, clientAccountId, bankAccountId);
  const creditor = await creditorOf(deps, request, document);
  return {
    ...{ clientAccountId, bankAccountId, documentId: document.id, currencyCode: document.currencyCode },
    businessPartnerId: document.businessPartnerId ?? creditor.businessPartnerId,
    creditorBankAccountId: creditor.id,
    paymentDate: request.paymentDate ?? later(document.dueDate ?? today, today),
    paymentRef: document.paymentRef ?? null,
    message: request.message,
    externalId: request.externalId,
    metadata: request.metadata,
  };
}

/** What the database fills in, and what comes later in the life of a payment. */
type Defaulted = Pick<
  Payment,
  | 'createdAt'
  | 'createdById'
  | 'updatedAt'
  | 'updatedById'
  | 'status'
  | 'errorMessage'
  | 'approved'
  | 'approvedAt'
  | 'approvedById'
  | 'exportId'
  | 'bankTransactionId'
  | 'releasedTransactionId'
  | 'isSettling'
  | 'transferLines'
  | 'journalEntryId'
  | 'settledAt'
>;

const later = (a: string, b: string): string => (a > b ? a : b);

/** @throws Failure 400 for nothing */
export function assertAmount(amount: string | null | undefined): void {
  if (amount != null && !decimal(amount).greaterThan(ZERO)) throw invalidField('amount', 'must be above zero');
}

/** Banks pay no earlier than today. @throws Failure 400 */
export function assertDay(day: string | null | undefined, today: string): void {
  if (day != null && day < today) throw invalidField('payment_date', `must not be before today, ${today}`);
}

/**
 * The account that is paid: the one that is named, else the partner's own choice, else the first active one that it has.
 * @throws Failure 400 `payment.missing_creditor_account`, 503
 */
async function creditorOf(deps: PaymentDependencies, request: PaymentRequest, document: KnownDocument) {
  const { clientAccountId, creditorBankAccountId } = request;
  const { executor } = deps.db;
  const partnerId = document.businessPartnerId ?? null;
  if (creditorBankAccountId !== null)
    return requireCreditorAccount(executor, clientAccountId, creditorBankAccountId, partnerId);
  if (partnerId === null) throw missingCreditorAccount();
  const known = await bankAccountsOfPartners(executor, clientAccountId, [partnerId]);
  const chosen = known.length < 2 ? undefined : await chosenAccount(deps, clientAccountId, partnerId);
  const account = known.find(({ id }) => id === chosen) ?? known[0];
  if (!account) throw missingCreditorAccount();
  return { ...account, businessPartnerId: partnerId };
}

const chosenAccount = async (deps: PaymentDependencies, clientAccountId: number, partnerId: number) =>
  (await deps.partners.find(clientAccountId, [partnerId])).get(partnerId)?.default_bank_account_id;
