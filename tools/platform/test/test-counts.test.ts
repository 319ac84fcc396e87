import { expect, it } from 'vitest';
import { countTests } from '../src/test-counts.ts';

const file = (status: string, ...statuses: string[]) => ({
  ...{ name: 'a.test.ts', status },
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
    { passed: 1, failed: 1, skipped: [], failures: ['a.test.ts'] },
  ],
  [
    'a hook that fails after good tests is one failure',
    [file('failed', 'passed')],
    false,
    { passed: 1, failed: 1, skipped: [], failures: ['a.test.ts'] },
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

it('a failure is told with how its reason begins, without colours', () => {
  const reason = [
    '\u001b[31mexpected 200 to be 403\u001b[39m',
    '    at /app/node_modules/vitest/run.js:1',
    ...Array.from({ length: 40 }, (_, at) => `at ${at}`),
  ];
  const test = { status: 'failed', fullName: 'a link', failureMessages: [reason.join('\n')] };
  const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [test] }, broken];
  const [first, second] = countTests({ testResults }, false).failures;
  expect(first!.split('\n').slice(0, 3)).toEqual(['a link', '    expected 200 to be 403', '    at 0']);
  expect(first!.split('\n')).toHaveLength(13);
  expect(second).toBe('b.test.ts\n    no such module');
});
