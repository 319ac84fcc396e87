import { lockChanges } from '@app/records';
import type { Logger } from '@app/runtime';
import { isOutage, pause } from '@app/runtime';
import { findVoucher } from '../store.ts';
import type { Arrivals, Pace } from './arrivals.ts';
import { isBusy, isUnreadable } from './images.ts';
import {
  EXTENSION_MILLIS,
  endStep,
  extendLease,
  giveBack,
  leaveAlone,
  Overtaken,
  type Taken,
  takeDue,
} from './queue.ts';
import { hasEnded } from './state.ts';
import type { StepDependencies } from './step.ts';
import { steps } from './steps.ts';

/** Attempts of one step before its workflow has failed. */
const MOST_ATTEMPTS = 3;
/** Vouchers that one process works on at once. */
const AT_ONCE = 2;
const POLL_MILLIS = 1_000;
/** Part of the time that each worker is at steps while vouchers come at a pace, and its longest rest. */
const SHARES = { few: 1, pile: 0.1, flood: 0.03 } as const satisfies Record<Pace, number>;
const MOST_REST_MILLIS = 2_000;

export interface WorkflowWorker {
  start(): void;
  /** Ends after the steps under way; a file that is being read is left, and read again later. */
  stop(): Promise<void>;
}

/**
 * Takes the steps of workflows, one voucher at a time for each of a few workers, on every replica, the companies in
 * turns. A step that a process dies over is taken again once its lease has ended. While many vouchers arrive the workers
 * rest after each step: who sends a pile waits for its answers, and nobody for the pages of the first ones.
 */
export function createWorkflowWorker(
  deps: StepDependencies & { readonly logger: Logger; readonly arrivals: Arrivals },
): WorkflowWorker {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const fail = async (taken: Taken): Promise<void> => {
    const voucher = await findVoucher(deps.db.executor, taken.id);
    if (!voucher || hasEnded(voucher.workflowStatus)) return leaveAlone(deps.db, taken);
    await deps.db.write(async (tx) => {
      const now = await lockChanges(tx, taken.clientAccountId, new Date(deps.clock.millis()));
      const from = voucher.workflowStatus;
      await endStep(tx, taken, { from, to: 'FAILED', reading: taken.reading }, now);
    });
  };

  const attempt = async (taken: Taken): Promise<void> => {
    // Whoever had it before died over it, again and again.
    if (taken.attempts > MOST_ATTEMPTS) return fail(taken);
    const voucher = await findVoucher(deps.db.executor, taken.id);
    const step = voucher && voucher.status !== 'DELETED' ? steps[voucher.workflowStatus] : undefined;
    if (!voucher || !step) return leaveAlone(deps.db, taken);
    await step(deps, taken, voucher);
  };

  /** A step may take minutes, and a process that dies is not to hold its voucher up for as long. */
  const whileLeased = async (taken: Taken): Promise<void> => {
    // A lease that cannot be extended ends: whoever takes the voucher then overtakes this worker.
    const extend = () => void extendLease(deps.db.executor, taken).catch(() => undefined);
    const timer = setInterval(extend, EXTENSION_MILLIS);
    try {
      await attempt(taken);
    } finally {
      clearInterval(timer);
    }
  };

  const settle = async (taken: Taken, error: unknown): Promise<void> => {
    if (error instanceof Overtaken) return;
    if (isUnreadable(error)) return fail(taken);
    const isAtFault = !isOutage(error) && !isBusy(error) && !stopping.signal.aborted;
    deps.logger.warn(
      { err: error, voucher_id: taken.id, attempts: taken.attempts },
      'a step of a workflow came to nothing',
    );
    if (isAtFault && taken.attempts >= MOST_ATTEMPTS) return fail(taken);
    const fault = error instanceof Error ? error.name : 'unknown error';
    await giveBack(deps.db, taken, { fault, pauseSeconds: isAtFault ? 2 * taken.attempts : 5, counts: isAtFault });
  };

  /** @returns the company whose voucher it was; undefined when there was nothing to do */
  const workOnce = async (afterAccount: number): Promise<number | undefined> => {
    const taken = await takeDue(deps.db.executor, afterAccount);
    if (!taken) return undefined;
    await whileLeased(taken).catch((error: unknown) => settle(taken, error));
    return taken.clientAccountId;
  };

  const restFor = async (workedMillis: number): Promise<void> => {
    const share = SHARES[deps.arrivals.pace()];
    if (share < 1) await pause(Math.min(MOST_REST_MILLIS, workedMillis * (1 / share - 1)), stopping.signal);
  };

  const loop = async (): Promise<void> => {
    let account = 0;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const worked = await workOnce(account).catch((error: unknown) => {
        if (!(error instanceof Overtaken))
          deps.logger.warn({ err: error }, 'the workflow of vouchers waits for the database');
        return undefined;
      });
      if (worked === undefined) await pause(POLL_MILLIS, stopping.signal);
      else {
        account = worked;
        await restFor(performance.now() - began);
      }
    }
  };

  return {
    start: () => {
      running = Promise.all(Array.from({ length: AT_ONCE }, loop));
    },
    stop: async () => {
      stopping.abort();
      await deps.rendering.close();
      await running;
    },
  };
}
