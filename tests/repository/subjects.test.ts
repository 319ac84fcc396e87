import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areas } from '../../packages/api/src/endpoints.ts';
import { serviceNames } from '../../packages/registry/src/names.ts';
import { ROOT } from '../../tools/platform/src/root.ts';
import { testFilesOf } from '../../tools/platform/src/test-together.ts';
import { testsAboutOthers } from '../src/subjects.ts';

const inside = join(ROOT, 'tests/');
const every = testFilesOf('tests').map((file) => file.slice(inside.length));

describe('the tests of the whole system', () => {
  it('all run where more than one service may have changed', () => {
    expect(testsAboutOthers(undefined)).toEqual([]);
  });

  it('are named by files that are there', () => {
    const named = new Set(serviceNames.flatMap(testsAboutOthers));
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((file) => !every.includes(file))).toEqual([]);
  });

  it.each(serviceNames)('are about %s as far as it has a part in them', (service) => {
    const others = testsAboutOthers(service);
    const about = every.filter((file) => /^(journeys|own-platform|faults)\//.test(file) && !others.includes(file));
    expect(about).toEqual(expect.arrayContaining(['journeys/removal.test.ts', 'faults/faults.test.ts']));
    if (service in areas) expect(about.filter((file) => file.startsWith('journeys/')).length).toBeGreaterThan(5);
  });

  it('all run before a change lands', () => {
    expect(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')).toMatch(/^exec npm test -- --all$/m);
  });
});
