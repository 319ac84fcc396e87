import { setTimeout as pause } from 'node:timers/promises';
import { createCaller } from '@app/demo';
import type { BenchCase } from '../bench-case.ts';
import { quantile } from '../statistics.ts';
import { entryBody } from '../world/entries.ts';
import { startListener } from '../world/listener.ts';

const PER_SECOND = 25;
const DEADLINE_MILLIS = 10_000;

export const events: BenchCase = {
  name: 'events',
  title: `From the answer to a posting until a consumer has applied its event, ${PER_SECOND} postings a second, 99 of 100`,
  reference: '',
  unit: 'ms',
  goal: { of: 'value', better: 'less', must: 1_000, aim: 200 },
  run: async (bench) => {
    const platform = await bench.platform();
    const { all, token } = await bench.companies();
    await using listener = await startListener(platform);
    const rounds: { measured: number }[] = [];
    const latencies: number[] = [];
    for (let round = -1; round < bench.scale.rounds; round++) {
      const posted = new Map<number, number>();
      const calls: Promise<void>[] = [];
      for (let index = 0; index < (bench.scale.millis / 1_000) * PER_SECOND; index++) {
        const company = all[index % all.length]!;
        const body = { client_account_id: company.id, ...entryBody(company, 0) };
        calls.push(
          createCaller(platform.gatewayUrl, await token())
            .send<{ id: number }>('POST', '/api/v2/journal-entries/', body)
            .then(({ id }) => {
              posted.set(id, performance.now());
            }),
        );
        await pause(1_000 / PER_SECOND);
      }
      await Promise.all(calls);
      const taken = await Promise.all(
        [...posted].map(async ([id, at]) => Math.max(0, (await listener.applied(id, DEADLINE_MILLIS)) - at)),
      );
      if (round < 0) continue;
      latencies.push(...taken);
      rounds.push({ measured: quantile(taken, 0.99) });
    }
    return { rounds, p99: quantile(latencies, 0.99) };
  },
};
