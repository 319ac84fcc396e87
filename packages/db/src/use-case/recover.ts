import type { Logger } from '@app/runtime';
import type { Database } from '../database.ts';
import { advance, giveBack } from './advance.ts';
import { type Row, type Run, runOf } from './run.ts';
import type { UseCaseDefinition } from './steps.ts';
import * as store from './store.ts';

/** How many runs are gone on with at once: one whose neighbour is silent keeps the others waiting for nobody. */
const AT_ONCE = 4;

/**
 * Takes runs that nobody works on, one at a time, until there is none left that was free when it began. One that fails
 * waits for the next time and stands in nobody's way. Gives how many came to an end.
 * @throws what kept the work of an earlier release from being taken over, once all others have been gone on with
 */
export async function recoverRuns<Intent, Result, Said, Given>(
  deps: { readonly db: Database; readonly logger: Logger },
  steps: UseCaseDefinition<Intent, Result, Said, Given>,
): Promise<number> {
  const { db, logger } = deps;
  const adopted = await Promise.resolve(steps.adopt?.()).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const before = await store.databaseTime(db.executor);
  let ended = 0;

  /** One that does not hold what the use case keeps is given back with its fault, and comes back more and more slowly. */
  const readRun = async (row: Row): Promise<Run<Intent, Result>> => {
    try {
      return runOf(row, steps);
    } catch (error) {
      await giveBack(deps, steps, row, error);
      throw error;
    }
  };

  const settle = async (row: Row): Promise<void> => {
    try {
      const outcome = await advance(deps, steps, await readRun(row), undefined);
      if (outcome.state !== 'refused' || outcome.isUndone) ended += 1;
    } catch (err) {
      logger.warn(
        { err, use_case: steps.name, attempts: row.attempts },
        'a use case could not be carried to its end; it is tried again',
      );
    }
  };

  const take = () => store.takeNext(db.executor, steps.name, steps.leaseSeconds, before);
  const work = async (first: Row | undefined): Promise<void> => {
    for (let row = first; row; row = await take()) await settle(row);
  };

  // Mostly there is none, and then nobody else needs to look.
  const first = await take();
  if (first) await Promise.all([work(first), ...Array.from({ length: AT_ONCE - 1 }, async () => work(await take()))]);
  if (adopted) throw adopted.error;
  return ended;
}

const KEPT_DAYS = 30;

/**
 * Forgets what ended longer ago than any repeat can come; gives how much. Raw: the driver counts without a row for each.
 */
export async function forgetEndedUseCases(db: Database): Promise<number> {
  const gone =
    await db.raw`delete from use_cases where ended_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`;
  await db.raw`delete from erasures where created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`;
  return gone.count;
}
