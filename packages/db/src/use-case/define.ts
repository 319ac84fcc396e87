import { conflict, unavailable } from '@app/contract/failure';
import type { Logger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { Database, Executor, Tx } from '../database.ts';
import { createGroupCommit } from '../group-commit.ts';
import { advance, type Ended } from './advance.ts';
import { BegunBefore } from './begun-before.ts';
import { recoverRuns } from './recover.ts';
import { openRun, type Run, runOf } from './run.ts';
import type { BeginShared, Outcome, UseCase, UseCaseDefinition, Wishes } from './steps.ts';
import * as store from './store.ts';

/**
 * Makes a use case over services from its steps: the intent is stored with whatever is reserved for it, the others are
 * called under the command key until it is known what they did, and one last transaction finishes or refuses. What a
 * process leaves half done when it dies, the recovery of any replica carries to its end.
 */
export function defineUseCase<Intent, Result, Said, Given>(
  deps: { readonly db: Database; readonly logger: Logger },
  steps: UseCaseDefinition<Intent, Result, Said, Given>,
): UseCase<Intent, Result, Said, Given> {
  const { db } = deps;
  const { name, leaseSeconds } = steps;

  const find = async (wanted: store.Wanted, ex: Executor = db.executor): Promise<Run<Intent, Result> | undefined> => {
    const row = await store.find(ex, name, wanted);
    if (!steps.adopt || (row && row.endedAt === null)) return row && runOf(row, steps);
    await steps.adopt(wanted);
    const adopted = await store.find(ex, name, wanted);
    return adopted && runOf(adopted, steps);
  };

  const begin = async (tx: Tx, commandKey: string, wishes: Wishes<Intent>): Promise<Run<Intent, Result>> => {
    const { intent, subject = null, clientAccountId = null } = wishes;
    const row = await store.insert(tx, { name, commandKey, subject, clientAccountId, intent }, leaseSeconds);
    if (row) return runOf(row, steps);
    throw await takenBy(tx, commandKey, wishes);
  };

  /** Why an intent was not stored. */
  const takenBy = async (tx: Tx, commandKey: string, { busy }: Pick<Wishes<Intent>, 'busy'>): Promise<Error> =>
    (await store.find(tx, name, { commandKey }))
      ? new BegunBefore(`A "${name}" of this key was begun before`)
      : (busy ?? conflict('Somebody else does the same at this moment; try again when that has ended'));

  const beginAll: UseCase<Intent, Result, Said, Given>['beginAll'] = async (tx, all) => {
    const runs = all.map(({ commandKey, intent, subject = null, clientAccountId = null }) => ({
      ...{ name, commandKey, subject, clientAccountId, intent },
    }));
    const stored = runs.length === 0 ? [] : await store.insertAll(tx, runs, leaseSeconds);
    const taken = all[stored.indexOf(false)];
    if (taken) throw await takenBy(tx, taken.commandKey, taken);
    return all.map(({ commandKey, intent, clientAccountId = null }) =>
      openRun({ commandKey, clientAccountId, intent }),
    );
  };

  type SharedRun = store.NewRun & { readonly clientAccountId: number };
  const storeAlone = async (run: SharedRun): Promise<boolean> => {
    const storing = await db.alone(run.clientAccountId, (ex) => store.insertAll(ex, [run], leaseSeconds));
    return storing[0]!;
  };
  const groups = createGroupCommit<SharedRun, boolean>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    // Nobody holds a row that is not there yet but somebody with the same key at this very moment.
    together: (runs) => db.alone(undefined, (ex) => store.insertAll(ex, runs, leaseSeconds)),
    alone: storeAlone,
  });

  const beginShared = async (
    commandKey: string,
    { intent, clientAccountId }: Parameters<BeginShared<Intent, Result>>[0],
  ): Promise<Run<Intent, Result>> => {
    const run = { name, commandKey, subject: null, clientAccountId, intent };
    if (await (db.isJoined ? storeAlone(run) : groups.run(run)))
      return openRun({ commandKey, clientAccountId, intent });
    throw new BegunBefore(`A "${name}" of this key was begun before`);
  };

  const resume = async (run: Run<Intent, Result>, given?: Given) => answer(await advance(deps, steps, run, given));

  /** Goes on with what a key has begun, whoever holds it: its caller waits for it here and nowhere else. */
  const takeOver = async (commandKey: string): Promise<Run<Intent, Result> | undefined> => {
    const known = await find({ commandKey });
    if (known?.state !== 'open' && known?.state !== 'undoing') return known;
    const row = await store.take(db.executor, commandKey, leaseSeconds, false);
    return row ? runOf(row, steps) : find({ commandKey });
  };

  /** Stores the intent, unless somebody with the same key was faster. */
  const beginOnce = async (commandKey: string, intend: Parameters<UseCase<Intent, Result, Said, Given>['run']>[1]) => {
    try {
      return await intend(
        (tx, wishes) => begin(tx, commandKey, wishes),
        (wishes) => beginShared(commandKey, wishes),
      );
    } catch (error) {
      const first = error instanceof BegunBefore ? await takeOver(commandKey) : undefined;
      if (!first) throw error;
      return first;
    }
  };

  return {
    name,
    find,
    resume,
    beginAll,
    beginPart: (columns, from) =>
      store.beginPart({ name: sql`${name}::text`, leaseSeconds: sql`${leaseSeconds}` }, columns, from),
    async run(commandKey, intend, given, { isFirstTry } = {}) {
      const begun = isFirstTry ? undefined : await takeOver(commandKey);
      const run = begun ?? (await beginOnce(commandKey, intend));
      const outcome = await resume(run, given);
      if (outcome) return outcome;
      throw unavailable('What was begun earlier came to nothing; send the same again');
    },
    async claim(ex, { commandKey }) {
      const row = await store.take(ex, commandKey, leaseSeconds, true);
      return row && runOf(row, steps);
    },
    async carryOn(wanted) {
      const known = await find(wanted);
      if (known?.state !== 'open' && known?.state !== 'undoing') return false;
      const row = await store.take(db.executor, known.commandKey, leaseSeconds, true);
      return row !== undefined && (await resume(runOf(row, steps))) !== undefined;
    },
    recover: () => recoverRuns(deps, steps),
  };
}

/** What the caller gets to know of how it ended. @throws Failure the refusal */
function answer<Result, Said>(ended: Ended<Result, Said>): Outcome<Result, Said> | undefined {
  switch (ended.state) {
    case 'done':
      return { result: ended.result, said: ended.said };
    case 'refused':
      throw ended.refusal;
    case 'withdrawn':
      return undefined;
  }
}
