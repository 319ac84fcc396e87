import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { runInContext } from '@app/runtime';
import type { SaftContext } from './context.ts';
import { readFile } from './read-file.ts';
import * as store from './store.ts';

/** Works on imports, one at a time in this process; each of them is worked on by one process. */
export interface ImportWork {
  /** Looks for work soon, without waiting for it. */
  wake(): void;
  /** Works until there is nothing left to do; gives how many steps were taken. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

/** How long an import that failed for no fault of its file rests, in seconds. */
const PAUSE_SECONDS = 5;

export function createImportWork(context: SaftContext): ImportWork {
  const { db, logger } = context;
  const holder = randomUUID();
  /** Outside whatever request or transaction asks for it. */
  const apart = AsyncLocalStorage.snapshot();
  let current: Promise<number> | undefined;
  let isStopping = false;

  const work = async (held: store.Held): Promise<void> => {
    try {
      await readFile(context, held);
    } catch (error) {
      if (error instanceof store.LeaseLost) return;
      logger.error({ err: error, import: held.id }, 'an import of a SAF-T file broke off; it is taken up again');
      await store.letGo(db.executor, held, {}, PAUSE_SECONDS).catch((fault: unknown) => {
        if (!(fault instanceof store.LeaseLost)) throw fault;
      });
    }
  };

  const workOff = async (): Promise<number> => {
    for (let taken = 0; ; taken++) {
      if (isStopping) return taken;
      const held = await store.takeNext(db, holder);
      if (!held) return taken;
      const { clientAccountId, createdById } = held;
      await runInContext({ requestId: `saft-import-${held.id}`, clientAccountId, userId: createdById }, () =>
        work(held),
      );
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
