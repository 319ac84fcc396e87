import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '@app/contract/failure';
import { createComing, currentContext, inSharedTrace } from '@app/runtime';
import { isRetryable, sqlState } from './errors.ts';
import { BegunBefore } from './use-case/begun-before.ts';

/**
 * Group commit: work that is there together shares a statement and its commit, be it of one client account or of many,
 * and each has its own outcome. Nobody waits when nobody else is there. What joins a transaction has no part in it.
 */
export interface GroupCommit<Work, Outcome> {
  /** @throws what the steps throw; where a group fails by what one of it brought, each gets its own answer */
  run(work: Work): Promise<Outcome>;
  /**
   * Says that work comes in a moment: a group whose first member is there waits for what was coming by then, for a
   * moment and only once.
   * @returns to be called right before it is run, or when it will not be
   */
  expect(): () => void;
}

export interface GroupCommitSteps<Work, Outcome> {
  accountOf(work: Work): number;
  /**
   * Does all of it by one statement, and waits for nobody meanwhile: who holds one account must not wait for another.
   * Undefined for work that would have to wait; nothing of it is done then.
   */
  together(all: readonly Work[]): Promise<readonly (Outcome | undefined)[]>;
  /** Does one by itself, in the turn of its account. */
  alone(work: Work): Promise<Outcome>;
}

export interface GroupCommitOptions {
  /** Groups at work at once. One that is at work lets the next one grow. */
  readonly atWork?: number;
  /** Members of a group: everybody in it waits for all of it. */
  readonly most?: number;
  /** How many of one account may wait for a group; the others go by themselves, in the turns of their account. */
  readonly waitingEach?: number;
  /** How long a group waits for what is coming. */
  readonly patienceMillis?: number;
}

interface Waiting<Work, Outcome> {
  readonly work: Work;
  readonly traceparent: string | undefined;
  /** Runs something as part of the request that waits. */
  readonly within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly settle: (outcome: Outcome | Promise<Outcome>) => void;
  readonly fail: (error: unknown) => void;
}

export function createGroupCommit<Work, Outcome>(
  { accountOf, together, alone }: GroupCommitSteps<Work, Outcome>,
  { atWork = 2, most = 64, waitingEach = 8, patienceMillis }: GroupCommitOptions = {},
): GroupCommit<Work, Outcome> {
  const queue: Waiting<Work, Outcome>[] = [];
  const waiting = new Map<number, number>();
  const coming = createComing(() => schedule(), patienceMillis);
  // A group is no part of the request, let alone of the transaction, of whoever happens to start it.
  const outside = AsyncLocalStorage.snapshot();
  let running = 0;
  let isScheduled = false;

  /** After everything that has come in by now was read: what came together goes together. */
  const schedule = (): void => {
    if (isScheduled || queue.length === 0 || coming.isAwaited) return;
    isScheduled = true;
    outside(setImmediate, () => {
      isScheduled = false;
      while (running < atWork && queue.length > 0) start(queue.splice(0, most));
    });
  };

  const start = (group: readonly Waiting<Work, Outcome>[]): void => {
    running += 1;
    for (const { work } of group) count(accountOf(work), -1);
    void run(group).finally(() => {
      running -= 1;
      schedule();
    });
  };

  const count = (account: number, change: 1 | -1): void => {
    const now = (waiting.get(account) ?? 0) + change;
    if (now === 0) waiting.delete(account);
    else waiting.set(account, now);
  };

  const run = async (group: readonly Waiting<Work, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await inSharedTrace(
        group.map(({ traceparent }) => traceparent),
        () => together(group.map(({ work }) => work)),
      );
      byThemselves(group.filter((_, index) => outcomes[index] === undefined));
      for (const [index, outcome] of outcomes.entries()) if (outcome !== undefined) group[index]!.settle(outcome);
    } catch (error) {
      if (isForEach(error)) byThemselves(group);
      else for (const { fail } of group) fail(error);
    }
  };

  /** Nobody waits for these: each stands in the turns of its account. */
  const byThemselves = (some: readonly Waiting<Work, Outcome>[]): void => {
    for (const { work, within, settle } of some) settle(within(alone, work));
  };

  return {
    expect: coming.expect,
    run: (work) => {
      const account = accountOf(work);
      if ((waiting.get(account) ?? 0) >= waitingEach) return alone(work);
      count(account, 1);
      if (queue.length === 0) outside(coming.wait);
      return new Promise((settle, fail) => {
        const traceparent = currentContext()?.traceparent;
        queue.push({ work, traceparent, within: AsyncLocalStorage.snapshot(), settle, fail });
        // Who would be next to come has no place in it.
        if (queue.length >= most || waiting.get(account) === waitingEach) coming.release();
        else schedule();
      });
    },
  };
}

/** Whether a group has done nothing, and each of it may have an answer of its own: they are done one by one. */
export const isForEach = (error: unknown): boolean =>
  mayBeOfOne(error) ||
  isRetryable(error) ||
  error instanceof BegunBefore ||
  (error instanceof Failure && error.status < 500);

/**
 * Classes of SQLSTATE that say something of the database, its connections and its locks, and nothing of the rows that
 * were sent.
 */
const OF_ALL = new Set(['08', '25', '40', '53', '55', '57', '58']);

/** Whether what several have sent together may have failed by what one of them sent. */
export function mayBeOfOne(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !OF_ALL.has(state.slice(0, 2));
}
