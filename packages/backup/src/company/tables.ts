import { type Connection, quoted } from '../catalogue.ts';

/** Rows of a table that belong to a company. */
export interface CompanyTable {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly string[];
  /** Which rows, of the table under the name `t`. */
  readonly where: string;
  /** Whether rows have an id of their own. */
  readonly hasId: boolean;
}

/**
 * What every service has besides its records: messages and answers that are of one installation, and records of security,
 * which stay where the act was.
 */
const OF_ONE_INSTALLATION = [
  ...['outbox', 'inbox', 'parked_messages', 'idempotency_keys', 'mail_outbox', 'use_cases', 'erasures'],
  ...['security_events', 'schema_migrations', 'schema_definitions'],
];

/** Agreements between two companies, of which one stays. They are made anew. */
const BETWEEN_COMPANIES = ['contracts'];

/** Its people and programs are of an installation; see `people.ts`. */
const OF_PEOPLE = 'auth';

interface Found {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly hasId: boolean;
  readonly isOwn: boolean;
  /** Conditions by which a row is part of a row that names the company. */
  readonly parts: readonly string[];
}

/**
 * Every table that holds rows of the company: those that name it, the company itself, and parts of its rows that do not
 * name it again. As erasing does, it goes by `client_account_id`, which every table with rows of a company has.
 * @param schemas of the services
 */
export async function companyTables(
  sql: Connection,
  schemas: readonly string[],
  account: number,
): Promise<readonly CompanyTable[]> {
  const found = await sql<Found[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id') as "hasId",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_account_id') as "isOwn",
      array(select format('exists (select from %s p where p.client_account_id = %s and %s)', k.confrelid::regclass, ${account}::bigint, (
          select string_agg(format('p.%I = t.%I', r.attname, o.attname), ' and ')
          from unnest(k.conkey, k.confkey) as pair (own, referred)
          join pg_attribute o on o.attrelid = k.conrelid and o.attnum = pair.own
          join pg_attribute r on r.attrelid = k.confrelid and r.attnum = pair.referred))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
          and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'client_account_id')) as parts
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${schemas.filter((schema) => schema !== OF_PEOPLE)}) and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> all (${[...OF_ONE_INSTALLATION, ...BETWEEN_COMPANIES]})
    order by 1, 2`;
  return found.flatMap(({ isOwn, parts, ...table }) => {
    const where = whichRows(table, { isOwn, parts }, account);
    return where === undefined ? [] : [{ ...table, where }];
  });
}

function whichRows(
  { schema, name }: Pick<Found, 'schema' | 'name'>,
  { isOwn, parts }: Pick<Found, 'isOwn' | 'parts'>,
  account: number,
): string | undefined {
  if (schema === 'organisation' && name === 'client_accounts') return `t.id = ${account}`;
  if (isOwn) return `t.client_account_id = ${account}`;
  return parts.length > 0 ? `(${parts.join(' or ')})` : undefined;
}

/** The rows, as a source of a statement. */
export const rowsOf = ({ schema, name, where }: CompanyTable): string => `${quoted(schema, name)} t where ${where}`;

/** Columns of a table, in its order, under the name `t`. */
export const listOf = (columns: readonly string[]): string => columns.map((column) => `t.${quoted(column)}`).join(', ');
