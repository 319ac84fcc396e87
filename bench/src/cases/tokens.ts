import type { Bench } from '../bench.ts';
import type { BenchCase, Outcome } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { findNginx, startNginx, WITHOUT_NGINX } from '../world/nginx.ts';
import { type ReferenceProvider, startReferenceProvider } from '../world/reference-provider.ts';
import { TOKEN_CONNECTIONS, tokenLoad } from '../world/tokens.ts';
import { compareLoads } from './compare-loads.ts';

/** Both stand alone: one process that signs, and whoever asks it. */
export const tokens: BenchCase = {
  name: 'token',
  title: `Tokens for client credentials, ${TOKEN_CONNECTIONS} connections`,
  reference: 'oidc-provider in memory, ES256 too',
  unit: 'tokens/s',
  goal: { of: 'ratio', better: 'more', must: 1, aim: 2 },
  run: async (bench) => {
    const { originOf } = await bench.platform();
    await using provider = await startReferenceProvider();
    // Awaited here and below: what the reference needs ends with the block.
    return await compareTokens(bench, { ours: originOf('auth'), theirs: provider.origin, client: provider.client });
  },
};

/** Both behind what a client of theirs would meet first. The promise is of the two alone: this is reported, not judged. */
export const tokensThroughGateway: BenchCase = {
  name: 'token',
  title: 'The same through the gateway',
  reference: 'the same provider behind nginx',
  unit: 'tokens/s',
  goal: { of: 'ratio', better: 'more' },
  run: async (bench) => {
    const program = findNginx();
    if (!program) return { rounds: [], skipped: WITHOUT_NGINX };
    const { gatewayUrl } = await bench.platform();
    await using provider = await startReferenceProvider();
    await using nginx = await startNginx(program, provider.origin);
    return await compareTokens(bench, { ours: gatewayUrl, theirs: nginx.origin, client: provider.client });
  },
};

/** The two addresses that issue tokens, and the provider's client. */
interface Issuers {
  readonly ours: string;
  readonly theirs: string;
  readonly client: ReferenceProvider['client'];
}

async function compareTokens(bench: Bench, { ours, theirs, client }: Issuers): Promise<Outcome> {
  const { client: ourClient } = await bench.companies();
  return compareLoads(bench, {
    measured: tokenLoad(ours, '/v2/oauth/token', ourClient),
    reference: tokenLoad(theirs, '/token', client),
    figures: rates,
  });
}
