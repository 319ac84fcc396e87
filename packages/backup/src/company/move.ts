import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@app/files';
import postgres from 'postgres';
import { findSchemas, quoted } from '../catalogue.ts';
import { BackupFailure } from '../failure.ts';
import { switchGuardsOff } from '../load.ts';
import { requireFrozen, requireSameRelease } from './frozen.ts';
import { movePeople } from './people.ts';
import { type CompanyTable, companyTables, listOf, rowsOf } from './tables.ts';

export interface MoveOptions {
  readonly account: number;
  /** Of the services. */
  readonly schemas: readonly string[];
  /** The database where the company is: of a role that may read every schema. */
  readonly fromUrl: string;
  /** The other: of a role that may write every schema and set `session_replication_role`. */
  readonly toUrl: string;
  readonly fromStore: Pick<FileStore, 'open'>;
  readonly toStore: Pick<FileStore, 'put' | 'stat'>;
  readonly say: (text: string) => void;
}

export interface Moved {
  readonly rows: number;
  readonly people: number;
  readonly files: number;
}

const connect = (url: string) =>
  postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'move-company', TimeZone: 'UTC', statement_timeout: 0, search_path: 'pg_catalog' },
  });

/**
 * Copies a company that is read-only, with its ids, into the database of another installation: all of it, or nothing. Rows
 * are read at one moment and compared where they arrive before they count. Where it was nothing is changed.
 * @throws BackupFailure with sentences that say what to do
 */
