import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modulesOf } from '../../tools/platform/src/imports.ts';
import { ROOT } from '../../tools/platform/src/root.ts';
import { faultsOfTasks, readTaskPackages } from '../../tools/platform/src/task-rules.ts';
import { testBytesOf } from '../../tools/platform/src/test-order.ts';
import { testFilesOf } from '../../tools/platform/src/test-together.ts';
import { readRun } from '../../tools/platform/src/turbo.ts';

/** The files, and every file of the same service that they import, however far. */
function importedBy(files: readonly string[], seen = new Set<string>()): ReadonlySet<string> {
  for (const file of files.filter((each) => !seen.has(each))) {
    seen.add(file);
    if (!file.endsWith('.ts')) continue;
    const modules = modulesOf(file, readFileSync(join(ROOT, file), 'utf8'));
    const near = modules.filter((module) => module.startsWith('.'));
    importedBy(
      near.map((module) => join(dirname(file), module)),
      seen,
    );
  }
  return seen;
}

describe('the tasks', () => {
  const manifest = {
    scripts: { test: 'node ../../tools/platform/src/test-package.ts' },
    dependencies: { '@app/a': '' },
  };
  const listing = (...names: string[]) =>
    `{ "tasks": { "sources": { "dependsOn": [${names.map((name) => `"${name}#sources"`).join(', ')}] } } }`;

  it('are distinguished for every package of the repository', () => {
    const packages = readTaskPackages();
    expect(packages.filter((each) => each.hasTests).length).toBeGreaterThan(25);
    expect(packages.filter((each) => each.tasks).length).toBeGreaterThan(5);
  });

  it.each([
    ['a package with tests and their script', { hasTests: true, manifest }, []],
    ['a package without tests', { hasTests: false, manifest: {} }, []],
    ['tests without a script', { hasTests: true, manifest: {} }, ['has no "test" script']],
    ['tests with a script of their own', { hasTests: true, manifest: { scripts: { test: 'vitest' } } }, ['no "test"']],
    ['a whole list', { hasTests: true, manifest, tasks: listing('@app/a') }, []],
    ['a list that lacks one', { hasTests: true, manifest, tasks: listing() }, ['does not list @app/a#sources']],
    ['a list of too many', { hasTests: true, manifest, tasks: listing('@app/a', '@app/b') }, ['lists @app/b#sources']],
    ['the usual dependencies', { hasTests: true, manifest, tasks: listing('^sources').replace('#sources', '') }, []],
  ])('of %s are judged', (_which, task, faults) => {
    const found = faultsOfTasks([{ folder: 'packages/x', ...task }]);
    expect(found).toHaveLength(faults.length);
    for (const [i, fault] of faults.entries()) expect(found[i]).toContain(fault);
  });
});

describe('the tests of a package', () => {
  it('are those in its own folder, in its sources too', () => {
    const own = `${join(ROOT, 'services/ledger')}/`;
    const files = testFilesOf('services/ledger');
    expect(files).toContain(`${own}test/witness.test.ts`);
    expect(files.some((each) => each.startsWith(`${own}src/`))).toBe(true);
    expect(files.every((each) => each.startsWith(own) && !each.includes('node_modules'))).toBe(true);
  });

  it('are counted where they lie', () => {
    const sizes = testFilesOf('services/ledger').map((file) => statSync(file).size);
    expect(testBytesOf('services/ledger')).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(testBytesOf('packages/money')).toBeGreaterThan(0);
  });
});

describe('a change reaches the tests', () => {
  type Task = {
    taskId: string;
    dependencies: readonly string[];
    inputs: Readonly<Record<string, string>>;
    environmentVariables: { specified: { env: readonly string[] } };
  };
  const plan = JSON.parse(
    execFileSync(join(ROOT, 'node_modules', '.bin', 'turbo'), ['run', 'test', 'typecheck', '--dry=json'], {
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

  it.each([
    ['@app/tests#test', '../'],
    ['@app/fault-tests#test', '../../'],
    ['@app/own-platform-tests#test', '../../'],
  ])('of the whole by the code of every service, and by no test of a service: %s', (task, root) => {
    const whole = inputsOf(task);
    for (const file of ['ledger/sql/posting.sql', 'auth/src/main.ts', 'chat/package.json', 'organisation/migrations/'])
      expect(
        whole.some((each) => each.includes(`services/${file}`)),
        file,
      ).toBe(true);
    expect(whole).toContain(`${root}tools/run.mjs`);
    const elsewhere = whole.filter((file) => file.startsWith('../'));
    const isTest = (file: string) => file.endsWith('.test.ts') || /\/services\/[^/]+\/test\//.test(file);
    expect(elsewhere.filter(isTest)).toEqual([]);
  });

  it('of the whole by the service that alone has changed, so that what it came to is not taken for all of it', () => {
    const deciding = [...tasks.values()].filter((task) =>
      task.environmentVariables.specified.env.includes('ONE_SERVICE'),
    );
    const names = ['@app/fault-tests#test', '@app/own-platform-tests#test', '@app/tests#test'];
    expect(deciding.map((task) => task.taskId).sort()).toEqual(names);
    for (const task of deciding)
      expect(task.environmentVariables.specified.env).toEqual(expect.arrayContaining(['*_SEED', 'TEST_SURROUNDINGS']));
  });

  it('of what follows the README by it, and of the journeys neither by it nor by other tests of the whole', () => {
    expect(inputsOf('@app/own-platform-tests#test')).toContain('../../README.md');
    const journeys = inputsOf('@app/tests#test');
    expect(journeys).not.toContain('../README.md');
    expect(journeys.filter((file) => /^(faults|own-platform|repository)\//.test(file))).toEqual([]);
  });

  it('of the types by every module, JSON among them', () => {
    const files = [
      'services/auth/src/passwords/leaked-passwords.json',
      'services/chat/src/main.ts',
      'vitest.config.ts',
    ];
    const settings = ['tsconfig.json', 'package.json', 'packages/config/tsconfig.json', 'services/auth/package.json'];
    expect(inputsOf('//#typecheck')).toEqual(expect.arrayContaining([...files, ...settings]));
  });

  it('of the repository by every text', () => {
    const read = inputsOf('@app/repository-tests#test');
    const texts = ['docs/contract/README.md', 'services/auth/test/', 'services/auth/src/main.ts', 'packages/api/src/'];
    const others = ['.ci/run', 'tools/platform/test/', 'tools/run.mjs', 'deploy/charts/', 'docker-compose.yml'];
    const tests = ['../journeys/', '../own-platform/', '../faults/', '../src/'];
    for (const file of [...tests, ...[...texts, ...others].map((each) => `../../${each}`)])
      expect(
        read.some((each) => each.startsWith(file)),
        file,
      ).toBe(true);
  });

  it('of the tools by what they load of services, with all that it imports, and by nothing else of their sources', () => {
    const tools = inputsOf('@app/platform#test');
    for (const file of ['docs/operate.md', 'deploy/charts/', 'services/auth/package.json', 'services/auth/migrations/'])
      expect(
        tools.some((each) => each.startsWith(`../../${file}`)),
        file,
      ).toBe(true);
    const loaded = globSync('services/*/src/{invariants.ts,schema/*}', { cwd: ROOT });
    expect(loaded.length).toBeGreaterThan(10);
    const reached = [...importedBy(loaded)].map((file) => `../../${file}`).sort();
    expect(tools.filter((file) => /^\.\.\/\.\.\/services\/[^/]+\/(src|test)\//.test(file)).sort()).toEqual(reached);
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
