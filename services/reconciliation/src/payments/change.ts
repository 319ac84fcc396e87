import { invalidField } from '@app/contract/failure';
import type { Tx } from '@app/db';
import { differences, takeStamp } from '@app/records';
import { approvalOf } from './approved.ts';
import { assertAmount, assertDay, type PaymentDependencies } from './create.ts';
import {
  availableOf,
  findOwed,
  requireCovered,
  requireCreditorAccount,
  requireHouseAccount,
  requireSendable,
} from './payable.ts';
import { assertMayBecome, invalidState, type Payment, type PaymentFields, paymentNotFound } from './payment.ts';
import * as store from './store.ts';

/** What a request says of a payment; absent where it says nothing. */
export interface PaymentChange {
  readonly status?: 'APPROVED' | 'REJECTED' | 'CANCELLED' | undefined;
  readonly errorMessage?: string | null | undefined;
  readonly fields: Partial<PaymentFields>;
}

/** What changes while a payment is PENDING alone. */
const BEFORE_APPROVAL: readonly (keyof PaymentFields)[] = [
  'bankAccountId',
  'creditorBankAccountId',
  'amount',
  'paymentDate',
  'message',
];

/**
 * Changes a payment, and takes it to its next status (PAY-R06 to PAY-R08). The document is asked about again whenever
 * more of it could be paid than before.
 * @throws Failure 400, 404, 409 `payment.invalid_state`, 503
 */
export async function changePayment(
  deps: PaymentDependencies,
  actorId: number,
  { id, clientAccountId, documentId, businessPartnerId }: Payment,
  { status, errorMessage, fields }: PaymentChange,
): Promise<Payment> {
  assertAmount(fields.amount);
  assertDay(fields.paymentDate, deps.clock.today());
  if (status === 'REJECTED' && !errorMessage)
    throw invalidField('error_message', 'is required for REJECTED: say why the bank did not carry it out');
  const isApproved = status === 'APPROVED';
  const asked = isApproved || fields.amount !== undefined;
  const owed = asked ? await findOwed(deps, clientAccountId, documentId) : undefined;
  const partners = isApproved ? await deps.partners.find(clientAccountId, [businessPartnerId ?? 0]) : undefined;
  return deps.db.write(async (tx) => {
    const stamp = await takeStamp(tx, deps.clock, clientAccountId, actorId);
    const before = await store.findPayment(tx, id);
    if (!before) throw paymentNotFound(id);
    if (status !== undefined) assertMayBecome(before, status);
    const differing = differences<PaymentFields>(before, fields);
    await assertChange(tx, before, differing);
    const after: Payment = { ...before, ...differing };
    if (owed) requireCovered(after.amount, await availableOf(tx, clientAccountId, owed, id), owed.document);
    if (differing.amount !== undefined) requireSendable(after.amount, after);
    const approved = partners && (await approvalOf(tx, after, partners.get(after.businessPartnerId ?? 0)));
    const change = {
      ...differing,
      ...(status === undefined ? {} : { status }),
      ...(errorMessage === undefined || errorMessage === before.errorMessage ? {} : { errorMessage }),
      ...(approved ? { approved, approvedAt: stamp.moment, approvedById: actorId } : {}),
    };
    return Object.keys(change).length === 0 ? before : store.changePayment(tx, before, change, stamp);
  });
}

/** Whether fields may change, and to what. @throws Failure 400, 409 */
async function assertChange(tx: Tx, payment: Payment, differing: Partial<PaymentFields>): Promise<void> {
  const { id, clientAccountId, status, isSettling, businessPartnerId } = payment;
  const isLate = status !== 'PENDING' || isSettling;
  const late = isLate ? BEFORE_APPROVAL.find((field) => Object.hasOwn(differing, field)) : undefined;
  if (late)
    throw invalidState(`Payment ${id} is ${status}: amount, day, accounts and message change while it is PENDING`);
  await store.assertExternalIdIsFree(tx, clientAccountId, differing.externalId, id);
  if (differing.bankAccountId !== undefined) await requireHouseAccount(tx, clientAccountId, differing.bankAccountId);
  if (differing.creditorBankAccountId !== undefined)
    await requireCreditorAccount(tx, clientAccountId, differing.creditorBankAccountId, businessPartnerId);
}
