import type { Database } from '@app/db';
import { messageInvariants } from '@app/events';
import { checkInvariants, queryOn, type Verification } from '@app/invariants';
import type { Logger, Metrics } from '@app/runtime';
import { defineJob, type Job } from './jobs.ts';

/** Seconds that an event may wait before the nightly look counts it as forgotten. */
const GRACE_SECONDS = 600;

/**
 * Looks nightly whether everything holds that is always true of a service's rows and messages; counts what does not.
 */
export function createVerificationJob(options: {
  readonly service: string;
  readonly verification: Verification | undefined;
  readonly db: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Job {
  const { service, verification, db, logger, metrics } = options;
  const whole: Verification = {
    ...verification,
    invariants: [...(verification?.invariants ?? []), ...messageInvariants(GRACE_SECONDS)],
  };
  const query = queryOn(db.raw, service);
  return defineJob({
    name: `${service}-verification`,
    schedule: { dailyAt: '03:40' },
    run: async () => {
      let violations = 0;
      for (const { invariant, broken, offenders } of await checkInvariants(query, whole)) {
        metrics.invariantViolations.set({ invariant: invariant.name }, broken);
        if (broken > 0) logger.error({ invariant: invariant.name, broken, offenders }, 'an invariant does not hold');
        violations += broken;
      }
      return violations;
    },
  });
}
