/** What a test run came to. */
export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Report = {
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
};

/**
 * Counts test cases in vitest's JSON report. What fails outside a test case (a file that cannot be read, a hook, an error nobody caught, a
 * run that never reported) counts as one failure each, so that a bad run can never look good.
 * @param report undefined when there is none
 * @param isSuccess whether the runner itself was content
 */
export function countTests(report: unknown, isSuccess: boolean): TestCounts {
  const files = (report as Report | undefined)?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const count = (...wanted: string[]): number => statuses.filter((status) => wanted.includes(status)).length;
  const brokenFiles = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'));
  const failed = count('failed') + brokenFiles.length;
  return {
    passed: count('passed'),
    failed: failed === 0 && !isSuccess ? 1 : failed,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
  };
}
