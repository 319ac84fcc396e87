import type { Failure } from '@app/contract/failure';
import { anyOf, builtOnce, type Executor, type FollowedPage, type Tx, type Value, violatedConstraint } from '@app/db';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Listing, listRecords, type Selection } from './list.ts';
import type { recordColumns } from './schema.ts';
import { changedAt, madeAt, type Stamp } from './stamp.ts';

/** A table with the columns of every record (`recordColumns`). */
type RecordTable = PgTable & Record<keyof ReturnType<typeof recordColumns>, PgColumn>;

/** A record, and whose it is. */
export interface RecordKey {
  readonly clientAccountId: number;
  readonly id: number;
}

interface StoreOptions<R, F> {
  readonly table: RecordTable;
  /** How columns are read that are not read as they are. */
  readonly selection?: Selection;
  /** What a row becomes, where it is not the record already. */
  readonly recordOf?: (row: Record<string, unknown>) => R;
  /** Public names of the fields a list can be ordered by, besides the common ones. */
  readonly orders: Selection;
  /** What the violated constraints of the table mean to the caller. */
  readonly refusals?: Readonly<Record<string, (fields: Partial<F>) => Failure>>;
}

/** The statements that are the same for every kind of record. `F` are the fields that are written. */
export interface RecordStore<R, F> {
  /** A page of the records; `where` is what the list filters by. */
  list(ex: Executor, listing: Listing, where?: SQL): Promise<FollowedPage<R>>;
  /** By id alone: the caller decides who may see it. */
  find(ex: Executor, id: number): Promise<R | undefined>;
  /** Those of the client account among the ids, in order of id. */
  findAmong(ex: Executor, clientAccountId: number, ids: readonly number[]): Promise<readonly R[]>;
  /** Those that a condition selects, which names the client account, in order of id. */
  select(ex: Executor, where: SQL | undefined): Promise<readonly R[]>;
  /** @throws Failure where a constraint refuses */
  insert(tx: Tx, fields: F & Pick<RecordKey, 'clientAccountId'>, stamp: Stamp): Promise<R>;
  /** Changes what is given, and raises the version. @throws Failure where a constraint refuses */
  update(tx: Tx, key: RecordKey, change: Partial<F>, stamp: Stamp): Promise<R>;
  /** @returns whether there was one */
  remove(tx: Tx, key: RecordKey): Promise<boolean>;
}

export function createRecordStore<R, F extends object>(options: StoreOptions<R, F>): RecordStore<R, F> {
  const { table, refusals = {} } = options;
  const selection = { ...getTableColumns(table), ...options.selection } as Record<string, PgColumn | SQL>;
  const orders: Selection = {
    id: table.id,
    ...options.orders,
    created_at: table.createdAt,
    updated_at: table.updatedAt,
  };
  // The checks of the table hold its words to those of the types.
  const recordOf = options.recordOf ?? ((row: Record<string, unknown>) => row as R);
  const ofKey = ({ clientAccountId, id }: RecordKey) =>
    and(eq(table.clientAccountId, clientAccountId), eq(table.id, id));
  const rowsWhere = (ex: Executor, where: SQL | undefined) =>
    ex.select(selection).from(table).where(where).orderBy(asc(table.id));
  const rowsById = builtOnce((ex, id: Value<number>) => rowsWhere(ex, eq(table.id, id)));
  const select = async (ex: Executor, where: SQL | undefined): Promise<readonly R[]> =>
    (await rowsWhere(ex, where)).map(recordOf);
  const explain =
    (fields: Partial<F>) =>
    (error: unknown): never => {
      throw refusals[violatedConstraint(error) ?? '']?.(fields) ?? error;
    };

  return {
    select,
    list: (ex, listing, where) => listRecords(ex, listing, { table, selection, recordOf, orders, where }),
    find: async (ex, id) => (await rowsById(ex, id)).map(recordOf)[0],
    findAmong: (ex, clientAccountId, ids) =>
      select(ex, and(eq(table.clientAccountId, clientAccountId), anyOf(table.id, ids))),
    async insert(tx, fields, stamp) {
      const rows = await tx
        .insert(table)
        .values({ ...fields, ...madeAt(stamp) })
        .returning(selection)
        .catch(explain(fields));
      return recordOf(rows[0]!);
    },
    async update(tx, key, change, stamp) {
      const rows = await tx
        .update(table)
        .set({ ...change, ...changedAt(stamp), version: sql`${table.version} + 1` })
        .where(ofKey(key))
        .returning(selection)
        .catch(explain(change));
      return recordOf(rows[0]!);
    },
    remove: async (tx, key) => (await tx.delete(table).where(ofKey(key)).returning({ id: table.id })).length > 0,
  };
}
