import type { BenchCase } from '../bench-case.ts';
import { createHttpLoad } from '../load/load.ts';
import { interleave, rates } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { callApi, wireRequest } from '../world/api.ts';
import { findNginx, startNginx } from '../world/nginx.ts';

export const smallGet: BenchCase = {
  name: 'gateway',
  title: 'A small GET through the gateway, 32 connections',
  reference: 'through nginx to the same service',
  unit: 'requests/s',
  goal: { of: 'ratio', better: 'more', must: 0.35, aim: 0.6 },
  run: async (bench) => {
    const program = findNginx();
    if (!program) return { rounds: [], skipped: 'nginx is not installed (Debian package nginx-light, or NGINX_BIN)' };
    const platform = await bench.platform();
    const { token } = await bench.companies();
    const [code] = await callApi<readonly { id: number }[]>(platform.gatewayUrl, 'GET', '/api/v2/tax-codes', await token());
    await using nginx = await startNginx(program, platform.originOf('ledger'));
    const load = async (origin: string) =>
      createHttpLoad({
        origin,
        connections: 32,
        requests: [
          wireRequest(origin, {
            method: 'GET',
            path: `/api/v2/tax-codes/${code!.id}`,
            headers: { authorization: `Bearer ${await token()}` },
          }),
        ],
        status: 200,
        holds: `"id":${code!.id}`,
      });
    await using gateway = await load(platform.gatewayUrl);
    await using reference = await load(nginx.origin);
    const compared = await interleave(gateway, reference, bench.scale.rounds, bench.scale.millis);
    return {
      rounds: rates(compared),
      p99: quantile(
        compared.measured.flatMap((each) => each.latencies),
        0.99,
      ),
    };
  },
};
