import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groundOf, keepPassed, oneServiceOf, onlyServiceChanged, readPassed } from '../src/whole-passed.ts';

const files = {
  '../services/ledger/src/posting/post.ts': 'a',
  '../services/ledger/test/posting.test.ts': 'b',
  '../services/ledger/openapi.json': 'c',
  '../services/ledger/migrations/0001.sql': 'd',
  '../services/auth/src/main.ts': 'e',
  '../services/sandbox/src/main.ts': 'f',
  '../packages/db/src/services/ledger/src/odd.ts': 'g',
  'journeys/bank.test.ts': 'h',
};
const others = [{ hash: '1' }];
const ground = groundOf({ files, others });
const after = (changes: Record<string, string>) => groundOf({ files: { ...files, ...changes }, others });

describe('one service has changed', () => {
  it.each([
    ['its code', { '../services/ledger/src/posting/post.ts': 'z' }, 'ledger'],
    ['a file that it has more', { '../services/ledger/src/posting/judge.ts': 'z' }, 'ledger'],
    ['the gateway’s', { '../services/gateway/src/main.ts': 'z' }, 'gateway'],
    ['two', { '../services/ledger/src/posting/post.ts': 'z', '../services/auth/src/main.ts': 'z' }, undefined],
    ['what it has to do with others', { '../services/ledger/openapi.json': 'z' }, undefined],
    ['its tables', { '../services/ledger/migrations/0001.sql': 'z' }, undefined],
    ['a package beside it', { '../services/ledger/src/posting/post.ts': 'z', '../packages/db/x.ts': 'z' }, undefined],
    [
      'a folder of a package that is called as services are',
      { '../packages/db/src/services/ledger/src/odd.ts': 'z' },
      undefined,
    ],
    ['the sandbox, which others start in their tests', { '../services/sandbox/src/main.ts': 'z' }, undefined],
    ['a journey', { 'journeys/bank.test.ts': 'z' }, undefined],
    ['nothing', {}, undefined],
  ])('%s', (_what, changes, service) => {
    expect(onlyServiceChanged(ground, after(changes))).toBe(service);
  });

  it('which is gone', () => {
    const { '../services/auth/src/main.ts': _gone, ...left } = files;
    expect(onlyServiceChanged(ground, groundOf({ files: left, others }))).toBe('auth');
  });

  it('but so has what is no file', () => {
    const elsewhere = groundOf({
      files: { ...files, '../services/auth/src/main.ts': 'z' },
      others: [{ hash: '2' }],
    });
    expect(onlyServiceChanged(ground, elsewhere)).toBeUndefined();
  });

  it('since nobody knows when', () => {
    expect(onlyServiceChanged(undefined, ground)).toBeUndefined();
  });

  it('whatever order files are listed in', () => {
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(groundOf({ files: reversed, others })).toEqual(ground);
  });
});

describe('the service that the tests of the whole system are to be about', () => {
  const ledger = after({ '../services/ledger/src/posting/post.ts': 'z' });
  const auth = after({ '../services/auth/src/main.ts': 'z' });
  const passed = { journeys: ground, faults: ground };

  it.each([
    ['is the one that changed for all of them', { journeys: ledger, faults: ledger }, 'ledger'],
    ['is the one that changed for the one that waits', { journeys: ledger }, 'ledger'],
    ['is none where they passed at different times', { journeys: ledger, faults: auth }, undefined],
    ['is none where one waits for something else', { journeys: ledger, faults: ground }, undefined],
    ['is none where one never passed', { journeys: ledger, others: ledger }, undefined],
    ['is none where none waits', {}, undefined],
  ])('%s', (_which, waiting, service) => {
    const tasks = Object.entries(waiting).map(([name, each]) => ({ name, ground: each }));
    expect(oneServiceOf(tasks, passed)).toBe(service);
  });
});

describe('what passed', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whole-passed-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is kept beside what passed before, and is nothing before', () => {
    const file = join(folder, '.turbo', 'passed.json');
    expect(readPassed(file)).toEqual({});
    keepPassed([], file);
    expect(readPassed(file)).toEqual({});
    keepPassed([{ name: 'journeys', ground }], file);
    const later = after({ '../services/auth/src/main.ts': 'z' });
    keepPassed([{ name: 'faults', ground: later }], file);
    expect(readPassed(file)).toEqual({ journeys: ground, faults: later });
  });
});
