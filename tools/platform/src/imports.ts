import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './root.ts';
import { SOURCES } from './source-files.ts';

/**
 * One import of ours by ours, types included: the file that imports, and the file, or the folder of the package, that
 * it imports. From the root.
 */
export type Import = { readonly from: string; readonly to: string };

/** The imports of everything in TypeScript, tests included. */
export function readImports(): readonly Import[] {
  const folders = packageFolders();
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.flatMap((file) => {
    const modules = modulesOf(file, readFileSync(join(ROOT, file), 'utf8'));
    return modules.flatMap((module) => resolveImport(file, module, folders)).map((to) => ({ from: file, to }));
  });
}

/** The names of the modules that a file imports, re-exports, or loads with a literal `import()`. */
export function modulesOf(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  const dynamic = module.dynamicImports.map(({ moduleRequest: at }) => text.slice(at.start, at.end));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamic.filter((text) => /^['"]/.test(text)).map((text) => text.slice(1, -1)),
  ];
}

/** Nothing for what is no module of ours. */
function resolveImport(file: string, module: string, folders: ReadonlyMap<string, string>): readonly string[] {
  if (module.startsWith('.')) return [join(dirname(file), module)];
  const name = module.split('/').slice(0, 2).join('/');
  const folder = folders.get(name);
  return folder === undefined ? [] : [folder];
}

/** Folders of packages and services by the name in their package.json. */
function packageFolders(): ReadonlyMap<string, string> {
  const manifests = globSync(['packages/*/package.json', 'services/*/package.json'], { cwd: ROOT });
  return new Map(
    manifests.map((manifest) => [
      (JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as { name: string }).name,
      dirname(manifest),
    ]),
  );
}
