import type postgres from 'postgres';

/** A table with all that its partitioned successor must have again, as PostgreSQL prints it. */
export interface WholeTable {
  readonly name: string;
  readonly oid: number;
  /** Checks come with the columns; these are keys and exclusions. */
  readonly constraints: readonly { readonly name: string; readonly definition: string }[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly grants: readonly { readonly role: string; readonly rights: string }[];
  /** Such as the room that pages leave; belongs to the partitions. */
  readonly storage: string;
}

/** Why a table cannot be partitioned. PostgreSQL asks of every key that it holds the column that partitions are by. */
export interface Obstacle {
  readonly table: string;
  readonly reason: string;
}

/**
 * The tables of a schema that may be partitioned by a column, and what stands in the way of the others. A table without
 * the column, or where it may be null, holds rows that belong to no partition.
 */
export async function partitionable(
  sql: postgres.Sql | postgres.TransactionSql,
  schema: string,
  column: string,
): Promise<{ readonly tables: readonly string[]; readonly obstacles: readonly Obstacle[] }> {
  const found = await sql<{ name: string; reason: string | null }[]>`
    select c.relname as name, case
      when a.attnum is null then 'has no ' || ${column}
      when not a.attnotnull then ${column} || ' may be null'
      when exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_type'::regclass and d.refobjid = c.reltype)
        then 'a function is declared with its row'
      else 'unique without ' || ${column} || ': ' || (
        select string_agg(i.indexrelid::regclass::name, ', ' order by 1) from pg_index i
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and not a.attnum = any (i.indkey::int2[])) end as reason
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`;
  return {
    tables: found.filter(({ reason }) => reason === null).map(({ name }) => name),
    obstacles: found.flatMap(({ name, reason }) => (reason === null ? [] : [{ table: name, reason }])),
  };
}

/** What a table is, but for its columns. */
export async function readTable(tx: postgres.TransactionSql, schema: string, name: string): Promise<WholeTable> {
  const [table] = await tx<WholeTable[]>`
    select c.relname as name, c.oid::int as oid, coalesce(array_to_string(c.reloptions, ', '), '') as storage,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', conname, 'definition', pg_get_constraintdef(k.oid)) order by contype, conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x')), '[]') as constraints,
      coalesce((select jsonb_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid) from pg_index i
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)), '[]') as indexes,
      coalesce((select jsonb_agg(pg_get_triggerdef(t.oid) order by t.tgname) from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers,
      coalesce((select jsonb_agg(jsonb_build_object('role', role, 'rights', rights)) from (
        select quote_ident(r.rolname) as role, string_agg(g.privilege_type, ', ') as rights
        from aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
        where g.grantee <> c.relowner group by 1) granted), '[]') as grants
    from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relname = ${name}`;
  if (!table) throw new Error(`There is no table ${schema}.${name}`);
  return table;
}

/** Foreign keys from or to any of the tables: what they are on, and how they read. */
export const readReferences = (tx: postgres.TransactionSql, tables: readonly WholeTable[]) =>
  tx<{ name: string; on: string; definition: string }[]>`
    select quote_ident(k.conname) as name, k.conrelid::regclass::text as on, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0
      and array[k.conrelid, k.confrelid] && ${tables.map(({ oid }) => oid)}::oid[]`;

/** Views that read any of the tables, with who may read them. */
export const readViews = (tx: postgres.TransactionSql, tables: readonly WholeTable[]) =>
  tx<(Pick<WholeTable, 'name' | 'grants'> & { readonly definition: string })[]>`
    select v.oid::regclass::text as name, pg_get_viewdef(v.oid) as definition,
      coalesce((select jsonb_agg(jsonb_build_object('role', quote_ident(r.rolname), 'rights', g.privilege_type))
        from aclexplode(v.relacl) g join pg_roles r on r.oid = g.grantee where g.grantee <> v.relowner), '[]') as grants
    from pg_class v where v.relkind = 'v' and exists (
      select from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      where r.ev_class = v.oid and d.refobjid = any (${tables.map(({ oid }) => oid)}::oid[]))`;
