import { invalid } from '@app/contract/failure';
import { defineCommand, type Tx } from '@app/db';
import { decimal } from '@app/money';
import { type Company, PaymentFileFailure, type Transfer, writePaymentFile } from '@app/pain';
import { instantOut, type Stamp, takeStamp } from '@app/records';
import { z } from 'zod';
import type { AreaDependencies } from '../deps.ts';
import type { KnownDocument } from '../outside/documents.ts';
import { assertAsApproved } from './approved.ts';
import type { PaymentCaller, PaymentDependencies } from './create.ts';
import { findExport, insertExport, type PaymentExport } from './export-store.ts';
import { requireCovered, requireOwed } from './payable.ts';
import { assertMayBecome, endToEndIdOf, notPayable, type Payment, paymentNotFound } from './payment.ts';
import * as store from './store.ts';

export type ExportDependencies = PaymentDependencies & Pick<AreaDependencies, 'organisation'>;

const exporting = defineCommand<{ readonly exportId: number }>({
  name: 'export_payments',
  result: z.object({ exportId: z.int() }),
});

/**
 * Writes approved payments into one file, each once in all its life, and makes them SENT; or changes nothing (PAY-R09,
 * PAY-R10). The same request sent again gets the same file. What the file holds is what was approved.
 * @throws Failure 400 for what a bank could not carry out and what is no longer owed, 404 for a payment that is not of
 * the account, 409 `payment.invalid_state`, 503
 */
export async function exportPayments(
  deps: ExportDependencies,
  caller: PaymentCaller,
  clientAccountId: number,
  paymentIds: readonly number[],
): Promise<Pick<PaymentExport, 'messageId' | 'content'>> {
  const { exportId } = await exporting.once(deps.db, caller.commandKey, async (carryOut) => {
    const asked = await findAll(deps, clientAccountId, [...new Set(paymentIds)]);
    const documents = await deps.documents.findCurrent(
      clientAccountId,
      asked.map(({ documentId }) => documentId),
    );
    const company = await deps.organisation.GetCompany({ clientAccountId, includesLogo: false });
    return carryOut(async (tx) => {
      const stamp = await takeStamp(tx, deps.clock, clientAccountId, caller.userId);
      const payments = await store.findPayments(
        tx,
        clientAccountId,
        asked.map(({ id }) => id),
      );
      for (const payment of payments) assertMayBecome(payment, 'SENT');
      await assertAsApproved(tx, clientAccountId, payments);
      await assertStillOwed(tx, clientAccountId, payments, documents);
      const file = fileOf(clientAccountId, company, payments, { stamp, today: deps.clock.today() });
      const id = await insertExport(tx, file, stamp);
      for (const payment of payments) await store.changePayment(tx, payment, { status: 'SENT', exportId: id }, stamp);
      return { exportId: id };
    });
  });
  return (await findExport(deps.db.executor, clientAccountId, exportId))!;
}

/** @throws Failure 404 alike for what does not exist and for another company's */
async function findAll(
  { db }: ExportDependencies,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly Payment[]> {
  const found = await store.findPayments(db.executor, clientAccountId, ids);
  const missing = ids.find((id) => !found.some((payment) => payment.id === id));
  if (missing !== undefined) throw paymentNotFound(missing);
  return found;
}

/** Nothing is paid that was credited, cancelled or paid otherwise since it was approved. @throws Failure 400 */
async function assertStillOwed(
  tx: Tx,
  clientAccountId: number,
  payments: readonly Payment[],
  documents: ReadonlyMap<number, KnownDocument>,
): Promise<void> {
  const ids = [...new Set(payments.map(({ documentId }) => documentId))];
  for (const { documentId, amount } of await store.pendingOf(tx, clientAccountId, ids)) {
    const document = documents.get(documentId);
    if (!document) throw notPayable(documentId);
    requireOwed(document);
    requireCovered(amount, decimal(document.openAmount), document);
  }
}

/** @throws Failure 400 for a payment that a bank could not carry out */
function fileOf(
  clientAccountId: number,
  { name, organizationNumber }: Company,
  payments: readonly Payment[],
  { stamp: { moment }, today }: { readonly stamp: Stamp; readonly today: string },
): PaymentExport {
  // Moments of changes are never the same within an account.
  const messageId = `F${clientAccountId}-${moment.getTime()}`;
  const createdAt = instantOut(moment);
  const transfers = payments.map((payment) => transferOf(payment, today));
  try {
    const content = writePaymentFile({ messageId, createdAt, company: { name, organizationNumber }, transfers });
    return { clientAccountId, messageId, paymentCount: payments.length, content };
  } catch (error) {
    if (!(error instanceof PaymentFileFailure)) throw error;
    const payment = error.transfer === null ? undefined : payments[error.transfer];
    throw invalid(payment ? `Payment ${payment.id} cannot be sent to a bank: ${error.message}` : error.message);
  }
}

/** A payment as the bank gets it: as it was approved, and not before today. */
function transferOf(payment: Payment, today: string): Transfer {
  const { debtor, creditor, receiver } = payment.approved!;
  return {
    endToEndId: endToEndIdOf(payment),
    amount: payment.amount,
    currency: payment.currencyCode,
    date: payment.paymentDate > today ? payment.paymentDate : today,
    from: debtor,
    to: creditor,
    receiver,
    reference: payment.paymentRef,
    message: payment.message,
  };
}
