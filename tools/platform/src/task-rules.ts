import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** A package, as far as its tasks go. */
export type TaskPackage = {
  /** From the root, as in `packages/db`. */
  readonly folder: string;
  /** The folder holds files with tests. */
  readonly hasTests: boolean;
  readonly manifest: {
    readonly scripts?: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  /** The text of its `turbo.json`, where it has one. */
  readonly tasks?: string;
};

/** The packages of the repository, as `pnpm-workspace.yaml` names their folders. */
export function readTaskPackages(): readonly TaskPackage[] {
  const workspace = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  const list = /^packages:\n((?: +- .*\n)+)/m.exec(workspace)?.[1] ?? '';
  const patterns = [...list.matchAll(/- (\S+)/g)].map((match) => match[1]!);
  return globSync(patterns, { cwd: ROOT })
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .sort()
    .map((folder) => {
      const tasks = join(ROOT, folder, 'turbo.json');
      return {
        folder,
        hasTests: hasTests(join(ROOT, folder)),
        manifest: JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as TaskPackage['manifest'],
        ...(existsSync(tasks) ? { tasks: readFileSync(tasks, 'utf8') } : {}),
      };
    });
}

const OTHERS = new Set(['node_modules', 'dist', '.turbo']);

const hasTests = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? !OTHERS.has(entry.name) && hasTests(join(folder, entry.name))
      : entry.name.endsWith('.test.ts'),
  );

/** What keeps a test from being run, or from being run again (docs/decisions/0095-tasks-with-inputs.md). */
export function faultsOfTasks(packages: readonly TaskPackage[]): readonly string[] {
  return packages.flatMap(({ folder, hasTests, manifest, tasks }) => [
    ...(hasTests && !manifest.scripts?.test?.endsWith('/test-package.ts')
      ? [`${folder}/package.json has no "test" script as the others have, so "npm test" would leave its tests out.`]
      : []),
    ...faultsOfSources(folder, Object.keys(manifest.dependencies ?? {}), tasks),
  ]);
}

/** A package that lists what its `sources` depend on lists all of it, apart from what only its tests need. */
function faultsOfSources(folder: string, dependencies: readonly string[], tasks = ''): readonly string[] {
  const list = /"sources": \{[^}]*"dependsOn": \[([^\]]*)\]/.exec(tasks)?.[1];
  if (list === undefined || list.includes('^sources')) return [];
  const listed = [...list.matchAll(/"([^"]+)#sources"/g)].map((match) => match[1]!);
  const ours = dependencies.filter((name) => name.startsWith('@app/'));
  const missing = ours.filter((name) => !listed.includes(name));
  const surplus = listed.filter((name) => !ours.includes(name));
  return [
    ...missing.map((name) => `${folder}/turbo.json does not list ${name}#sources, a dependency of the package.`),
    ...surplus.map((name) => `${folder}/turbo.json lists ${name}#sources, which is no dependency of the package.`),
  ];
}
