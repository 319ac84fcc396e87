import type { Bench } from '../bench.ts';
import type { BenchCase, Outcome } from '../bench-case.ts';
import type { HttpLoad } from '../load/load.ts';
import { rates } from '../rounds.ts';
import { startReferenceProvider } from '../world/reference-provider.ts';
import { wireRequest } from '../world/wire.ts';
import { compareLoads } from './compare-loads.ts';

const CONNECTIONS = 16;
const goal = { of: 'ratio', better: 'more', must: 1, aim: 2 } as const;
const reference = 'oidc-provider in memory, ES256 too';

/** Both stand alone: one process that signs, and whoever asks it. */
export const tokens: BenchCase = {
  name: 'token',
  title: `Tokens for client credentials, ${CONNECTIONS} connections`,
  reference,
  unit: 'tokens/s',
  goal,
  run: async (bench) => compareTokens(bench, (await bench.platform()).originOf('auth')),
};

/** One process more than the reference on the same two cores: told, not judged. */
export const tokensThroughGateway: BenchCase = {
  name: 'token',
  title: 'The same through the gateway, the reference without one',
  reference,
  unit: 'tokens/s',
  goal: { of: 'ratio', better: 'more' },
  run: async (bench) => compareTokens(bench, (await bench.platform()).gatewayUrl),
};

async function compareTokens(bench: Bench, origin: string): Promise<Outcome> {
  const { client } = await bench.companies();
  await using provider = await startReferenceProvider();
  // Awaited here: the provider ends with this block.
  return await compareLoads(bench, {
    measured: tokenLoad(origin, '/v2/oauth/token', client),
    reference: tokenLoad(provider.origin, '/token', provider.client),
    figures: rates,
  });
}

function tokenLoad(origin: string, path: string, { id, secret }: { readonly id: string; readonly secret: string }): HttpLoad {
  const request = wireRequest(origin, {
    method: 'POST',
    path,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  // A signed token: its header is JSON in base64url.
  return { origin, connections: CONNECTIONS, status: 200, holds: '"access_token":"ey', requests: [request] };
}
