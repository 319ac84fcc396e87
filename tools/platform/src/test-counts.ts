import { stripVTControlCharacters } from 'node:util';

/** What a test run came to. */
export type TestCounts = {
  readonly passed: number;
  readonly failed: number;
  /** The names of the tests that did not run. */
  readonly skipped: readonly string[];
  /** What failed: the name of each test, or the file of what failed outside a test, and how its report begins. */
  readonly failures: readonly string[];
};

/** What is read of vitest's JSON report. */
export type TestReport = {
  readonly testResults: readonly {
    /** The file, absolute. */
    readonly name: string;
    readonly status: string;
    /** What failed outside a test. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

/** Lines of a failure that the end of a run tells again: enough for what was expected, and the line that did. */
const TOLD_LINES = 12;

/** Where a failure passed on its way through what tests run on. */
const NOT_OURS = /node_modules|\(node:|at (?:async )?node:|at new Promise/;

const SKIPPED = ['skipped', 'pending', 'todo', 'disabled'];

/**
 * Counts test cases in vitest's JSON report. What fails outside a test case (a file that cannot be read, a hook, an
 * error nobody caught, a run that never reported) counts as one failure each, so that a bad run can never look good.
 * @param report undefined when there is none
 * @param isSuccess whether the runner itself was content
 */
export function countTests(report: unknown, isSuccess: boolean): TestCounts {
  const files = (report as TestReport | undefined)?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = count('failed') + brokenFiles.length;
  return {
    passed: count('passed'),
    failed: failed === 0 && !isSuccess ? 1 : failed,
    skipped: tests.filter((test) => SKIPPED.includes(test.status)).map((test) => test.fullName),
    failures: [
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => withReason(test.fullName, test.failureMessages?.[0])),
      ...brokenFiles.map((file) => withReason(file.name, file.message)),
    ],
  };
}

/** A name and, below it, how its reason begins: the full report may be thousands of lines further up. */
function withReason(name: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => !NOT_OURS.test(line))
    .slice(0, TOLD_LINES);
  return [name, ...lines.map((line) => `    ${line.trimEnd()}`)].join('\n').trimEnd();
}

/** What two runs came to together. */
export const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: [...one.skipped, ...other.skipped],
  failures: [...one.failures, ...other.failures],
});
