import type { UseCase } from '@app/db';
import { defineJob, type Job } from './jobs.ts';

/** What the runtime needs to know of a use case. */
export type Recoverable = Pick<UseCase<never, never, never, never>, 'name' | 'recover'>;

/** How often it looks. */
const EVERY_SECONDS = 5;

/**
 * The job `use-case-recovery`: at the start and every few seconds, what a process left half done of any use case is
 * carried to its end. The use cases are looked at side by side, so that a silent neighbour of one holds up no other; each run is held by its lease.
 */
export const recoveryJobs = (useCases: readonly Recoverable[]): readonly Job[] =>
  useCases.length === 0
    ? []
    : [
        defineJob({
          name: 'use-case-recovery',
          schedule: { everySeconds: EVERY_SECONDS, atStart: true },
          isLeased: true,
          run: () => recoverAll(useCases),
        }),
      ];

/** @throws the first fault, once all have been looked at */
async function recoverAll(useCases: readonly Recoverable[]): Promise<number> {
  const outcomes = await Promise.allSettled(useCases.map((useCase) => useCase.recover()));
  let ended = 0;
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
    ended += outcome.value;
  }
  return ended;
}
