import { setTimeout as pause } from 'node:timers/promises';
import type { BenchCase } from '../bench-case.ts';
import { startInstallation } from '../world/installation.ts';

/** A start takes seconds, and there is nothing to compare it with. */
const STARTS = 5;

export const warmStart: BenchCase = {
  name: 'start',
  title: 'The whole system ready, warm start',
  reference: '',
  unit: 's',
  goal: { of: 'value', better: 'less', must: 8, aim: 4 },
  run: async (bench) => {
    await using installation = await startInstallation();
    await installation.start(); // the first one makes cluster, schemas and bundles
    const rounds: { measured: number }[] = [];
    for (let round = 0; round < Math.min(STARTS, bench.scale.rounds); round++) {
      await installation.stop();
      rounds.push({ measured: (await installation.start()) / 1_000 });
    }
    return { rounds };
  },
};

export const idleMemory: BenchCase = {
  name: 'start',
  title: 'Memory of all processes, idle',
  reference: '',
  unit: 'GB',
  goal: { of: 'value', better: 'less', must: 1.2, aim: 0.8 },
  run: async () => {
    await using installation = await startInstallation();
    await installation.start();
    await installation.stop();
    await installation.start();
    const rounds: { measured: number }[] = [];
    for (let look = 0; look < 5; look++) {
      await pause(3_000);
      rounds.push({ measured: installation.memory() / 1e9 });
    }
    return { rounds, note: 'proportional set size: memory that processes share is counted once' };
  },
};
