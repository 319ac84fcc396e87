import { expect, it } from 'vitest';
import { countTests } from '../src/test-counts.ts';

const file = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each, fullName: `a ${each} one` })),
});

it.each([
  [
    'test cases are counted',
    [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'failed', 'passed')],
    false,
    { passed: 3, failed: 1, skipped: ['a skipped one'], failures: ['a failed one'] },
  ],
  [
    'a file that cannot be read is one failure',
    [file('passed', 'passed'), file('failed')],
    false,
    { passed: 1, failed: 1, skipped: [], failures: [] },
  ],
  [
    'a hook that fails after good tests is one failure',
    [file('failed', 'passed')],
    false,
    { passed: 1, failed: 1, skipped: [], failures: [] },
  ],
  [
    'an error that nobody caught is one failure',
    [file('passed', 'passed')],
    false,
    { passed: 1, failed: 1, skipped: [], failures: [] },
  ],
  ['a good run has none', [file('passed', 'passed')], true, { passed: 1, failed: 0, skipped: [], failures: [] }],
])('%s', (_title, testResults, isSuccess, counts) => {
  expect(countTests({ testResults }, isSuccess)).toEqual(counts);
});

it('a run without a report is one failure', () => {
  expect(countTests(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: [], failures: [] });
});
