import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planJourneys } from '../src/journeys-plan.ts';
import { isGoodRun, summariseJourneys } from '../src/journeys-summary.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'journeys-test-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** A checkout with these files. */
function checkout(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name, file)), { recursive: true });
    writeFileSync(join(place, name, file), text);
  }
  return join(place, name);
}

const built = { 'services/gateway/dist/main.mjs': '' };
const ours = () =>
  checkout('ours', {
    'tests/src/system.ts': 'ours: JOURNEYS_SCHEMA JOURNEYS_BUNDLES',
    'tests/src/shared-system.ts': 'ours',
    'tests/journeys/bank.test.ts': 'as ever',
    'tests/journeys/mcp.test.ts': 'changed',
    'tests/journeys/new.test.ts': 'new',
  });
const older = () =>
  checkout('older', {
    ...built,
    'tests/src/system.ts': 'theirs',
    'tests/src/shared-system.ts': 'theirs',
    'tests/src/person.ts': 'theirs',
    'tests/journeys/bank.test.ts': 'as ever',
    'tests/journeys/mcp.test.ts': 'before',
  });

describe('the plan', () => {
  it('of a release that knows the command runs its own journeys both times', () => {
    const root = ours();
    const beside = checkout('last', { ...built, 'tests/src/system.ts': 'JOURNEYS_SCHEMA JOURNEYS_BUNDLES' });
    using plan = planJourneys(beside, root);
    expect(plan.runs.map(({ root: where, folder, variables }) => [where, folder, variables])).toEqual([
      [beside, 'tests/journeys', { JOURNEYS_SCHEMA: root }],
      [beside, 'tests/journeys', { JOURNEYS_BUNDLES: root }],
    ]);
  });

  it('of an older one asks its processes by our journeys, and ours by its journeys with our way of starting', () => {
    const [root, beside] = [ours(), older()];
    const borrowed = join(root, 'tests/of-the-release-before');
    {
      using plan = planJourneys(beside, root);
      expect(plan.runs.map(({ root: where, folder, variables }) => [where, folder, variables])).toEqual([
        [root, 'tests/journeys', { JOURNEYS_SCHEMA: root, JOURNEYS_BUNDLES: beside }],
        [root, 'tests/of-the-release-before/asking', {}],
      ]);
      const [first, second] = plan.runs;
      const mayAskForMore = ['bank', 'mcp', 'new'].map((name) =>
        first!.mayAskForMore!(`tests/journeys/${name}.test.ts`),
      );
      expect(mayAskForMore).toEqual([false, true, true]);
      expect(second!.mayAskForMore).toBeUndefined();
      const text = (file: string) => readFileSync(join(borrowed, file), 'utf8');
      expect(text('asking/mcp.test.ts')).toBe('before');
      expect(['system', 'shared-system', 'person'].map((name) => text(`src/${name}.ts`))).toEqual([
        'ours: JOURNEYS_SCHEMA JOURNEYS_BUNDLES',
        'ours',
        'theirs',
      ]);
    }
    expect(existsSync(borrowed)).toBe(false);
  });

  it('refuses what is no checkout, and one in which nothing is built', () => {
    expect(() => planJourneys(join(place, 'nowhere'), ours())).toThrow('is no checkout of a release');
    const unbuilt = checkout('unbuilt', { 'tests/src/system.ts': '' });
    expect(() => planJourneys(unbuilt, ours())).toThrow(/Nothing is built in .*unbuilt/);
  });
});

describe('the summary', () => {
  const planned = { title: 'theirs on ours', root: '/r', folder: 'tests/journeys', variables: {} };
  const file = (name: string, ...statuses: string[]) => ({
    name: `/r/tests/journeys/${name}.test.ts`,
    status: statuses.every((each) => each !== 'failed') ? 'passed' : 'failed',
    assertionResults: statuses.map((status) => ({ status, fullName: `a ${status} one` })),
  });
  const failing = { testResults: [file('bank', 'passed', 'skipped'), file('mcp', 'passed', 'failed')] };

  it('names every journey, and each test that failed', () => {
    expect(summariseJourneys({ planned, report: failing, isSuccess: false })).toBe(
      'theirs on ours\n  bank: 1 passed, 1 skipped\n  mcp: 1 passed, 1 FAILED\n    - a failed one\n',
    );
    expect(isGoodRun({ planned, report: failing, isSuccess: false })).toBe(false);
  });

  it('says of a journey that may ask for more that it failed, and takes no offence', () => {
    const lenient = { ...planned, mayAskForMore: (journey: string) => journey === 'tests/journeys/mcp.test.ts' };
    const outcome = { planned: lenient, report: failing, isSuccess: false };
    expect(summariseJourneys(outcome)).toContain('1 FAILED (new since that release, or changed');
    expect(isGoodRun(outcome)).toBe(true);
  });

  it.each([
    ['a run without a report', undefined, false],
    ['a run in which nothing ran', { testResults: [] }, true],
    ['a runner that is discontent though all passed', { testResults: [file('bank', 'passed')] }, false],
    ['a file that could not be read', { testResults: [{ ...file('bank'), status: 'failed' }] }, false],
  ])('takes %s for a bad one', (_what, report, isSuccess) => {
    expect(isGoodRun({ planned, report, isSuccess })).toBe(false);
  });
});
