import { conflict, invalidField } from '@app/contract/failure';
import { decimal, formatMoney } from '@app/money';
import { takeStamp } from '@app/records';
import type { BankTransaction } from '../bank-transactions/known.ts';
import { findTransactions, rateTo } from '../bank-transactions/known.ts';
import type { AreaDependencies } from '../deps.ts';
import type { KnownDocument } from '../outside/documents.ts';
import type { PaymentCaller, PaymentDependencies } from './create.ts';
import { requireHouseAccount, requireOwed } from './payable.ts';
import {
  assertMayBecome,
  exceedsOpenAmount,
  invalidState,
  notPayable,
  type Payment,
  paymentNotFound,
} from './payment.ts';
import { type Movement, type Settling, type SettlingIntent, subjectOf } from './settling.ts';
import * as store from './store.ts';
import { type DebtLine, type TransferFault, transferFigures } from './transfer.ts';

export type SettleDependencies = PaymentDependencies &
  Pick<AreaDependencies, 'ledger' | 'organisation'> & { readonly settling: Settling };

export interface SettleRequest {
  readonly bankTransactionId: number | null;
  /** A calendar day; that of the transaction where it is left out. */
  readonly postingDate: string | null;
}

/** What the entry of a payment says, in the language that the books are kept in. */
const words = { nob: 'Betaling', eng: 'Payment' } as const;

/**
 * Books a payment that the bank has carried out, once per request, and reconciles it (PAY-R11, PAY-R12, PAY-R14).
 * @throws Failure 400, 404, 409 `payment.invalid_state`, `accounting.period_locked`,
 * `external_reconciliation.already_reconciled`, 503
 */
export async function settlePayment(
  deps: SettleDependencies,
  caller: PaymentCaller,
  { id, clientAccountId }: Pick<Payment, 'id' | 'clientAccountId'>,
  request: SettleRequest,
): Promise<void> {
  const { db, clock, settling } = deps;
  await settling.run(
    caller.commandKey,
    async (begin) => {
      const payment = await store.findPayment(db.executor, id);
      if (!payment) throw paymentNotFound(id);
      assertMayBecome(payment, 'PAID');
      const intent = await intentOf(deps, caller.userId, payment, request);
      return db.write(async (tx) => {
        const stamp = await takeStamp(tx, clock, clientAccountId, caller.userId);
        const before = await store.findPayment(tx, id);
        if (!before) throw paymentNotFound(id);
        assertMayBecome(before, 'PAID');
        if (before.version !== payment.version)
          throw invalidState(`Payment ${id} was changed at this moment; try again`);
        const transferLines = [intent.debtLine, intent.houseLine].map(({ fc: _, ...line }) => line);
        const held = { isSettling: true, transferLines, bankTransactionId: request.bankTransactionId };
        await store.changePayment(tx, before, held, stamp);
        const busy = invalidState(`Payment ${id} is being settled at this moment; try again in a moment`);
        return begin(tx, { intent, subject: subjectOf(id), clientAccountId, busy });
      });
    },
    undefined,
  );
}

/** Everything that settling does, worked out before it begins. @throws Failure 400, 409, 503 */
async function intentOf(
  deps: SettleDependencies,
  actorId: number,
  payment: Payment,
  { bankTransactionId, postingDate }: SettleRequest,
): Promise<SettlingIntent> {
  const { clientAccountId, amount, currencyCode } = payment;
  const transaction = bankTransactionId === null ? null : await requireTransaction(deps, payment, bankTransactionId);
  const date = postingDate ?? transaction?.bookingDate;
  if (date === undefined) throw invalidField('posting_date', 'is required without a bank transaction');
  const house = await requireHouseAccount(deps.db.executor, clientAccountId, payment.bankAccountId, { hasPaid: true });
  const document = await deps.documents.require(clientAccountId, payment.documentId);
  requireOwed(document);
  const debt = await debtOf(deps, clientAccountId, document);
  const movement = transaction && { ...transaction, exchangeRate: rateTo(debt.accountingCurrency, transaction) };
  const { account } = await deps.organisation.GetAccount({ clientAccountId });
  const figures = transferFigures({
    ...{ amount, currencyCode, accountingCurrency: debt.accountingCurrency, houseCurrency: house.currencyCode },
    ...{ debt, movement },
  });
  if (typeof figures === 'string') throw refusalOf(figures, payment, debt);
  const { base, cleared, debtFc, houseFc } = figures;
  const number = document.documentNumber ?? null;
  return {
    ...{ paymentId: payment.id, actorId, postingDate: date, documentNumber: number },
    accountingCurrency: debt.accountingCurrency,
    description: [words[account?.accountingLanguage === 'eng' ? 'eng' : 'nob'], number ?? ''].join(' ').trim(),
    debtLine: {
      ...{ accountCode: debt.accountCode, debit: base, credit: '0.00', fc: debtFc },
      dimensions: debt.dimensions,
    },
    houseLine: {
      ...{ accountCode: house.accountCode, debit: '0.00', credit: base, fc: houseFc },
      dimensions: [{ relationType: 'bankacc', relationId: house.id }],
    },
    documentLine: { id: debt.id, credit: cleared.base, creditFc: cleared.fc },
    movement: movement && movementOf(movement, base, debt.accountingCurrency),
  };
}

