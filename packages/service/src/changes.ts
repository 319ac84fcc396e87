import { invalidField } from '@app/contract/failure';
import type { Database } from '@app/db';
import { readChanges } from '@app/events';
import { Changes, type Implementation, implement } from '@app/rpc';

const MOST_SUBJECTS = 50;

/**
 * What the service published since an earlier answer, from its outbox: for every service that keeps something of what
 * this one decides.
 */
export const serveChanges = (db: Database): Implementation =>
  implement(Changes, {
    GetChanges: async ({ since, afterId, subjects }) => {
      if (subjects.length === 0 || subjects.length > MOST_SUBJECTS)
        throw invalidField('subjects', `must be 1 to ${MOST_SUBJECTS}`);
      return readChanges(db, { since, afterId, subjects });
    },
  });
