import type { Database } from '@app/db';
import type { Finder } from '@app/records';
import { findCategories } from './store.ts';

/** Categories are the same for everybody. */
export const amongCategories =
  (db: Pick<Database, 'executor'>): Finder =>
  async (_clientAccountId, ids) =>
    new Set((await findCategories(db.executor, ids)).map(({ id }) => id));
