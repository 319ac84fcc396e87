import { type Bench, databaseOf } from '../bench.ts';
import type { HttpLoad, SqlLoad } from '../load/load.ts';
import type { Company } from './company.ts';
import { type BenchGround, POSTING_STATEMENT, postCommands, postRequests } from './entries.ts';

export interface Posting {
  readonly companies: readonly Company[];
  readonly connections: number;
}

/** Single postings to the gateway or straight to the service, into the companies in turns. */
export async function httpPosting(
  bench: Bench,
  { origin, companies, connections }: Posting & { readonly origin: string },
): Promise<HttpLoad> {
  const { token } = await bench.companies();
  return {
    origin,
    connections,
    requests: postRequests(origin, await token(), companies),
    status: 201,
    holds: '"sequence_number":',
  };
}

/** The same entries through the posting statement of a bare driver. */
export async function driverPosting(bench: Bench, { companies, connections }: Posting): Promise<SqlLoad> {
  const platform = await bench.platform();
  const { userId } = await bench.companies();
  return {
    url: platform.postgres.url,
    database: databaseOf(platform),
    schema: 'ledger',
    connections,
    statement: POSTING_STATEMENT,
    parameters: postCommands(companies, userId, await readGrounds(bench)),
    holds: '"written"',
  };
}

/** The ground of every company as it is now: the companies of a bench change nothing of it. */
async function readGrounds(bench: Bench): Promise<(company: Company) => BenchGround> {
  const sql = await bench.sql();
  const [common] = await sql<{ version: string }[]>`select version from ledger.common_ground`;
  const chart = await sql<{ code: string; id: string }[]>`
    select account_code as code, id from ledger.accounts where client_account_id is null`;
  const counters = await sql<{ company: string; version: string }[]>`
    select client_account_id as company, ground_version as version from ledger.journal_counters`;
  const accounts = new Map(chart.map(({ code, id }) => [code, Number(id)]));
  const versions = new Map(counters.map(({ company, version }) => [Number(company), Number(version)]));
  return ({ id }) => ({ version: versions.get(id)!, commonVersion: Number(common!.version), accounts });
}
