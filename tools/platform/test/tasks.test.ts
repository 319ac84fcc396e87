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

describe('a change reaches the tests', () => {
  type Task = { taskId: string; dependencies: readonly string[]; inputs: Readonly<Record<string, string>> };
  const plan = JSON.parse(
    execFileSync(join(ROOT, 'node_modules', '.bin', 'turbo'), ['run', 'test', '--dry=json'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { tasks: Task[] };
  const tasks = new Map(plan.tasks.map((task) => [task.taskId, task]));
  const inputsOf = (name: string): readonly string[] => Object.keys(tasks.get(name)!.inputs);
  const reachedFrom = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of tasks.get(name)!.dependencies.filter((each) => !seen.has(each)))
      reachedFrom(next, seen.add(next));
    return seen;
  };

  it('of whatever depends on a package, however far', () => {
    const dependents = [...tasks.keys()].filter(
      (name) => name.endsWith('#test') && reachedFrom(name).has('@app/contract#sources'),
    );
    const all = ['audit', 'ledger-service', 'chat-service', 'gateway', 'sdk', 'testing', 'platform', 'tests', 'db'];
    expect(dependents).toEqual(expect.arrayContaining(all.map((name) => `@app/${name}#test`)));
    expect(dependents).not.toContain('@app/money#test');
    expect(reachedFrom('@app/ledger-service#test')).not.toContain('@app/auth-service#sources');
  });

  it('by protos, migrations and definitions as by code', () => {
    expect(reachedFrom('@app/chat-service#test')).toContain('@app/rpc#sources');
    expect(inputsOf('@app/rpc#sources').some((file) => file.endsWith('protos/ledger/v1/ledger.proto'))).toBe(true);
    const ours = inputsOf('@app/ledger-service#test');
    for (const folder of ['migrations/', 'sql/', 'src/', 'test/'])
      expect(
        ours.some((file) => file.startsWith(folder)),
        folder,
      ).toBe(true);
  });

  it('of the whole by the code of every service, and by no test of a service', () => {
    const whole = inputsOf('@app/tests#test');
    for (const file of ['ledger/sql/posting.sql', 'auth/src/main.ts', 'chat/package.json', 'organisation/migrations/'])
      expect(
        whole.some((each) => each.includes(`services/${file}`)),
        file,
      ).toBe(true);
    expect(whole).toContain('../README.md');
    expect(whole.filter((file) => /^\.\.\/.*(\.test\.ts$|\/test\/)/.test(file))).toEqual([]);
  });

  it('of the tools by every text', () => {
    const tools = inputsOf('@app/platform#test');
    for (const file of ['docs/contract/README.md', 'services/auth/test/', 'deploy/charts/', 'docker-compose.yml'])
      expect(
        tools.some((each) => each.startsWith(`../../${file}`)),
        file,
      ).toBe(true);
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
