import { forgetSecurityEvents } from '@app/audit';
import { forgetOldKeys } from '@app/db';
import { defineJob, type Job } from './jobs.ts';
import type { ProcessConfig } from './process-config.ts';
import type { Runtime } from './runtime.ts';

/** Jobs of every process, the gateway included: answers and records of security are forgotten when their time is up. */
export const housekeepingJobs = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  config: Pick<ProcessConfig, 'SECURITY_RECORD_DAYS'>,
): readonly Job[] => [
  defineJob({
    name: 'idempotency-cleanup',
    schedule: { everySeconds: 3_600 },
    run: () => forgetOldKeys(db, clock),
  }),
  defineJob({
    name: 'security-events-cleanup',
    schedule: { dailyAt: '03:20' },
    run: () => forgetSecurityEvents(db, config.SECURITY_RECORD_DAYS),
  }),
];
