import type postgres from 'postgres';

/** What a removed company leaves: its number, records of security, and for ten minutes what is said to the services. */
const STAYS = /^organisation\.removed_accounts$|\.(security_events|outbox)$/;

/** Tables of every schema with rows of a company, as the administrator of the database sees them. */
export async function rowsOfAccount(sql: postgres.Sql, clientAccountId: number): Promise<readonly string[]> {
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and not a.attisdropped and n.nspname !~ '^(pg_|information_schema)'
      and (a.attname like '%client_account_id' or (c.relname = 'client_accounts' and a.attname = 'id')) order by 1, 2, 3`;
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const [row] =
      await sql`select count(*)::int as count from ${sql(schema)}.${sql(table)} where ${sql(column)} = ${clientAccountId}`;
    if (row!.count > 0) found.push(`${schema}.${table}`);
  }
  return found;
}

/** Those that a removal should have emptied. */
export const tracesOfAccount = async (sql: postgres.Sql, clientAccountId: number): Promise<readonly string[]> =>
  (await rowsOfAccount(sql, clientAccountId)).filter((table) => !STAYS.test(table));
