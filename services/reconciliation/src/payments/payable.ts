import { conflict, invalidField } from '@app/contract/failure';
import type { Executor, Tx } from '@app/db';
import { type Decimal, decimal, formatMoney } from '@app/money';
import { amountOf, PaymentFileFailure } from '@app/pain';
import type { BankAccount } from '../bank-accounts/bank-account.ts';
import { findBankAccounts } from '../bank-accounts/known.ts';
import type { DocumentSource, KnownDocument } from '../outside/documents.ts';
import { exceedsOpenAmount, notPayable } from './payment.ts';
import { pendingBeside, settlementsOf } from './store.ts';

/**
 * Whether somebody is owed money by a document. A credit note is a document of a supplier with an open amount too, but
 * there it is the supplier who owes.
 */
const isOwed = ({ isPayable, isBusy, openLineSign }: KnownDocument): boolean =>
  isPayable && !isBusy && openLineSign === -1;

/** @throws Failure 400 `payment.document_not_payable` */
export function requireOwed(document: KnownDocument): void {
  if (!isOwed(document)) throw notPayable(document.id);
}

/** A document, and how the settlements of it stood that its open amount holds for certain. */
export interface Owed {
  readonly document: KnownDocument;
  readonly settlements: string;
}

/**
 * The document of a payment as it stands: its settlements are looked up first, so that a change between the two is
 * noticed by `availableOf`.
 * @throws Failure 400 for a document that the client account does not have, or on which nothing is owed; 503
 */
export async function findOwed(
  { db, documents }: { readonly db: { readonly executor: Executor }; readonly documents: DocumentSource },
  clientAccountId: number,
  documentId: number,
): Promise<Owed> {
  const settlements = await settlementsOf(db.executor, clientAccountId, documentId);
  const document = await documents.require(clientAccountId, documentId);
  requireOwed(document);
  return { document, settlements };
}

/**
 * What can still be paid of a document beyond what its payments take, in its currency. The turn of the account is
 * taken, so that nobody else counts on the same.
 * @param paymentId a payment that does not count
 * @throws Failure 409 when a payment of the document was settled, matched or its match deleted since the document was
 * asked for: what is open may not know of it yet
 */
export async function availableOf(
  tx: Tx,
  clientAccountId: number,
  { document, settlements }: Owed,
  paymentId: number | null,
): Promise<Decimal> {
  // In this order: a match that is taken back between the two is noticed, and one before them counts as pending.
  const pending = await pendingBeside(tx, clientAccountId, document.id, paymentId);
  if ((await settlementsOf(tx, clientAccountId, document.id)) !== settlements)
    throw conflict(`A payment of document ${document.id} was booked or matched at this moment; ask again`);
  return decimal(document.openAmount).minus(decimal(pending));
}

/** @throws Failure 400 `payment.amount_exceeds_open_amount` (PAY-R04) */
export function requireCovered(amount: string, available: Decimal, { currencyCode }: KnownDocument): void {
  if (decimal(amount).greaterThan(available)) throw exceedsOpenAmount(amount, formatMoney(available), currencyCode);
}

/** That banks take the amount: none with decimals in a currency without them. @throws Failure 400 at `amount` */
export function requireSendable(amount: string, { currencyCode: currency }: Pick<KnownDocument, 'currencyCode'>): void {
  try {
    amountOf({ amount, currency });
  } catch (error) {
    if (!(error instanceof PaymentFileFailure)) throw error;
    throw invalidField('amount', error.message);
  }
}

/**
 * The account of the house that is to pay, or has paid.
 * @throws Failure 400 at `bank_account_id` for what is none or of another company, and for one that is inactive unless
 * it has paid
 */
export async function requireHouseAccount(
  ex: Executor,
  clientAccountId: number,
  id: number,
  { hasPaid = false }: { readonly hasPaid?: boolean } = {},
): Promise<BankAccount & { readonly accountCode: string }> {
  const [account] = await findBankAccounts(ex, clientAccountId, [id]);
  if (!account || account.accountCode === null || account.businessPartnerId !== null)
    throw invalidField('bank_account_id', `There is no account ${id} of the house in this client account`);
  if (!account.isActive && !hasPaid) throw invalidField('bank_account_id', `Bank account ${id} is inactive`);
  return { ...account, accountCode: account.accountCode };
}

/**
 * The account of the partner that is to be paid.
 * @throws Failure 400 at `creditor_bank_account_id` for what is none, of another company or partner, or inactive
 */
export async function requireCreditorAccount(
  ex: Executor,
  clientAccountId: number,
  id: number,
  partnerId: number | null,
): Promise<BankAccount & { readonly businessPartnerId: number }> {
  const [account] = await findBankAccounts(ex, clientAccountId, [id]);
  const owner = account?.businessPartnerId ?? null;
  if (!account || owner === null || (partnerId !== null && owner !== partnerId))
    throw invalidField('creditor_bank_account_id', `There is no bank account ${id} of the partner of the document`);
  if (!account.isActive) throw invalidField('creditor_bank_account_id', `Bank account ${id} is inactive`);
  return { ...account, businessPartnerId: owner };
}
