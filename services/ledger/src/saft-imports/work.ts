import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Failure } from '@app/contract/failure';
import { finalRefusal } from '@app/db';
import { runInContext } from '@app/runtime';
import type { SaftContext } from './context.ts';
import { postImport } from './post.ts';
import { readFile } from './read-file.ts';
import type { Problem } from './saft-import.ts';
import { ImportStopped } from './stopped.ts';
import * as store from './store.ts';

/** Works on imports, one at a time in this process; each of them is worked on by one process. */
export interface ImportWork {
  /** Looks for work soon, without waiting for it. */
  wake(): void;
  /** Works until there is nothing left to do; gives how many steps were taken. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** How long an import that broke off for no fault of its own rests, in seconds, for each time it was taken up. */
const PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 60;
/** How long one import is posted while others wait. */
const SLICE_MILLIS = 10_000;

export function createImportWork(context: SaftContext): ImportWork {
  const { db, logger } = context;
  const holder = randomUUID();
  /** Outside whatever request or transaction asks for it. */
  const apart = AsyncLocalStorage.snapshot();
  let current: Promise<number> | undefined;
  let isStopping = false;

  const work = async (held: store.Held): Promise<void> => {
    const until = performance.now() + SLICE_MILLIS;
    try {
      if (held.state === 'READING') await readFile(context, held);
      else await postImport(context, held, () => !isStopping && performance.now() < until);
    } catch (error) {
      if (error instanceof store.LeaseLost) return;
      await giveUp(held, error).catch((fault: unknown) => {
        if (!(fault instanceof store.LeaseLost)) throw fault;
      });
    }
  };

  /** What somebody has to mend ends a commit; anything else is tried again, ever more seldom. */
  const giveUp = async (held: store.Held, error: unknown): Promise<void> => {
    const isCommit = held.state === 'IMPORTING';
    const problems = isCommit ? problemsOf(error) : undefined;
    if (problems !== undefined) return store.letGo(db.executor, held, { state: 'FAILED', faults: problems });
    logger.error({ err: error, import: held.id }, 'an import of a SAF-T file broke off; it is taken up again');
    const waiting = isCommit && error instanceof Failure ? { faults: [problem('waiting', error.message)] } : {};
    await store.letGo(db.executor, held, waiting, Math.min(PAUSE_SECONDS * held.attempts, LONGEST_PAUSE_SECONDS));
  };

  const workOff = async (): Promise<number> => {
    for (let taken = 0; ; taken++) {
      if (isStopping) return taken;
      const held = await store.takeNext(db, holder);
      if (!held) return taken;
      const { clientAccountId, actorId } = held;
      await runInContext({ requestId: `saft-import-${held.id}`, clientAccountId, userId: actorId }, () => work(held));
    }
  };

  /** Whoever finds work under way waits for it, and looks again: what came meanwhile may have been overlooked. */
  const run = async (): Promise<number> => {
    if (current) await current.catch(() => 0);
    current ??= workOff().finally(() => {
      current = undefined;
    });
    return current;
  };

  const start = (): void => {
    apart(run).catch((error: unknown) => logger.error({ err: error }, 'imports of SAF-T files are not worked on'));
  };

  return {
    run: () => apart(run),
    wake: () => {
      if (!db.isJoined) {
        start();
        return;
      }
      // What a joined transaction has written can be seen when it has ended; should another end first, the job looks.
      const stop = db.onCommit(() => {
        stop();
        start();
      });
    },
    stop: async () => {
      isStopping = true;
      await current?.catch(() => 0);
    },
  };
}

const problem = (rule: string, message: string): Problem => ({ rule, message, entry: null, account: null });

/** Why a commit cannot go on; undefined for what may be over in a while. */
function problemsOf(error: unknown): readonly Problem[] | undefined {
  if (error instanceof ImportStopped) return error.problems;
  const refusal = finalRefusal(error);
  return refusal && [problem('refused', refusal.message)];
}
