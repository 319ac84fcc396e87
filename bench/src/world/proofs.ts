import type { Bench } from '../bench.ts';

/**
 * Chains entries that are not chained yet, as the ledger does by itself once a minute: all of them unless they are so many
 * that a run leaves some to the next one.
 * @returns how many
 */
export async function chain(bench: Bench): Promise<number> {
  const { gatewayUrl } = await bench.platform();
  const response = await fetch(new URL('/testing/jobs/proof-chain/run', gatewayUrl), { method: 'POST' });
  if (!response.ok) throw new Error(`Chaining was answered with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { readonly changed: number }).changed;
}

/** Chains whatever is not chained yet. Of books that were loaded that takes minutes. */
export async function chainAll(bench: Bench): Promise<void> {
  for (let all = 0, some = await chain(bench); some > 0; some = await chain(bench)) {
    all += some;
    bench.say(`chained ${all.toLocaleString('en')} entries`);
  }
}
