import type { BenchCase } from '../bench-case.ts';
import { interleave, rates } from '../rounds.ts';
import { durableWrites } from '../world/durable-writes.ts';
import { paper, UPLOAD_BYTES, uploadLoad } from '../world/uploads.ts';
import { outcomeOf } from './compare-loads.ts';

const CONNECTIONS = 8;
/** Even; a round may leave some hundred megabytes, since the store keeps what was uploaded. */
const ROUNDS = 4;

export const upload: BenchCase = {
  name: 'upload',
  title: `Uploads of ${UPLOAD_BYTES / 1_000} kB through the gateway, ${CONNECTIONS} connections`,
  reference: 'writing and syncing the same bytes, and one row',
  unit: 'files/s',
  goal: { of: 'ratio', better: 'more', must: 0.3 },
  run: async (bench) => {
    const { all } = await bench.companies();
    const companies = all.slice(0, CONNECTIONS).map(({ id }) => id);
    await using measured = await uploadLoad(bench, companies);
    await using reference = await durableWrites(bench, { bytes: paper(UPLOAD_BYTES), lanes: CONNECTIONS });
    const rounds = Math.min(ROUNDS, bench.scale.rounds);
    return outcomeOf(await interleave(measured, reference, rounds, bench.scale.millis), { figures: rates });
  },
};
