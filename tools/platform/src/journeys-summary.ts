import { basename, relative } from 'node:path';
import type { JourneysRun } from './journeys-plan.ts';
import { countTests, type TestReport } from './test-counts.ts';

/** What became of a run. */
export interface JourneysOutcome {
  readonly planned: JourneysRun;
  /** Vitest's JSON report; undefined when there is none. */
  readonly report: unknown;
  /** Whether the runner itself was content. */
  readonly isSuccess: boolean;
}

interface Journey {
  /** From the root of the checkout. */
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  /** Names of the tests that failed. */
  readonly failures: readonly string[];
  readonly mayAskForMore: boolean;
}

function journeysOf({ planned, report }: JourneysOutcome): Journey[] {
  const files = (report as TestReport | undefined)?.testResults ?? [];
  return files.map((result) => {
    const file = relative(planned.root, result.name);
    const { passed, failed, skipped, failures } = countTests({ testResults: [result] }, true);
    const outside = failed > failures.length ? ['what stands around its tests'] : [];
    return {
      ...{ file, passed, skipped: skipped.length, failures: [...failures, ...outside] },
      mayAskForMore: planned.mayAskForMore?.(file) ?? false,
    };
  });
}

/** Every journey passed, but for those that may ask for what the processes do not have. */
export function isGoodRun(outcome: JourneysOutcome): boolean {
  const journeys = journeysOf(outcome);
  const failed = journeys.filter(({ failures }) => failures.length > 0);
  // The runner is discontent for another reason than those journeys, or nothing ran.
  if (journeys.length === 0 || (!outcome.isSuccess && failed.length === 0)) return false;
  return failed.every(({ mayAskForMore }) => mayAskForMore);
}

/** Every journey by its name, and each test that failed. */
export function summariseJourneys(outcome: JourneysOutcome): string {
  const journeys = journeysOf(outcome);
  const lines = journeys.flatMap(({ file, passed, skipped, failures, mayAskForMore }) => {
    const name = basename(file, '.test.ts');
    const count = [`${passed} passed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ');
    if (failures.length === 0) return [`  ${name}: ${count}`];
    const why = mayAskForMore ? ' (new since that release, or changed: may ask for what it does not have)' : '';
    return [`  ${name}: ${count}, ${failures.length} FAILED${why}`, ...failures.map((each) => `    - ${each}`)];
  });
  const nothing = journeys.length === 0 ? ['  nothing was reported'] : [];
  return `${[outcome.planned.title, ...lines, ...nothing].join('\n')}\n`;
}
