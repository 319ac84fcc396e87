import type postgres from 'postgres';
import { partitionable, readReferences, readTable, readViews, type WholeTable } from './read.ts';

export interface Partitioning {
  readonly schema: string;
  /** That the rows are told apart by. */
  readonly column: string;
  readonly parts: number;
}

/**
 * Makes hash partitions of all tables of a schema that may be, rows and all, in one transaction. The partitions lie in
 * schemas of their own, one per part, so that tables and indexes keep their names: a fault names the index of the
 * partition that it was met in, and the service tells faults by those names.
 * @param sql as the owner of the tables, with the schema in its search path
 * @returns the tables that are partitioned now
 */
export async function partitionTables(sql: postgres.Sql, partitioning: Partitioning): Promise<readonly string[]> {
  const { schema, column } = partitioning;
  const { tables: names } = await partitionable(sql, schema, column);
  await sql.begin(async (tx) => {
    const tables = await Promise.all(names.map((name) => readTable(tx, schema, name)));
    const references = await readReferences(tx, tables);
    const views = await readViews(tx, tables);
    for (const { name, on } of references) await tx.unsafe(`alter table ${on} drop constraint ${name}`);
    for (const { name } of views) await tx.unsafe(`drop view ${name}`);
    const aside = `${schema}_whole`;
    await tx.unsafe([aside, ...partsOf(partitioning)].map((each) => `create schema ${each};`).join('\n'));
    for (const table of tables) {
      await tx.unsafe(`alter table ${schema}.${table.name} set schema ${aside}`);
      await tx.unsafe(statementsFor(table, partitioning, aside).join(';\n'));
      await moveRows(tx, table, { schema, aside });
      for (const place of [schema, ...partsOf(partitioning)])
        await tellShape(tx, table, { aside, place, isWhole: place === schema });
      await tx.unsafe(`drop table ${aside}.${table.name}`);
    }
    await tx.unsafe(`drop schema ${aside}`);
    for (const { name, on, definition } of references)
      await tx.unsafe(`alter table ${on} add constraint ${name} ${definition}`);
    for (const table of tables) for (const trigger of table.triggers) await tx.unsafe(trigger);
    for (const { name, definition, grants } of views) {
      await tx.unsafe(`create view ${name} as ${definition}`);
      for (const { role, rights } of grants) await tx.unsafe(`grant ${rights} on ${name} to ${role}`);
    }
  });
  for (const name of names) await countRows(sql, name, partitioning);
  return names;
}

/** An empty table that is analysed passes for one that stays empty; others are estimated by the shape that was told. */
async function countRows(sql: postgres.Sql, name: string, partitioning: Partitioning): Promise<void> {
  const filled: string[] = [];
  for (const place of partsOf(partitioning))
    if ((await sql.unsafe(`select from ${place}.${name} limit 1`)).length > 0) filled.push(`${place}.${name}`);
  if (filled.length > 0) await sql.unsafe(`analyze only ${partitioning.schema}.${name}, ${filled.join(', ')}`);
}

const partsOf = ({ schema, parts }: Partitioning): readonly string[] =>
  Array.from({ length: parts }, (_, part) => `${schema}_p${String(part).padStart(2, '0')}`);

/** The table anew, its partitions, their keys and indexes, and who may use it. */
function statementsFor(table: WholeTable, partitioning: Partitioning, aside: string): readonly string[] {
  const { schema, column, parts } = partitioning;
  const { name, constraints, indexes, grants, storage } = table;
  const like = `(like ${aside}.${name} including defaults including constraints including generated including storage`;
  const keysOf = (place: string, only: string): readonly string[] => [
    ...constraints.map((key) => `alter table ${place}.${name} add constraint ${key.name} ${key.definition}`),
    ...indexes.map((index) => index.replace(` ON ${schema}.${name} `, ` ON ${only}${place}.${name} `)),
  ];
  return [
    `create table ${schema}.${name} ${like} including identity) partition by hash (${column})`,
    ...keysOf(schema, 'only '),
    ...partsOf(partitioning).flatMap((place, part) => [
      `create table ${place}.${name} ${like})${storage === '' ? '' : ` with (${storage})`}`,
      ...keysOf(place, ''),
      `alter table ${schema}.${name} attach partition ${place}.${name}
        for values with (modulus ${parts}, remainder ${part})`,
    ]),
    // The schema gives its roles rights on what is made in it: here it is those that the table had.
    `do $$ declare grantee regrole; begin
      for grantee in select g.grantee from pg_class c, aclexplode(c.relacl) g
        where c.oid = '${schema}.${name}'::regclass and g.grantee <> c.relowner
      loop execute format('revoke all on ${schema}.${name} from %s', grantee); end loop;
    end $$`,
    ...grants.map(({ role, rights }) => `grant ${rights} on ${schema}.${name} to ${role}`),
  ];
}

async function moveRows(
  tx: postgres.TransactionSql,
  { name }: WholeTable,
  { schema, aside }: { readonly schema: string; readonly aside: string },
): Promise<void> {
  const columns = await tx<Numbered[]>`
    select quote_ident(attname) as name, pg_get_serial_sequence(${`${schema}.${name}`}, attname) as sequence,
      pg_sequence_last_value(pg_get_serial_sequence(${`${aside}.${name}`}, attname)::regclass)::text as last,
      coalesce((
        select jsonb_agg(distinct quote_ident(r.rolname)) from pg_class c, aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
        where c.oid = pg_get_serial_sequence(${`${schema}.${name}`}, attname)::regclass and g.grantee <> c.relowner
          and not exists (select from pg_class o, aclexplode(o.relacl) og
            where o.oid = pg_get_serial_sequence(${`${aside}.${name}`}, attname)::regclass and og.grantee = g.grantee)), '[]') as strangers
    from pg_attribute where attrelid = ${`${schema}.${name}`}::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  const list = columns.map((column) => column.name).join(', ');
  await tx.unsafe(
    `insert into ${schema}.${name} (${list}) overriding system value select ${list} from ${aside}.${name}`,
  );
  for (const { sequence, last, strangers } of columns) {
    if (sequence === null) continue;
    if (last !== null) await tx`select setval(${sequence}::regclass, ${last}::bigint)`;
    for (const role of strangers) await tx.unsafe(`revoke all on sequence ${sequence} from ${role}`);
  }
}

interface Numbered {
  readonly name: string;
  /** That gives its numbers; null for a column that is given its values. */
  readonly sequence: string | null;
  readonly last: string | null;
  /** Roles that might take numbers of it now, and might not before. */
  readonly strangers: readonly string[];
}

/** What the planner believes of a table that has no rows yet: without it every index looks as good as another. */
const tellShape = (
  tx: postgres.TransactionSql,
  { name }: WholeTable,
  { aside, place, isWhole }: { readonly aside: string; readonly place: string; readonly isWhole: boolean },
) => tx`
  select pg_restore_attribute_stats('schemaname', ${place}::text, 'relname', ${name}::text, 'attname', attname::text,
    'inherited', ${isWhole}, 'null_frac', null_frac, 'avg_width', avg_width, 'n_distinct', n_distinct)
  from pg_stats where schemaname = ${aside} and tablename = ${name}`;
