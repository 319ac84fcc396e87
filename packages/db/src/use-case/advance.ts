import { type Failure, unavailable } from '@app/contract/failure';
import type { Logger } from '@app/runtime';
import type { Database } from '../database.ts';
import { whileHeld } from '../while-held.ts';
import type { CarryOut } from './command.ts';
import { faultOf, finalRefusal } from './refusal.ts';
import { type Run, runOf } from './run.ts';
import { type CommitBy, type UseCaseDefinition, WITHDRAWN } from './steps.ts';
import * as store from './store.ts';

interface Deps {
  readonly db: Database;
  readonly logger: Logger;
}

export type Ended<Result, Said> =
  | { readonly state: 'done'; readonly result: Result; readonly said: Said | undefined }
  /** `isUndone` is false while others have yet to take something back. */
  | { readonly state: 'refused'; readonly refusal: Failure; readonly isUndone: boolean }
  | { readonly state: 'withdrawn' };

/** Somebody else has ended the run: the transaction at hand rolls back. */
class EndedMeanwhile extends Error {}

/** How often the lease of an attempt is extended while it lasts. */
const EXTENSIONS_PER_LEASE = 3;

/**
 * One attempt to carry a run to its end, held by a lease that is extended while it lasts: others wait as long as the
 * work takes, and for a process that died no longer than the lease. @throws whatever left the outcome open; the run
 * waits for its next attempt then
 */
export async function advance<Intent, Result, Said, Given>(
  deps: Deps,
  steps: UseCaseDefinition<Intent, Result, Said, Given>,
  run: Run<Intent, Result>,
  given: Given | undefined,
): Promise<Ended<Result, Said>> {
  if (run.state === 'done') return { state: 'done', result: run.result, said: undefined };
  if (run.state === 'refused') return { state: 'refused', refusal: run.refusal, isUndone: true };
  const { leaseSeconds } = steps;
  return whileHeld(
    () => store.extend(deps.db.executor, run, leaseSeconds),
    () => (run.state === 'undoing' ? takeBack(deps, steps, run, run.refusal) : attempt(deps, steps, run, given)),
    (leaseSeconds * 1_000) / EXTENSIONS_PER_LEASE,
  );
}

async function attempt<Intent, Result, Said, Given>(
  deps: Deps,
  steps: UseCaseDefinition<Intent, Result, Said, Given>,
  run: Run<Intent, Result> & { readonly state: 'open' },
  given: Given | undefined,
): Promise<Ended<Result, Said>> {
  const { db } = deps;

  const { commandKey, intent, clientAccountId } = run;
  const step = { commandKey, intent, clientAccountId };
  const refusalOf = (error: unknown) => (steps.refusalOf ?? finalRefusal)(error, step);
  let answered: { readonly said: Said } | undefined;
  try {
    const said = await steps.call({ ...step, given });
    if (said === WITHDRAWN)
      return (await store.withdraw(db.executor, run)) ? { state: 'withdrawn' } : await meanwhile();
    answered = { said };
    const result = await steps.finish({ ...step, given, said, commit: commitOf<Result>(db, run), commitBy });
    return { state: 'done', result, said };
  } catch (error) {
    if (error instanceof EndedMeanwhile) return meanwhile();
    const refusal = answered === undefined || steps.undo ? refusalOf(error) : undefined;
    if (refusal) return refuse(refusal);
    await giveBack(deps, steps, run, error);
    throw error;
  }

  async function refuse(refusal: Failure): Promise<Ended<Result, Said>> {
    const isRefused = await db.write(async (tx) => {
      if ((await store.lock(tx, commandKey))?.state !== 'open') return false;
      await steps.refuse?.(tx, { ...step, refusal, said: answered?.said });
      await store.refuse(tx, commandKey, refusal, steps.undo === undefined);
      return true;
    });
    if (!isRefused) return meanwhile();
    return takeBack(deps, steps, { ...step, attempts: run.attempts }, refusal);
  }

  /**
   * What somebody else has made of it. When that is a refusal, and the others have done their part for this attempt
   * after all, they take it back once more.
   */
  async function meanwhile(): Promise<Ended<Result, Said>> {
    const row = await store.find(db.executor, steps.name, { commandKey });
    const now = row && runOf(row, steps);
    if (now?.state === 'done') return { state: 'done', result: now.result, said: undefined };
    if (now?.state === 'refused' || now?.state === 'undoing') {
      if (!answered || !steps.undo)
        return { state: 'refused', refusal: now.refusal, isUndone: now.state === 'refused' };
      await store.undoAgain(db.executor, { commandKey, intent }, steps.leaseSeconds);
      return takeBack(deps, steps, { ...step, attempts: now.attempts }, now.refusal);
    }
    throw unavailable('Somebody else goes on with the same at this moment; ask again');
  }
}

/** The last transaction: under the lock of the run, so that of several attempts one finishes. */
const commitOf =
  <Result>(db: Database, { commandKey }: { readonly commandKey: string }): CarryOut<Result> =>
  (effect) =>
    db.write(async (tx) => {
      if ((await store.lock(tx, commandKey))?.state !== 'open') throw new EndedMeanwhile();
      const result = await effect(tx);
      await store.finish(tx, commandKey, result);
      return result;
    });

/** The same by a statement which holds the run itself. */
const commitBy: CommitBy = async (effect) => {
  const result = await effect();
  if (result === undefined) throw new EndedMeanwhile();
  return result;
};

/** Has the others take back what they did. The refusal stands, also while that has to wait. */
async function takeBack<Intent, Result, Said, Given>(
  deps: Deps,
  steps: UseCaseDefinition<Intent, Result, Said, Given>,
  run: {
    readonly commandKey: string;
    readonly attempts: number;
    readonly intent: Intent;
    readonly clientAccountId: number | null;
  },
  refusal: Failure,
): Promise<Ended<Result, Said>> {
  const { commandKey, intent, clientAccountId } = run;
  try {
    await steps.undo?.({ commandKey, intent, clientAccountId });
    await store.endUndoing(deps.db.executor, commandKey);
    return { state: 'refused', refusal, isUndone: true };
  } catch (error) {
    deps.logger.warn(
      { err: error, use_case: steps.name },
      'what a refused use case did elsewhere is not taken back yet; it is tried again',
    );
    await giveBack(deps, steps, run, error);
    return { state: 'refused', refusal, isUndone: false };
  }
}

const SLOW_AFTER = 3;
const LONGEST_PAUSE_SECONDS = 60;

/** Lets others go on with it. When the database cannot be asked either, the lease ends by itself. */
export async function giveBack(
  { db, logger }: Deps,
  { name, pauseSeconds = 0 }: { readonly name: string; readonly pauseSeconds?: number },
  run: store.Held,
  error: unknown,
): Promise<void> {
  const slower =
    run.attempts <= SLOW_AFTER ? 0 : Math.min(LONGEST_PAUSE_SECONDS, 5 * 2 ** (run.attempts - SLOW_AFTER - 1));
  try {
    await store.release(db.executor, run, Math.max(pauseSeconds, slower), faultOf(error));
  } catch (err) {
    logger.warn({ err, use_case: name }, 'a use case waits for its lease to end');
  }
}