/** At the rate that the entry was booked at, where the movement is in a foreign currency and has none. */
const movementOf = (transaction: BankTransaction, base: string, accountingCurrency: string): Movement => ({
  ...{ transactionId: transaction.id, amount: transaction.amount, currencyCode: transaction.currencyCode },
  exchangeRate:
    transaction.currencyCode === accountingCurrency || transaction.exchangeRate !== null
      ? null
      : decimal(base).dividedBy(decimal(transaction.amount).abs()).toDecimalPlaces(6).toFixed(6),
});

/**
 * The movement of the bank that a payment is settled by: money that left the account of the payment, and that nothing
 * was reconciled with.
 * @throws Failure 400 for what is none, of another company or another account; 409 for one that is taken
 */
async function requireTransaction(
  { db }: SettleDependencies,
  { clientAccountId, bankAccountId, id }: Payment,
  transactionId: number,
): Promise<BankTransaction> {
  const [transaction] = await findTransactions(db.executor, clientAccountId, [transactionId]);
  if (!transaction)
    throw invalidField('bank_transaction_id', `There is no bank transaction ${transactionId} in this client account`);
  if (transaction.bankAccountId !== bankAccountId || !decimal(transaction.amount).isNegative())
    throw invalidField(
      'bank_transaction_id',
      `Transaction ${transactionId} paid nothing from bank account ${bankAccountId}`,
    );
  const settled = (await store.paymentsOfTransactions(db.executor, clientAccountId, [transactionId]))[0];
  if (settled && settled.id !== id)
    throw invalidState(`Bank transaction ${transactionId} settles payment ${settled.id} already`);
  if (!decimal(transaction.externalReconciledAmount).isZero())
    throw conflict(
      `Bank transaction ${transactionId} is reconciled already`,
      'external_reconciliation.already_reconciled',
    );
  return transaction;
}

/** The line of the document that is to be cleared, as it stands in the books. @throws Failure 400, 503 */
async function debtOf(
  { ledger }: SettleDependencies,
  clientAccountId: number,
  document: KnownDocument,
): Promise<
  DebtLine & { readonly id: number; readonly accountCode: string; readonly accountingCurrency: string } & {
    readonly dimensions: readonly { readonly relationType: string; readonly relationId: number }[];
  }
> {
  const { lines } = await ledger.DescribeLines({ clientAccountId, journalLineIds: [document.openLineId ?? 0] });
  const line = lines[0];
  if (!line || line.isCancelled || line.isDraft) throw notPayable(document.id);
  const owed = (text: string): string => formatMoney(decimal(text).negated());
  const side = (credit: string, debit: string): string => formatMoney(decimal(credit).minus(decimal(debit)));
  return {
    id: line.id,
    accountCode: line.accountCode,
    accountingCurrency: line.accountingCurrency,
    base: side(line.credit, line.debit),
    fc: side(line.creditFc, line.debitFc),
    remainingBase: owed(line.internalRemainingAmount),
    remainingFc: owed(line.internalRemainingAmountFc),
    dimensions: line.dimensions.map(({ relationType, relationId }) => ({ relationType, relationId })),
  };
}

function refusalOf(fault: TransferFault, { amount, currencyCode }: Payment, debt: DebtLine): Error {
  switch (fault) {
    case 'exceeds_open':
      return exceedsOpenAmount(amount, debt.remainingFc, currencyCode);
    case 'other_amount':
      return invalidField('bank_transaction_id', `must have paid ${amount} ${currencyCode}, the amount of the payment`);
    case 'rate_unknown':
      return invalidField('bank_transaction_id', 'has no exchange rate to the accounting currency');
  }
}
