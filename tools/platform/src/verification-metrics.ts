import { writeMetricsFile } from '@app/backup';
import type { ServiceFinding } from './verification.ts';

/** Writes what a verification of the whole platform found for Prometheus, and when it ended. */
export const writeVerificationMetrics = (
  file: string,
  findings: readonly ServiceFinding[],
  ended: Temporal.Instant,
): Promise<void> =>
  writeMetricsFile(file, [
    {
      name: 'platform_invariant_violations',
      help: 'What breaks a rule of one service or between several, as npm run verify found it',
      values: findings.map(({ service, invariant, broken }) => ({
        labels: { service, invariant: invariant.name },
        value: broken,
      })),
    },
    {
      name: 'platform_verification_moment_timestamp_seconds',
      help: 'Moment at which the last npm run verify ended',
      values: [{ value: Math.floor(ended.epochMilliseconds / 1_000) }],
    },
  ]);
