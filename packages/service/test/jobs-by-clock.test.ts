import { createLogger, createMetrics } from '@app/runtime';
import { afterEach, expect, it } from 'vitest';
import { createJobRunner, defineJob } from '../src/index.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Two jobs that are due all the time, one of them from the start on, and how often each has run. */
function startJobs(runsByClock?: boolean) {
  const runs = { starting: 0, later: 0 };
  const jobOf = (name: keyof typeof runs) =>
    defineJob({
      name,
      schedule: { everySeconds: 0.01, atStart: name === 'starting' },
      isLeased: true,
      run: async () => ++runs[name],
    });
  const runner = createJobRunner({
    jobs: [jobOf('starting'), jobOf('later')],
    db: undefined as never,
    logger: createLogger({ service: 'chat', level: 'silent' }),
    metrics: createMetrics({ service: 'chat' }),
    runsByClock,
  });
  runner.start();
  stops.push(() => runner.stop());
  return { runs, runner };
}

it('jobs run by the clock; where that is switched off, at the start alone and by their names', async () => {
  const still = startJobs(false);
  const { runs } = startJobs();
  await expect.poll(() => Math.min(runs.starting, runs.later)).toBeGreaterThan(3);
  expect(still.runs).toEqual({ starting: 1, later: 0 });
  expect([await still.runner.run('later'), await still.runner.run('starting')]).toEqual([1, 2]);
});
