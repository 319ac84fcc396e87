import { createGroupCommit, type Database } from '@app/db';
import { type CommittedReconciliation, type DrawnIds, drawIds, insertCommitted } from './store.ts';

/** What several people who reconcile at the same moment share, each with their own outcome. */
export interface InternalGroups {
  /** Ids for a reconciliation of so many entries. */
  draw(wanted: { readonly clientAccountId: number; readonly count: number }): Promise<DrawnIds>;
  /** Stores a reconciliation and ends its run. @returns its number; undefined when somebody else has ended the run */
  commit(record: CommittedReconciliation): Promise<number | undefined>;
}

/** What has more entries is stored by itself: all of a group wait for each of them. */
const MAX_ENTRIES_IN_GROUP = 20;

export function createInternalGroups(db: Database): InternalGroups {
  const accountOf = ({ clientAccountId }: { readonly clientAccountId: number }): number => clientAccountId;
  const drawAlone = async ({ count }: { readonly count: number }): Promise<DrawnIds> =>
    (await drawIds(db.executor, [count]))[0]!;
  const draws = createGroupCommit<{ readonly clientAccountId: number; readonly count: number }, DrawnIds>({
    accountOf,
    together: (wanted) =>
      db.alone(undefined, (ex) =>
        drawIds(
          ex,
          wanted.map(({ count }) => count),
        ),
      ),
    alone: drawAlone,
  });

  const store = async (all: readonly CommittedReconciliation[], account: number | undefined) => {
    const numbers = await db.alone(account, (ex) => insertCommitted(ex, all, { waits: account !== undefined }));
    db.committed();
    return numbers;
  };
  const alone = async (record: CommittedReconciliation): Promise<number | null> =>
    (await store([record], record.clientAccountId))[0] ?? null;
  const commits = createGroupCommit<CommittedReconciliation, number | null>({
    accountOf,
    together: (all) => store(all, undefined),
    alone,
  });
  return {
    draw: async (wanted) => (db.isJoined ? drawAlone(wanted) : draws.run(wanted)),
    commit: async (record) => {
      const isShared = record.entries.length <= MAX_ENTRIES_IN_GROUP && !db.isJoined;
      return (await (isShared ? commits.run(record) : alone(record))) ?? undefined;
    },
  };
}
