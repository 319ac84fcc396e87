import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';
import type { TestReport } from '../src/test-counts.ts';
import { describeReport, isExplained, mayShare, reportOfPackage } from '../src/test-together.ts';

const at = (file: string): string => join(ROOT, file);
const file = (name: string, ...statuses: string[]): TestReport['testResults'][number] => ({
  name: at(name),
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({
    ...{ status, fullName: `a ${status} one` },
    failureMessages: status === 'failed' ? ['2 is not 3'] : [],
  })),
});

it('a package takes from a shared run what its own files came to, and nothing unless all of them are there', () => {
  const money = file('packages/money/test/money.test.ts', 'passed', 'failed');
  const moneyTwo = file('packages/money-two/test/a.test.ts', 'passed');
  const report = { testResults: [money, moneyTwo] };
  expect(reportOfPackage(report, 'packages/money', [money.name])).toEqual({ testResults: [money] });
  expect(reportOfPackage(report, 'packages/money')).toEqual({ testResults: [money] });
  expect(reportOfPackage(report, 'packages/money', [money.name, at('packages/money/test/other.test.ts')])).toBe(
    undefined,
  );
  expect(reportOfPackage(report, 'packages/money', [])).toBe(undefined);
  expect(reportOfPackage(undefined, 'packages/money')).toBe(undefined);
});

it('what failed is in the log of the package it belongs to', () => {
  expect(describeReport({ testResults: [file('packages/money/test/money.test.ts', 'passed', 'failed')] })).toEqual([
    '✗ packages/money/test/money.test.ts (2 tests)',
    '  ✗ a failed one',
    '2 is not 3',
  ]);
});

it('an error outside of all tests belongs to no package, so that none takes its results from that run', () => {
  const good = { testResults: [file('packages/money/test/money.test.ts', 'passed')] };
  const bad = { testResults: [file('packages/money/test/money.test.ts', 'failed')] };
  const broken = { testResults: [{ ...file('packages/money/test/money.test.ts', 'passed'), status: 'failed' }] };
  expect([isExplained(good, true), isExplained(bad, false), isExplained(broken, false)]).toEqual([true, true, true]);
  expect([isExplained(good, false), isExplained(undefined, true)]).toEqual([false, false]);
});

it('what is replayed, or looks at the memory of its process, is in no shared run', () => {
  const task = (folder: string, isCached = false) => ({ name: `${folder}#test`, folder, isCached });
  expect([task('packages/money'), task('packages/money', true), task('packages/reports')].map(mayShare)).toEqual([
    true,
    false,
    false,
  ]);
});
