import type { AccountAccess } from '@app/access';
import type { Following } from '@app/contract';
import { appendToOutbox, type Database, type FollowedPage, sharedLookup, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import type { SQL } from 'drizzle-orm';
import type { ReferenceKind } from '../references/kinds.ts';
import { type OwnRecord, type RecordKind, recordNotFound, referenceChanged } from './record.ts';
import { lockSeries } from './series.ts';
import type { RecordOrder, RecordStore } from './store.ts';

export interface RecordDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export interface RecordQuery {
  readonly accounts: readonly Pick<AccountAccess, 'clientAccountId'>[];
  readonly isActive?: boolean | undefined;
  readonly updatedFrom?: string | undefined;
  readonly order: RecordOrder;
  readonly page: { readonly page: number; readonly per_page: number };
  readonly following: Following;
  /** What the kind filters by besides. */
  readonly also?: SQL | undefined;
}

/** The operations that are the same for every kind of record. */
export interface Records<R extends OwnRecord, F extends object> {
  readonly kind: RecordKind;
  /** @throws Failure 404 */
  require(id: number): Promise<R>;
  list(query: RecordQuery): Promise<FollowedPage<R>>;
  /** In the caller's transaction when there is one. `inspect` may refuse, in the transaction. @throws Failure 409 */
  create(
    fields: F & { readonly clientAccountId: number },
    actorId: number,
    inspect?: (tx: Tx) => Promise<void>,
  ): Promise<R>;
  /**
   * Changes what differs; `changesTo` sees the record as it is once no other writer is left. @throws Failure 404, 409
   */
  update(
    record: Pick<R, 'id' | 'clientAccountId'>,
    actorId: number,
    changesTo: (record: R, tx: Tx) => Partial<F> | Promise<Partial<F>>,
  ): Promise<R>;
  /** How others name and count these records. */
  reference(counted?: string): ReferenceKind;
}

export function createRecords<R extends OwnRecord, F extends object>(
  { db, clock }: RecordDependencies,
  kind: RecordKind,
  store: RecordStore<R, F>,
): Records<R, F> {
  const { type } = kind;
  const now = (): Date => new Date(clock.millis());
  const lookup = sharedLookup(db, store.findEach, ({ id }) => id);

  return {
    kind,
    async require(id) {
      const record = await lookup(id);
      if (!record) throw recordNotFound(kind, id);
      return record;
    },
    list({ accounts, isActive, updatedFrom, also, ...page }) {
      const filter = {
        clientAccountIds: accounts.map(({ clientAccountId }) => clientAccountId),
        isActive,
        updatedFrom,
      };
      return store.page(db.executor, filter, page, also);
    },
    create: (fields, actorId, inspect) =>
      db.write(async (tx) => {
        const turn = await lockSeries(tx, { clientAccountId: fields.clientAccountId, type, isNew: true }, now());
        await inspect?.(tx);
        const record = await store.insert(tx, { ...fields, sequenceNumber: turn.number }, actorId, turn.changedAt);
        await appendToOutbox(tx, referenceChanged(kind, record));
        return record;
      }),
    update: ({ id, clientAccountId }, actorId, changesTo) =>
      db.write(async (tx) => {
        const turn = await lockSeries(tx, { clientAccountId, type, isNew: false }, now());
        const before = await store.find(tx, id);
        if (!before) throw recordNotFound(kind, id);
        const changes = differences(before, await changesTo(before, tx));
        if (Object.keys(changes).length === 0) return before;
        const after = await store.update(tx, before, changes, actorId, turn.changedAt);
        if (after.name !== before.name || after.isActive !== before.isActive)
          await appendToOutbox(tx, referenceChanged(kind, after));
        return after;
      }),
    reference: (counted) => ({
      type,
      ...(counted === undefined ? {} : { counted }),
      resolve: (ex, clientAccountId, ids) => store.resolve(ex, clientAccountId, ids),
      count: (ex, clientAccountId) => store.count(ex, { clientAccountIds: [clientAccountId] }),
    }),
  };
}

/** What is defined and not so already. */
function differences<R extends OwnRecord, F extends object>(record: R, changes: Partial<F>): Partial<F> {
  const present = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => value !== undefined && value !== present[field]),
  ) as Partial<F>;
}
