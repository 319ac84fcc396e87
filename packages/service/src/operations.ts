import { invalidField, notFound } from '@app/contract/failure';
import { type Implementation, implement, Operations } from '@app/rpc';
import type { SettableClock } from '@app/runtime';
import type { JobRunner } from './jobs.ts';

/** The test hooks of a service: for the gateway alone (as their contract says), and only where hooks are enabled. */
export function serveOperations(options: {
  readonly isEnabled: boolean;
  readonly clock: SettableClock;
  readonly jobs: JobRunner;
}): Implementation {
  const { isEnabled, clock, jobs } = options;
  const admit = (): void => {
    if (!isEnabled) throw notFound('Test hooks are not enabled');
  };
  return implement(Operations, {
    SetClock: async ({ now }) => {
      admit();
      clock.set(now === undefined ? null : readInstant(now));
      return {};
    },
    RunJob: async ({ job }) => {
      admit();
      return { changed: await jobs.run(job) };
    },
  });
}

function readInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw invalidField('now', 'must be a timestamp in UTC such as 2026-03-15T10:00:00Z');
  }
}
