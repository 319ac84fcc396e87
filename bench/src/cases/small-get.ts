import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { BenchCase } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { medianTimes, rates } from '../rounds.ts';
import { findNginx, startNginx, WITHOUT_NGINX } from '../world/nginx.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const CONNECTIONS = 32;

export const smallGet: BenchCase = {
  name: 'gateway',
  title: `A small GET through the gateway, ${CONNECTIONS} connections`,
  reference: 'through nginx to the same service',
  unit: 'requests/s',
  goal: { of: 'ratio', better: 'more', must: 0.35, aim: 0.6 },
  run: async (bench) => {
    const program = findNginx();
    if (!program) return { rounds: [], skipped: WITHOUT_NGINX };
    const { gatewayUrl, originOf } = await bench.platform();
    await using nginx = await startNginx(program, originOf('ledger'));
    const load = await smallReads(bench, CONNECTIONS);
    // Awaited here: nginx ends with this block.
    return await compareLoads(bench, { measured: load(gatewayUrl), reference: load(nginx.origin), figures: rates });
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
    const load = await smallReads(bench, 1);
    return compareLoads(bench, {
      measured: load(gatewayUrl),
      reference: load(originOf('ledger')),
      figures: medianTimes,
    });
  },
};

/** Reads of one tax code, by whichever way an address leads to it. */
async function smallReads(bench: Bench, connections: number): Promise<(origin: string) => HttpLoad> {
  const { gatewayUrl } = await bench.platform();
  const { token } = await bench.companies();
  const bearer = await token();
  const [code] = await createCaller(gatewayUrl, bearer).get<readonly { id: number }[]>('/api/v2/tax-codes');
  const request = {
    method: 'GET',
    path: `/api/v2/tax-codes/${code!.id}`,
    headers: { authorization: `Bearer ${bearer}` },
  };
  return (origin) => ({
    origin,
    connections,
    requests: [wireRequest(origin, request)],
    status: 200,
    holds: `"id":${code!.id}`,
  });
}
