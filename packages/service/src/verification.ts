import type { Database } from '@app/db';
import { messageInvariants } from '@app/events';
import { checkInvariants, queryOnHeld, type Verification } from '@app/invariants';
import type { Logger } from '@app/runtime';
import { keepFindings } from './findings-store.ts';
import { defineJob, type Job } from './jobs.ts';

/** Seconds that an event may wait before the nightly look counts it as forgotten. */
const GRACE_SECONDS = 600;

/** The job by which a service verifies its own rows. */
export const verificationJobOf = (service: string): string => `${service}-verification`;

/**
 * Looks nightly whether everything holds that is always true of a service's rows and messages; keeps how much does not.
 */
export function createVerificationJob(options: {
  readonly service: string;
  readonly verification: Verification | undefined;
  readonly db: Database;
  readonly logger: Logger;
  /** Reports what was kept. */
  readonly report: () => Promise<void>;
}): Job {
  const { service, verification, db, logger, report } = options;
  const whole: Verification = {
    ...verification,
    invariants: [...(verification?.invariants ?? []), ...messageInvariants(GRACE_SECONDS)],
  };
  return defineJob({
    name: verificationJobOf(service),
    schedule: { dailyAt: '03:40' },
    run: async (held) => {
      let violations = 0;
      const findings = await checkInvariants(queryOnHeld(held, service), whole);
      for (const { invariant, broken, offenders } of findings) {
        if (broken > 0) logger.error({ invariant: invariant.name, broken, offenders }, 'an invariant does not hold');
        violations += broken;
      }
      await keepFindings(
        db,
        findings.map(({ invariant, broken }) => ({ invariant: invariant.name, broken })),
      );
      await report();
      return violations;
    },
  });
}
