import type { Bench } from '../bench.ts';
import type { Outcome } from '../bench-case.ts';
import { createHttpLoad } from '../load/load.ts';
import { interleave, rates } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import type { Company } from '../world/companies.ts';
import { countingEntries } from '../world/count.ts';
import { postRequests } from '../world/entries.ts';

/** Where entries are posted, and into which companies. */
export interface Posting {
  readonly origin: string;
  readonly companies: readonly Company[];
  readonly connections: number;
}

/** Entries per second of two ways of posting over HTTP; everything that was acknowledged must be stored. */
export async function comparePosting(bench: Bench, measured: Posting, reference: Posting): Promise<Outcome> {
  const { token } = await bench.companies();
  const load = async ({ origin, companies, connections }: Posting) =>
    createHttpLoad({
      origin,
      connections,
      requests: postRequests(origin, await token(), companies),
      status: 201,
      holds: '"sequence_number":',
    });
  await using left = await load(measured);
  await using right = await load(reference);
  const compared = await countingEntries(bench, async () => {
    const comparison = await interleave(left, right, bench.scale.rounds, bench.scale.millis);
    return { ...comparison, stored: comparison.done + comparison.referenceDone };
  });
  const latencies = compared.measured.flatMap((each) => each.latencies);
  return { rounds: rates(compared), p99: quantile(latencies, 0.99) };
}
