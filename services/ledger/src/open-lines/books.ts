import type { Executor } from '@app/db';
import { asc, gt } from 'drizzle-orm';
import { journalCounters } from '../schema/journal-counters.ts';

/** How far the books of a client account have come: `revision` rises with every change of its journal. */
export interface BooksRevision {
  readonly clientAccountId: number;
  readonly revision: number;
}

/** Client accounts of one page. */
const PAGE = 1_000;

/** The books behind a client account, in the order of their ids; fewer than a page only at the end. */
export const listBooks = (db: Executor, afterId: number): Promise<readonly BooksRevision[]> =>
  db
    .select({ clientAccountId: journalCounters.clientAccountId, revision: journalCounters.revision })
    .from(journalCounters)
    .where(gt(journalCounters.clientAccountId, afterId))
    .orderBy(asc(journalCounters.clientAccountId))
    .limit(PAGE);
