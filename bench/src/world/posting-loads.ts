import { type Bench, databaseOf } from '../bench.ts';
import type { HttpLoad, SqlLoad } from '../load/load.ts';
import type { Company } from './companies.ts';
import { POSTING_STATEMENT, postCommands, postRequests } from './entries.ts';

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
  return { origin, connections, requests: postRequests(origin, await token(), companies), status: 201, holds: '"sequence_number":' };
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
    parameters: postCommands(companies, userId),
    holds: '"sequence_number"',
  };
}
