import { Failure } from '@app/contract/failure';
import { createQueueWorker, type QueueWorker, whileHeld } from '@app/db';
import type { AreaDependencies } from '../deps.ts';
import { type Found, findByBank } from './found-by-bank.ts';
import { type SettleDependencies, settlePayment } from './settle.ts';
import { endTurn, extendTurn, payingCompanies, type Turn, takeCompany, takeDue } from './turns-store.ts';

type JobDependencies = SettleDependencies & Pick<AreaDependencies, 'logger'>;

/** The platform itself, which settles what the bank has carried out. */
const SYSTEM_USER = 2;
/** Payments that one turn of a company tries, some tenths of a second's work; what is left waits behind the others. */
const MOST_A_TURN = 20;
/** Companies that are looked up at once. */
const COMPANIES = 500;
const POLL_MILLIS = 1_000;
/** Seconds until a company is tried again whose turn broke off. */
const RETRY_SECONDS = 30;

/** Settles what the bank has carried out when it is woken, one company at a time in each process. */
export const createSettler = (deps: JobDependencies): QueueWorker =>
  createQueueWorker<Turn>({
    db: deps.db,
    take: () => takeDue(deps.db.executor),
    work: async (turn) => void (await carryOutTurn(deps, turn)),
    onFault: (error) =>
      deps.logger.warn({ err: error }, 'payments could not be compared with the bank; they are later'),
    followsCommits: false,
    pollMillis: POLL_MILLIS,
  });

/**
 * Compares the payments of every company with what the bank has moved, whether an event has said so or not: the job
 * `payment-matching`. Each company has one turn; one that another process has at this moment is left to it.
 * @returns how many payments were settled
 */
export async function settleFound(deps: JobDependencies): Promise<number> {
  const { executor } = deps.db;
  let settled = 0;
  for (let after = 0; ; ) {
    const companies = await payingCompanies(executor, after, COMPANIES);
    for (const clientAccountId of companies) {
      const turn = await takeCompany(executor, clientAccountId);
      if (turn) settled += await carryOutTurn(deps, turn);
    }
    if (companies.length < COMPANIES) return settled;
    after = companies.at(-1)!;
  }
}

const carryOutTurn = (deps: JobDependencies, turn: Turn): Promise<number> =>
  whileHeld(
    () => extendTurn(deps.db.executor, turn),
    () => useTurn(deps, turn),
  );

async function useTurn(deps: JobDependencies, turn: Turn): Promise<number> {
  const { executor } = deps.db;
  let settled = 0;
  let tried = turn.reached;
  try {
    const { found, reached } = await findByBank(executor, turn.clientAccountId, turn.reached, MOST_A_TURN);
    for (const one of found) {
      tried = one.paymentId;
      if (await settle(deps, turn.clientAccountId, one)) settled += 1;
    }
    await endTurn(executor, turn, reached);
    return settled;
  } catch (error) {
    await endTurn(executor, turn, tried, RETRY_SECONDS);
    throw error;
  }
}

/**
 * Any number of replicas settle a payment once: the key follows from what is settled. What is refused, as in a locked
 * period, is tried again the next day.
 */
async function settle(deps: JobDependencies, clientAccountId: number, found: Found): Promise<boolean> {
  const { paymentId, version, transactionId } = found;
  const commandKey = `payment-matching:${paymentId}:${version}:${transactionId}:${deps.clock.today()}`;
  try {
    await settlePayment(
      deps,
      { userId: SYSTEM_USER, commandKey },
      { id: paymentId, clientAccountId },
      { bankTransactionId: transactionId, postingDate: null },
    );
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    deps.logger.info(
      { payment: paymentId, code: error.code },
      'a payment that the bank has carried out is not settled',
    );
    return false;
  }
}
