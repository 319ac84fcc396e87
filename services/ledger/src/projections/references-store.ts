import { anyOf, type Database, type Executor, fixedStatement } from '@app/db';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { referenceValues } from '../schema/projections.ts';

/** A record of another service that lines or entries point at. */
export interface ReferenceValue {
  readonly clientAccountId: number;
  readonly relationType: string;
  readonly relationId: number;
  readonly name: string;
  readonly isActive: boolean;
  /** Of the owner's record; 0 when it was read through, which has none. */
  readonly version: number;
}

/** The values of one type that the books of one client account point at. */
export interface UsedReferences {
  readonly clientAccountId: number;
  readonly relationType: string;
  readonly ids: readonly number[];
}

/** A record as the ledger knows it. */
export type KnownReference = Pick<ReferenceValue, 'name' | 'isActive'>;

export interface ReferencesStore {
  /** What is known of some records of one type, by id. */
  known(
    clientAccountId: number,
    relationType: string,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, KnownReference>>;
  /** Versions of the values that are known. */
  versions(clientAccountId: number, relationType: string, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Stores what the owner said, unless an event changed the value since `seen` was read. */
  putResolved(values: readonly ReferenceValue[], seen: ReadonlyMap<number, number>): Promise<void>;
  /** Stores what an event says, unless something newer is known. */
  change(executor: Executor, value: ReferenceValue): Promise<void>;
  /** As `change`, of many by one statement; of several about one record the newest counts. */
  changeAll(executor: Executor, values: readonly ReferenceValue[]): Promise<void>;
  /**
   * Takes every value of these types for inactive and out of date: the refusal that follows asks its owner. Names stay.
   */
  distrust(relationTypes: readonly string[]): Promise<void>;
  /** Everything that lines, entries and share transactions point at. Raw: the values of a type come back as one array. */
  used(): Promise<readonly UsedReferences[]>;
}

export const createReferencesStore = (db: Database): ReferencesStore => ({
  known: async (clientAccountId, relationType, ids) => {
    const rows = await db.executor
      .select({ id: referenceValues.relationId, name: referenceValues.name, isActive: referenceValues.isActive })
      .from(referenceValues)
      .where(
        and(
          eq(referenceValues.clientAccountId, clientAccountId),
          eq(referenceValues.relationType, relationType),
          anyOf(referenceValues.relationId, ids),
        ),
      );
    return new Map(rows.map(({ id, ...known }) => [id, known]));
  },
  versions: async (clientAccountId, relationType, ids) => {
    if (ids.length === 0) return new Map();
    const rows = await db.executor
      .select({ id: referenceValues.relationId, version: referenceValues.version })
      .from(referenceValues)
      .where(
        and(
          eq(referenceValues.clientAccountId, clientAccountId),
          eq(referenceValues.relationType, relationType),
          inArray(referenceValues.relationId, [...ids]),
        ),
      );
    return new Map(rows.map(({ id, version }) => [id, version]));
  },
  putResolved: async (values, seen) => {
    const fresh = values.filter(({ relationId }) => !seen.has(relationId));
    if (fresh.length > 0) await db.executor.insert(referenceValues).values(fresh).onConflictDoNothing();
    const known = values.filter(({ relationId }) => seen.has(relationId));
    if (known.length > 0) await db.executor.execute(updateSeen(known, seen));
  },
  change: (executor, value) => changeAll(executor, [value]),
  changeAll,
  distrust: async (relationTypes) => {
    await db.executor
      .update(referenceValues)
      .set({ isActive: false, version: 0 })
      .where(inArray(referenceValues.relationType, [...relationTypes]));
  },
  used: async () => {
    const rows = await db.report((executor) =>
      executor.execute<{ client_account_id: string; relation_type: string; ids: string[] }>(sql`
      select client_account_id, relation_type, array_agg(relation_id order by relation_id)::text[] as ids
      from (
        select distinct client_account_id, relation_type, relation_id from journal_line_dimensions
        union
        select client_account_id, 'voucher', voucher_id from journal_entries where voucher_id is not null
        union
        select client_account_id, 'businesspartner', business_partner_id from share_transactions where business_partner_id is not null
      ) used
      group by client_account_id, relation_type order by client_account_id, relation_type`),
    );
    return rows.map((row) => ({
      clientAccountId: Number(row.client_account_id),
      relationType: row.relation_type,
      ids: row.ids.map(Number),
    }));
  },
});

// Raw: one text for any number of values, made once. A row that is newer already stays as it is.
const changing = fixedStatement(sql`
  insert into ${referenceValues} as r (client_account_id, relation_type, relation_id, name, is_active, version)
  select v.account, v.type, v.id, v.name, v.active, v.version
  from jsonb_to_recordset(${sql.placeholder('values')}::text::jsonb)
    as v (place integer, account bigint, type text, id bigint, name text, active boolean, version bigint)
  order by v.place
  on conflict (client_account_id, relation_type, relation_id) do update
    set name = excluded.name, is_active = excluded.is_active, version = excluded.version
    where r.version < excluded.version`);

async function changeAll(executor: Executor, values: readonly ReferenceValue[]): Promise<void> {
  const rows = newestOfEach(values).map(
    ({ clientAccountId: account, relationType: type, relationId: id, name, isActive: active, version }, place) => ({
      ...{ place, account, type, id, name, active, version },
    }),
  );
  await executor.execute(changing({ values: JSON.stringify(rows) }));
}

/** One value for each record, since a statement changes a row once, in the order of their ids, as everybody takes them. */
function newestOfEach(values: readonly ReferenceValue[]): ReferenceValue[] {
  const newest = new Map<string, ReferenceValue>();
  for (const value of values) {
    const key = `${value.clientAccountId} ${value.relationType} ${value.relationId}`;
    const known = newest.get(key);
    if (!known || known.version < value.version) newest.set(key, value);
  }
  return [...newest.values()].sort(
    (a, b) =>
      a.clientAccountId - b.clientAccountId ||
      (a.relationType < b.relationType ? -1 : a.relationType > b.relationType ? 1 : a.relationId - b.relationId),
  );
}

/** Raw: one statement for all of them. Rows are taken in the order of their ids, as by everybody who takes several. */
function updateSeen(values: readonly ReferenceValue[], seen: ReadonlyMap<number, number>): SQL {
  const rows = values.map(({ clientAccountId, relationType, relationId, name, isActive }) => ({
    ...{ account: clientAccountId, type: relationType, id: relationId, name, active: isActive },
    version: seen.get(relationId),
  }));
  return sql`
    with changed as materialized (
      select r.client_account_id, r.relation_type, r.relation_id, v.name, v.active
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as v (account bigint, type text, id bigint, name text, active boolean, version bigint)
      join reference_values r on r.client_account_id = v.account and r.relation_type = v.type and r.relation_id = v.id and r.version = v.version
      where (r.name, r.is_active) is distinct from (v.name, v.active)
      order by r.client_account_id, r.relation_type, r.relation_id for update of r
    )
    update reference_values r set name = c.name, is_active = c.active from changed c
    where r.client_account_id = c.client_account_id and r.relation_type = c.relation_type and r.relation_id = c.relation_id`;
}
