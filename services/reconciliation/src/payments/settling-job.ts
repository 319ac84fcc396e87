import { Failure } from '@app/contract/failure';
import type { AreaDependencies } from '../deps.ts';
import { candidates, settledBy } from './found-by-bank.ts';
import { type SettleDependencies, settlePayment } from './settle.ts';

/** The platform itself, which settles what the bank has carried out. */
const SYSTEM_USER = 2;

/**
 * Settles payments that the bank has carried out, by the movements of its statements: the job `payment-matching`. Any
 * number of replicas settle each once: the key follows from what is settled. What is refused, as in a locked period, is
 * tried again the next day.
 * @returns how many were settled
 */
export async function settleFound(deps: SettleDependencies & Pick<AreaDependencies, 'logger'>): Promise<number> {
  let settled = 0;
  for (const { clientAccountId, paymentId, version, transactionId } of settledBy(await candidates(deps.db.executor))) {
    const commandKey = `payment-matching:${paymentId}:${version}:${transactionId}:${deps.clock.today()}`;
    try {
      await settlePayment(
        deps,
        { userId: SYSTEM_USER, commandKey },
        { id: paymentId, clientAccountId },
        { bankTransactionId: transactionId, postingDate: null },
      );
      settled += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      deps.logger.info(
        { payment: paymentId, code: error.code },
        'a payment that the bank has carried out is not settled',
      );
    }
  }
  return settled;
}
