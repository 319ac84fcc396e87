import { listUnderWay } from '@app/platform/verification';
import postgres from 'postgres';
import { type Addresses, eventually } from '../system.ts';

export interface Contents {
  /**
   * What every table holds of one company once no event is under way: `schema.table` to a digest of its rows. Throws
   * when events do not arrive.
   */
  of(clientAccountId: number): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Records of security say that something was refused: they are what a refusal leaves on purpose. */
const RECORDS = 'security_events';

/**
 * What jobs of the services write, whatever anybody asks: when they looked at a company and will again, and the proof of
 * what was posted before.
 */
const OF_JOBS = ['matching_books', 'prepared_accounts', 'proof_blocks', 'proof_heads'];

/** Reads all schemas, table by table: whatever is kept per client account. */
export async function openContents({ database }: Addresses): Promise<Contents> {
  const sql = postgres(database, { max: 1, onnotice: () => undefined });
  const tables = await sql<{ table: string }[]>`
    select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as table
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'client_account_id' and t.table_type = 'BASE TABLE' and c.table_schema not like 'pg%' and c.table_name <> all (${[RECORDS, ...OF_JOBS]})
    order by 1`;
  if (tables.length === 0) throw new Error('No table is kept per client account: this cannot be so');
  return {
    of: async (clientAccountId) => {
      // An event that leaves marks its row, and whoever hears it writes rows of their own: neither is a trace of the
      // request that comes next.
      await eventually(
        () => listUnderWay(sql),
        (underWay) => underWay.length === 0,
      );
      const parts = tables.map(
        ({ table }) =>
          `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as digest from ${table} r where client_account_id = ${clientAccountId}`,
      );
      const rows = await sql.unsafe<{ name: string; digest: string }[]>(parts.join(' union all '));
      return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
    },
    close: () => sql.end(),
  };
}
