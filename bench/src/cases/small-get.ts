import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { BenchCase, Outcome } from '../bench-case.ts';
import { createHttpLoad } from '../load/load.ts';
import { interleave, medianTimes, rates } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { findNginx, startNginx } from '../world/nginx.ts';
import { wireRequest } from '../world/wire.ts';

const CONNECTIONS = 32;

export const smallGet: BenchCase = {
  name: 'gateway',
  title: `A small GET through the gateway, ${CONNECTIONS} connections`,
  reference: 'through nginx to the same service',
  unit: 'requests/s',
  goal: { of: 'ratio', better: 'more', must: 0.35, aim: 0.6 },
  run: async (bench) => {
    const program = findNginx();
    if (!program) return { rounds: [], skipped: 'nginx is not installed (Debian package nginx-light, or NGINX_BIN)' };
    const { gatewayUrl, originOf } = await bench.platform();
    await using nginx = await startNginx(program, originOf('ledger'));
    // Awaited here: nginx ends with this block.
    return await compareReads(bench, gatewayUrl, nginx.origin, CONNECTIONS, rates);
  },
};

/** Both verify the token and its scope: what the gateway adds is one more process on the way. */
export const verifiedRead: BenchCase = {
  name: 'gateway',
  title: 'Median time of a verified, scope-checked GET through the gateway, one connection',
  reference: 'straight to the service',
  unit: 'ms',
  goal: { of: 'ratio', better: 'less', must: 2 },
  run: async (bench) => {
    const { gatewayUrl, originOf } = await bench.platform();
    return compareReads(bench, gatewayUrl, originOf('ledger'), 1, medianTimes);
  },
};

async function compareReads(
  bench: Bench,
  measured: string,
  reference: string,
  connections: number,
  figures: typeof rates,
): Promise<Outcome> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const bearer = await token();
  const [code] = await createCaller(gatewayUrl, bearer).get<readonly { id: number }[]>('/api/v2/tax-codes');
  const load = (origin: string) =>
    createHttpLoad({
      origin,
      connections,
      requests: [
        wireRequest(origin, { method: 'GET', path: `/api/v2/tax-codes/${code!.id}`, headers: { authorization: `Bearer ${bearer}` } }),
      ],
      status: 200,
      holds: `"id":${code!.id}`,
    });
  await using left = load(measured);
  await using right = load(reference);
  const compared = await interleave(left, right, bench.scale.rounds, bench.scale.millis);
  const latencies = compared.measured.flatMap((each) => each.latencies);
  return { rounds: figures(compared), p99: quantile(latencies, 0.99) };
}
