import { unavailable } from '@app/contract/failure';
import type { Beat } from '@app/events';
import type { Clock, Logger } from '@app/runtime';
import type { Ground } from '../ground/ground.ts';
import type { Grounds } from '../ground/grounds.ts';
import type { AccountFactsCache } from '../projections/account-facts.ts';
import type { References } from '../projections/references.ts';
import type { LineAccounts } from './accounts.ts';
import type { PostingStore } from './posting-store.ts';
import type { EntryStore } from './store.ts';
import type { Writing } from './writing.ts';

/** What the operations on journal entries work with. */
export interface Books {
  readonly entries: EntryStore;
  readonly posting: PostingStore;
  readonly accounts: LineAccounts;
  readonly facts: AccountFactsCache;
  readonly grounds: Grounds;
  readonly references: Pick<References, 'refresh'>;
  /** How well the ledger knows what organisation has decided. */
  readonly owner: Pick<Beat, 'current'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * Who writes into which books, now, and on which ground. What their owner decided is known by then. @throws Failure 503
 * when it cannot be asked, 404
 */
export async function openBooks(books: Books, clientAccountId: number, actorId: number): Promise<Writing> {
  await books.owner.current();
  const ground = await books.grounds.get(clientAccountId);
  return { clientAccountId, actorId, now: books.clock.now().toString(), ground };
}

/** How often something is judged anew because the ground changed under it; it changes seldom. */
export const ATTEMPTS = 20;

/** Somebody changes accounts, settings or locks of the company without end. */
export const keepsChanging = () =>
  unavailable('The accounts or settings change at this moment; nothing was stored, try again in a moment');

/**
 * The ground of this moment, for who judges by it and writes nothing by which it would be found out that the remembered
 * one is older. @throws Failure 503, 404
 */
export async function currentGround(books: Books, clientAccountId: number): Promise<Ground> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const { ground } = await openBooks(books, clientAccountId, 0);
    if (await books.grounds.isCurrent(ground)) return ground;
  }
  throw keepsChanging();
}
