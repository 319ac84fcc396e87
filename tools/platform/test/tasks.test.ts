import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';
import { readRun } from '../src/turbo.ts';

type Manifest = {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** The packages of the repository, as pnpm knows them. */
const packages = (
  JSON.parse(
    execFileSync('pnpm', ['list', '--recursive', '--depth=-1', '--json'], { cwd: ROOT, encoding: 'utf8' }),
  ) as {
    path: string;
  }[]
)
  .filter(({ path }) => path !== ROOT && path !== join(ROOT, '.'))
  .map(({ path }) => ({
    path,
    manifest: JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest,
  }));

const testFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .map((file) => join(ROOT, file));

describe('the tasks', () => {
  it('run the tests of every package that has some', () => {
    expect(packages.length).toBeGreaterThan(30);
    const taskless = testFiles.filter(
      (file) =>
        !packages.some(
          ({ path, manifest }) => file.startsWith(`${path}/`) && manifest.scripts?.test?.endsWith('/test-package.ts'),
        ),
    );
    expect(taskless).toEqual([]);
  });

  it('see every dependency of a package that lists them, for @app/testing depends on it', () => {
    const listing = packages.filter(({ path }) => existsSync(join(path, 'turbo.json')));
    const lists = listing.flatMap(({ path, manifest }) => {
      const text = readFileSync(join(path, 'turbo.json'), 'utf8');
      const sources = /"sources": \{[^}]*"dependsOn": \[([^\]]*)\]/.exec(text)?.[1];
      if (sources === undefined || sources.includes('^sources')) return [];
      const listed = [...sources.matchAll(/"([^"]+)#sources"/g)].map((match) => match[1]!);
      const ours = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@app/'));
      return [{ name: manifest.name, listed: listed.sort(), ours: ours.sort() }];
    });
    expect(lists.length).toBeGreaterThan(0);
    for (const { name, listed, ours } of lists) expect(listed, name).toEqual(ours);
  });
});

describe('a run of tasks', () => {
  const line = (source: string, text: string, level = 'stdout') => ({ source, level, text });

  it('says of each how it ended, what it printed, and whether it is of an earlier time', () => {
    const { tasks, isGood } = readRun(
      [
        line('turbo', '   • Running test in 3 packages', 'info'),
        line('@app/a#test', 'cache hit, replaying logs 1'),
        line('@app/b#test', 'cache miss, executing 2'),
        line('@app/a#test', '$ node test.ts'),
        line('@app/b#test', 'one'),
        line('@app/a#test', 'earlier'),
        line('@app/b#test', 'two'),
        line('@app/c#test', 'cache miss, executing 3'),
        line('turbo', 'Failed:    @app/b#test, @app/d#test', 'info'),
      ],
      false,
    );
    expect(isGood).toBe(false);
    expect(Object.fromEntries(tasks)).toEqual({
      '@app/a#test': { isGood: true, isReplayed: true, output: 'earlier' },
      '@app/b#test': { isGood: false, isReplayed: false, output: 'one\ntwo' },
      '@app/c#test': { isGood: true, isReplayed: false, output: '' },
      '@app/d#test': { isGood: false, isReplayed: false, output: '' },
    });
  });

  it('that fails before any task does says why', () => {
    const run = readRun([line('turbo', 'could not parse turbo.json', 'error')], false, 'x Invalid\n');
    expect(run).toEqual({ tasks: new Map(), isGood: false, remarks: 'could not parse turbo.json\nx Invalid' });
  });
});
