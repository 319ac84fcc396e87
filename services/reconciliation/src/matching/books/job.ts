import { setTimeout as elapse } from 'node:timers/promises';
import { createQueueWorker, type QueueWorker, whileHeld } from '@app/db';
import type { ClientOf, Ledger } from '@app/rpc';
import type { Logger } from '@app/runtime';
import { type MatchingDependencies, matchBooks } from './match-books.ts';
import { extendLease, giveBack, isAnyTaken, Overtaken, type Turn, takeBooks, wantChanged } from './turns-store.ts';

export interface JobDependencies extends MatchingDependencies {
  readonly ledger: MatchingDependencies['ledger'] & Pick<ClientOf<typeof Ledger>, 'ListBooks'>;
  readonly logger: Logger;
}

const POLL_MILLIS = 1_000;
/** Seconds until books are tried again that could not be looked through. */
const RETRY_SECONDS = 30;
/** How often the job looks whether the others are done, and how long at most. */
const WAIT_MILLIS = 100;
const MOST_WAITS = 600;

async function carryOutTurn(deps: JobDependencies, turn: Turn): Promise<number> {
  try {
    return await whileHeld(
      () => extendLease(deps.db.executor, turn),
      () => matchBooks(deps, turn),
    );
  } catch (error) {
    if (error instanceof Overtaken) return 0;
    await giveBack(deps.db.executor, turn, RETRY_SECONDS);
    throw error;
  }
}

/** Part of the time that one process looks through books: requests need the rest of the machine. */
const SHARE = 0.2;

/** Looks through books soon after postings, one company at a time in each process. */
export const createMatcher = (deps: JobDependencies): QueueWorker =>
  createQueueWorker<Turn>({
    db: deps.db,
    take: () => takeBooks(deps.db.executor),
    work: async (turn) => void (await carryOutTurn(deps, turn)),
    onFault: (error) => deps.logger.warn({ err: error }, 'lines could not be matched; they are looked at again later'),
    // Nothing is due before SOON_SECONDS have passed since the commit.
    followsCommits: false,
    pollMillis: POLL_MILLIS,
    share: SHARE,
  });

/**
 * Looks through all books that have changed, whether an event has said so or not, and waits for those that another
 * process has at this moment.
 * @returns how many drafts it made or withdrew
 */
export async function matchEverything(deps: JobDependencies): Promise<number> {
  await findChanged(deps);
  let changed = 0;
  for (let waits = 0; ; ) {
    const turn = await takeBooks(deps.db.executor, false);
    if (turn) changed += await carryOutTurn(deps, turn);
    else if (waits++ >= MOST_WAITS || !(await isAnyTaken(deps.db.executor))) return changed;
    else await elapse(WAIT_MILLIS);
  }
}

async function findChanged({ db, ledger }: JobDependencies): Promise<void> {
  for (let after = 0; ; ) {
    const { books } = await ledger.ListBooks({ afterClientAccountId: after });
    if (books.length === 0) return;
    await wantChanged(db.executor, books);
    after = books.at(-1)!.clientAccountId;
  }
}
