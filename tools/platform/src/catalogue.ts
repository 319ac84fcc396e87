import type postgres from 'postgres';

/** What a schema of the database consists of: a line per column, constraint, index and so on, by its kind and name. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * Reads the tables, composite types and sequences of a schema. Two schemas that mean the same give the same: PostgreSQL
 * itself writes the expressions.
 */
export async function readCatalogue(sql: postgres.Sql, schema: string): Promise<Catalogue> {
  const rows = await sql.begin('read only', async (tx) => {
    // Names in definitions are qualified only where the search path does not find them.
    await tx`select set_config('search_path', ${`${schema}, extensions`}, true)`;
    return tx<{ name: string; definition: string }[]>`
      with relations as (
        select c.* from pg_class c where c.relnamespace = current_schema()::regnamespace
      ), listed as (
        select 'table ' || relname as name, concat_ws(' ', relkind::text, relpersistence::text, array_to_string(reloptions, ', '),
          pg_get_partkeydef(oid)) as definition
        from relations where relkind in ('r', 'p')
        union all
        select 'column ' || r.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
          case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid, true),
          'identity ' || nullif(a.attidentity::text, ''), 'generated ' || nullif(a.attgenerated::text, ''))
        from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where r.relkind in ('r', 'p', 'c')
        union all
        select 'constraint ' || r.relname || '.' || k.conname, pg_get_constraintdef(k.oid, true)
        from relations r join pg_constraint k on k.conrelid = r.oid where k.contype <> 'n'
        union all
        select 'index ' || i.relname, concat_ws(' ', pg_get_indexdef(i.oid, 0, true), case when not x.indisvalid then 'invalid' end)
        from relations i join pg_index x on x.indexrelid = i.oid
        union all
        select 'sequence ' || s.relname, concat_ws(' ', format_type(q.seqtypid, null), q.seqstart, q.seqincrement, q.seqmin, q.seqmax,
          q.seqcycle, o.relname, a.attname)
        from relations s join pg_sequence q on q.seqrelid = s.oid
        left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
        left join pg_class o on o.oid = d.refobjid left join pg_attribute a on a.attrelid = o.oid and a.attnum = d.refobjsubid
        union all
        select 'type ' || t.typname, concat_ws(' ', t.typtype::text, format_type(nullif(t.typbasetype, 0), t.typtypmod))
        from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype in ('d', 'e', 'r')
      ) select name, definition from listed order by name`;
  });
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

/**
 * What else a schema holds: functions, triggers and views, by kind and name. Views have their columns, `id bigint, …`.
 */
export async function readProgram(sql: postgres.Sql, schema: string): Promise<Catalogue> {
  const rows = await sql<{ name: string; definition: string }[]>`
    select 'function ' || proname as name, '' as definition from pg_proc where pronamespace = ${schema}::regnamespace
    union all
    select 'trigger ' || t.tgname, '' from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = ${schema}::regnamespace and not t.tgisinternal
    union all
    select 'view ' || c.relname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('v', 'm') group by c.relname
    order by name`;
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}
