import postgres from 'postgres';
import type { Question } from './audit-question.ts';

/** A record of security, and the service that made it. */
export interface SecurityRecord {
  readonly service: string;
  readonly occurred_at: string;
  readonly last_at: string | null;
  readonly times: number;
  readonly kind: string;
  readonly result: string;
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly client_account_id: number | null;
  readonly target_user_id: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface FoundRecords {
  /** Oldest first. */
  readonly records: readonly SecurityRecord[];
  /** How many services keep records here. */
  readonly services: number;
  readonly hasMore: boolean;
}

/** Ids are read as numbers, moments as text. */
const types = {
  bigint: { to: 20, from: [20], parse: Number, serialize: String },
  date: { to: 1184, from: [1184], parse: (text: string) => new Date(text).toISOString(), serialize: String },
};

const open = ({ postgresUrl, database }: { readonly postgresUrl: string; readonly database: string }) =>
  postgres(postgresUrl, {
    max: 1,
    database,
    onnotice: () => undefined,
    types,
    connection: { application_name: 'audit', default_transaction_read_only: true, TimeZone: 'UTC' },
  });

/**
 * Asks every schema for its latest records that match. Reads only. @param server of a role that may read every schema
 */
export async function findRecords(
  server: { readonly postgresUrl: string; readonly database: string },
  question: Question,
): Promise<FoundRecords> {
  const sql = open(server);
  try {
    const tables = await sql<{ schema: string }[]>`
      select schemaname as schema from pg_tables where tablename = 'security_events' order by 1`;
    const found: SecurityRecord[] = [];
    for (const { schema } of tables) found.push(...(await findIn(sql, schema, question)));
    const latest = found.sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : a.occurred_at > b.occurred_at ? -1 : 0));
    const { limit } = question;
    return { records: latest.slice(0, limit).reverse(), services: tables.length, hasMore: latest.length > limit };
  } finally {
    await sql.end();
  }
}

async function findIn(sql: ReturnType<typeof open>, schema: string, question: Question): Promise<SecurityRecord[]> {
  const { user, account, client, address, request, result, since, until, limit } = question;
  const conditions = [
    user === undefined ? undefined : sql`(user_id = ${user} or target_user_id = ${user})`,
    account === undefined ? undefined : sql`client_account_id = ${account}`,
    client === undefined ? undefined : sql`(client_id = ${client} or details ->> 'client' = ${client})`,
    address === undefined ? undefined : sql`address = ${address}`,
    request === undefined ? undefined : sql`request_id = ${request}`,
    question.kinds === undefined ? undefined : sql`kind = any(${[...question.kinds]})`,
    result === undefined ? undefined : sql`result = ${result}`,
    since === undefined ? undefined : sql`coalesce(last_at, occurred_at) >= ${since}::timestamptz`,
    until === undefined ? undefined : sql`occurred_at < ${until}::timestamptz`,
  ].flatMap((condition) => condition ?? []);
  const rows = await sql`
    select ${schema} as service, occurred_at, last_at, times, kind, result, user_id, client_id, address, request_id, client_account_id,
      target_user_id, details
    from ${sql(schema)}.security_events
    where ${conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`)}
    order by occurred_at desc, id desc limit ${limit + 1}`;
  return rows as unknown as SecurityRecord[];
}

/** One record in one line: when, where, what, who, from where, on what. */
export function lineOf(record: SecurityRecord): string {
  const {
    service,
    occurred_at,
    times,
    last_at,
    kind,
    result,
    user_id,
    client_id,
    address,
    client_account_id,
    target_user_id,
  } = record;
  const parts: readonly (readonly [string, unknown])[] = [
    ['user', user_id],
    ['client', client_id],
    ['from', address],
    ['account', client_account_id],
    ['on_user', target_user_id],
    ...Object.entries(record.details),
    ['request', record.request_id],
  ];
  const named = parts.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${textOf(value)}`);
  const often = times > 1 ? [`times=${times} until=${last_at}`] : [];
  return [occurred_at, service.padEnd(14), kind.padEnd(22), result.padEnd(7), ...often, ...named].join('  ');
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