export async function moveCompany(options: MoveOptions): Promise<Moved> {
  const { account, say } = options;
  const [from, to] = [connect(options.fromUrl), connect(options.toUrl)];
  try {
    return await from.begin('isolation level repeatable read read only', async (source) => {
      const schemas = await findSchemas(source, options.schemas);
      await requireFrozen(source, schemas, account);
      await requireSameRelease(source, to, schemas);
      const tables = await companyTables(source, schemas, account);
      const files = await copyFiles(source, options);
      const moved = await to.begin(async (target) => {
        await switchGuardsOff(target);
        await moveOrganization(source, target, account);
        const people = await movePeople(source, target, tables);
        let rows = 0;
        for (const table of tables) rows += await moveRows(source, target, table);
        await moveProofKeys(source, target);
        await raiseSequences(target, schemas);
        return { rows, people };
      });
      say(`${moved.rows} rows of ${tables.length} tables, ${moved.people} people and ${files} files are there`);
      return { ...moved, files };
    });
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** Bytes never change, so that they may come first; without rows nobody sees them. */
async function copyFiles(sql: postgres.TransactionSql, options: MoveOptions): Promise<number> {
  const named = await sql<{ key: string }[]>`
    select store_key as key from documents.contents where client_account_id = ${options.account}
    union all select file_key from ledger.data_exports where client_account_id = ${options.account} and file_key is not null`;
  for (const { key } of named) {
    if (await options.toStore.stat(key)) continue;
    await options.toStore.put(key, await options.fromStore.open(key), { maximumBytes: Number.MAX_SAFE_INTEGER });
  }
  return named.length;
}

/** The organization of the registry that the company is, under the id that it has. */
async function moveOrganization(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  account: number,
): Promise<void> {
  const [row] = await from<{ organization: { id: number; organization_number: string } }[]>`
    select to_jsonb(o) as organization from organisation.organizations o
    join organisation.client_accounts a on a.organization_id = o.id where a.id = ${account}`;
  const { organization } = row!;
  const taken = await to<{ id: string; organization_number: string }[]>`
    select id, organization_number from organisation.organizations
    where id = ${organization.id} or organization_number = ${organization.organization_number}`;
  const isSame = (other: (typeof taken)[number]) =>
    Number(other.id) === organization.id && other.organization_number === organization.organization_number;
  if (!taken.every(isSame))
    throw new BackupFailure(
      `Organization ${organization.id} (${organization.organization_number}) has another id or number there. Ids must not clash: see docs/operate/scale.md.`,
    );
  if (taken.length === 0)
    await to`insert into organisation.organizations overriding system value
      select * from jsonb_populate_record(null::organisation.organizations, ${to.json(organization as never)})`;
}

/** Copies the rows, and compares them as both print them. */
async function moveRows(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  table: CompanyTable,
): Promise<number> {
  const place = quoted(table.schema, table.name);
  const columns = table.columns.map((column) => quoted(column)).join(', ');
  const rows = await from.unsafe(`copy (select ${listOf(table.columns)} from ${rowsOf(table)}) to stdout`).readable();
  // First where no key refuses a row: what is read must be read to its end.
  await to.unsafe(`create temporary table arriving as select ${columns} from ${place} with no data`);
  await pipeline(rows, await to.unsafe(`copy pg_temp.arriving (${columns}) from stdin`).writable());
  await to
    .unsafe(`insert into ${place} (${columns}) overriding system value select ${columns} from pg_temp.arriving`)
    .catch((error: { readonly code?: string; readonly message: string }) => {
      throw error.code === '23505' ? clash(table, error.message) : error;
    });
  await to.unsafe('drop table pg_temp.arriving');
  const [here, there] = await Promise.all([from, to].map((sql) => sumOf(sql, table)));
  if (here!.count !== there!.count || here!.sum !== there!.sum)
    throw new BackupFailure(
      `${place} has ${there!.count} rows of the company there instead of ${here!.count}, or others.`,
    );
  if (table.hasId && here!.count > 0) await requireOwnIds(to, table);
  return here!.count;
}

/** How many rows there are, and a sum that every value of every row is in, whatever their order. */
async function sumOf(sql: postgres.TransactionSql, table: CompanyTable) {
  const [row] = await sql.unsafe<{ count: number; sum: string }[]>(
    `select count(*)::int as count, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text as sum
     from (select ${listOf(table.columns)} from ${rowsOf(table)}) r`,
  );
  return row!;
}

/** Keys hold the company, so that no index would find another one's row with the same id; a reader by id alone would. */
async function requireOwnIds(sql: postgres.TransactionSql, table: CompanyTable): Promise<void> {
  const [other] = await sql.unsafe<{ id: string }[]>(
    `select o.id from ${quoted(table.schema, table.name)} o join (select t.id, t.ctid, t.tableoid from ${rowsOf(table)}) m
       on m.id = o.id and (m.ctid, m.tableoid) <> (o.ctid, o.tableoid) limit 1`,
  );
  if (other) throw clash(table, `id ${other.id} is of another company`);
}

const clash = ({ schema, name }: CompanyTable, detail: string): BackupFailure =>
  new BackupFailure(
    `${schema}.${name} has a row there that is in the way (${detail}). Nothing was moved. Ids must not clash: see docs/operate/scale.md.`,
  );

/** What was signed stays provable there. The newest key signs there as before. */
async function moveProofKeys(from: postgres.TransactionSql, to: postgres.TransactionSql): Promise<void> {
  const keys = await from`select to_jsonb(k) || '{"created_at": "-infinity"}' as key from ledger.proof_keys k`;
  for (const { key } of keys)
    await to`insert into ledger.proof_keys select * from jsonb_populate_record(null::ledger.proof_keys, ${to.json(key)}) on conflict do nothing`;
}

/** Numbers that came along are not given again. */
async function raiseSequences(sql: postgres.TransactionSql, schemas: readonly string[]): Promise<void> {
  const sequences = await sql<{ table: string; column: string; sequence: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p') and not c.relispartition and a.attidentity <> '' and not a.attisdropped`;
  for (const { table, column, sequence } of sequences)
    await sql.unsafe(`select setval('${sequence}', m.most) from (select max(${column}) as most from ${table}) m
      where m.most > coalesce(pg_sequence_last_value('${sequence}'), 0)`);
}
