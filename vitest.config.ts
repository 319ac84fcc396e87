import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { testsAboutOthers } from './tests/src/subjects.ts';

/** Files of the whole system's tests that are about other services than the one that has changed. */
const aboutOthers = testsAboutOthers(process.env.ONE_SERVICE).map((file) => join(import.meta.dirname, 'tests', file));

/** Folders with what others have written. */
const OF_OTHERS = ['**/node_modules/**', '**/dist/**'];

/** Folders of `tests` that are packages of their own. */
const PACKAGES_BELOW = ['{faults,own-platform,repository}/**'];

/**
 * Every package and service is a project. Files share their worker (`isolate: false`), so no module may keep state that
 * outlives a file. The tests of the whole system start all processes: they run after the others, one file at a time.
 */
function project(root: string): TestProjectInlineConfiguration {
  const whole = root.startsWith('tests');
  return {
    extends: true,
    root: join(import.meta.dirname, root),
    test: {
      name: root,
      sequence: { groupOrder: whole ? 1 : 0 },
      fileParallelism: !whole,
      setupFiles: [join(import.meta.dirname, 'packages/testing/src/setup.ts')],
      ...(whole ? { exclude: [...aboutOthers, ...OF_OTHERS, ...(root === 'tests' ? PACKAGES_BELOW : [])] } : {}),
      globalSetup: root === 'tests' ? [join(import.meta.dirname, root, 'src', 'shared-system.ts')] : [],
    },
  };
}

const inside = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .map((name) => `${folder}/${name}`)
    .filter((root) => existsSync(join(import.meta.dirname, root, 'package.json')));

/** Packages whose tests share processes, as one project: see `tools/platform/src/test-together.ts`. */
const shared = process.env.PACKAGES_TO_TEST?.split(' ');

/** The one package that is tested: vitest makes every project before it leaves out those that are not meant. */
const alone = process.env.PACKAGE_TO_TEST;

const every = [...inside('packages'), ...inside('services'), 'tools/platform', 'tests', ...inside('tests')];

const together: TestProjectInlineConfiguration = {
  extends: true,
  root: import.meta.dirname,
  test: { ...project('.').test, name: 'small packages' },
};

export default defineConfig({
  test: {
    projects: shared ? [together] : (alone ? [alone] : every).map(project),
    globalSetup: ['./packages/testing/src/servers.ts'],
    pool: 'forks',
    isolate: false,
    // Node.js reads the sources itself, as it does where services run from them: nothing is transformed or mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 2,
    // A test ends by what it waits for, however busy the machine is: the limits only end what hangs.
    expect: { poll: { timeout: 60_000, interval: 25 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    env: { TZ: 'UTC' },
    include: shared ? shared.map((root) => `${root}/**/*.test.ts`) : ['**/*.test.ts'],
    exclude: OF_OTHERS,
  },
});
