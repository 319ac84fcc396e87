import type { Failure, Following } from '@app/contract';
import { anyOf, builtOnce, type Executor, type FollowedPage, type Tx, type Value, violatedConstraint } from '@app/db';
import { listRecords } from '@app/records';
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reference } from '../references/kinds.ts';
import type { recordColumns } from '../schema/record-columns.ts';
import type { OwnRecord } from './record.ts';

/** A table with the columns that every kind of record has. */
type RecordTable = PgTable & Record<keyof ReturnType<typeof recordColumns>, PgColumn>;

type Selection = Readonly<Record<string, PgColumn | SQL>>;

interface Options<R extends OwnRecord, F extends object> {
  readonly table: RecordTable;
  /** What is read besides the common columns. */
  readonly selection: { readonly [K in keyof Omit<R, keyof OwnRecord>]: PgColumn | SQL };
  /** What a row becomes, where it is not the record already. */
  readonly read?: (row: Readonly<Record<string, unknown>>) => Partial<R>;
  /** Public names of the fields a list can be ordered by, besides the common ones. */
  readonly orders?: Selection;
  /** What a violated constraint means to the caller. */
  readonly refusals?: Readonly<Record<string, (fields: Partial<F>) => Failure>>;
}

export interface RecordFilter {
  readonly clientAccountIds: readonly number[];
  readonly isActive?: boolean | undefined;
  readonly updatedFrom?: string | undefined;
}

export type RecordOrder = readonly { readonly field: string; readonly descending: boolean }[];

/** The statements that are the same for every kind of record. `F` are the fields that are written. */
export interface RecordStore<R extends OwnRecord, F extends object> {
  find(ex: Executor, id: number): Promise<R | undefined>;
  /** Those that there are, whichever accounts they are of. */
  findEach(ex: Executor, ids: readonly number[]): Promise<readonly R[]>;
  count(ex: Executor, filter: RecordFilter, also?: SQL): Promise<number>;
  /** At most so many that match, by id. */
  first(ex: Executor, filter: RecordFilter, limit: number, also?: SQL): Promise<readonly R[]>;
  /** Those that a condition selects, which names the client accounts, by id. */
  select(ex: Executor, where: SQL | undefined): Promise<readonly R[]>;
  page(
    ex: Executor,
    filter: RecordFilter,
    page: {
      readonly following: Following;
      readonly page: { readonly page: number; readonly per_page: number };
      readonly order: RecordOrder;
    },
    also?: SQL,
  ): Promise<FollowedPage<R>>;
  /** @throws Failure 409 where a constraint refuses */
  insert(
    tx: Tx,
    record: F & Pick<OwnRecord, 'clientAccountId' | 'sequenceNumber'>,
    actorId: number,
    now: Date,
  ): Promise<R>;
  /** Raises the version. @throws Failure 409 where a constraint refuses */
  update(
    tx: Tx,
    record: Pick<OwnRecord, 'clientAccountId' | 'id'>,
    changes: Partial<F>,
    actorId: number,
    now: Date,
  ): Promise<R>;
  resolve(ex: Executor, clientAccountId: number, ids: readonly number[]): Promise<readonly Reference[]>;
}

export function createRecordStore<R extends OwnRecord, F extends object>(options: Options<R, F>): RecordStore<R, F> {
  const { table } = options;
  const selection = { ...commonSelection(table), ...options.selection } as Record<string, PgColumn | SQL>;
  const orders: Selection = { ...commonOrders(table), ...options.orders };
  // The checks of the table hold its words to those of the types.
  const recordOf = (row: Record<string, unknown>): R => ({ ...row, ...options.read?.(row) }) as unknown as R;

  const select = (ex: Executor, condition: SQL | undefined) => ex.select(selection).from(table).where(condition);
  const rowsById = builtOnce((ex, ids: Value<readonly number[]>) => select(ex, anyOf(table.id, ids)));
  const findEach = async (ex: Executor, ids: readonly number[]) => (await rowsById(ex, ids)).map(recordOf);
  const find = async (ex: Executor, id: number): Promise<R | undefined> => (await findEach(ex, [id]))[0];
  const explain =
    (fields: Partial<F>) =>
    (error: unknown): never => {
      throw options.refusals?.[violatedConstraint(error) ?? '']?.(fields) ?? error;
    };
  const activeOnly = (isActive: boolean | undefined): SQL | undefined =>
    isActive === undefined ? undefined : eq(table.isActive, isActive);
  const conditionOf = (
    { clientAccountIds, isActive, updatedFrom }: RecordFilter,
    also: SQL | undefined,
  ): SQL | undefined =>
    and(
      inArray(table.clientAccountId, [...clientAccountIds]),
      activeOnly(isActive),
      updatedFrom === undefined ? undefined : gte(table.updatedAt, new Date(updatedFrom)),
      also,
    );

  return {
    find,
    findEach,
    count: async (ex, filter, also) =>
      filter.clientAccountIds.length === 0 ? 0 : ex.$count(table, conditionOf(filter, also)),
    select: async (ex, where) => (await select(ex, where).orderBy(asc(table.id))).map(recordOf),
    first: async (ex, filter, limit, also) =>
      (await select(ex, conditionOf(filter, also)).orderBy(asc(table.id)).limit(limit)).map(recordOf),
    page: (ex, { clientAccountIds, updatedFrom, isActive }, { following, page, order }, also) =>
      listRecords(
        ex,
        {
          clientAccountIds,
          updatedFrom,
          following,
          page,
          order: order.filter(({ field }) => Object.hasOwn(orders, field)),
        },
        { table, selection, recordOf, orders, where: and(activeOnly(isActive), also) },
      ),
    async insert(tx, record, actorId, now) {
      const [row] = await tx
        .insert(table)
        .values({ ...record, createdAt: now, createdById: actorId, updatedAt: now, updatedById: actorId })
        .returning({ id: table.id })
        .catch(explain(record as Partial<F>));
      return (await find(tx, (row as { readonly id: number }).id))!;
    },
    async update(tx, { clientAccountId, id }, changes, actorId, now) {
      await tx
        .update(table)
        .set({ ...changes, version: sql`${table.version} + 1`, updatedAt: now, updatedById: actorId })
        .where(and(eq(table.clientAccountId, clientAccountId), eq(table.id, id)))
        .catch(explain(changes));
      return (await find(tx, id))!;
    },
    async resolve(ex, clientAccountId, ids) {
      const rows = await ex
        .select({ id: table.id, name: table.name, isActive: table.isActive })
        .from(table)
        .where(and(eq(table.clientAccountId, clientAccountId), inArray(table.id, [...ids])))
        .orderBy(asc(table.id));
      return rows as readonly Reference[];
    },
  };
}

const commonSelection = (table: RecordTable): Selection => ({
  id: table.id,
  clientAccountId: table.clientAccountId,
  sequenceNumber: table.sequenceNumber,
  name: table.name,
  isActive: table.isActive,
  version: table.version,
  createdAt: table.createdAt,
  createdById: table.createdById,
  updatedAt: table.updatedAt,
  updatedById: table.updatedById,
});

const commonOrders = (table: RecordTable): Selection => ({
  id: table.id,
  name: sql`${table.name} collate "nb-x-icu"`,
  sequence_number: table.sequenceNumber,
  is_active: table.isActive,
  created_at: table.createdAt,
  updated_at: table.updatedAt,
});
