import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The folder that holds `protos/` and the services' migrations and definitions: `APP_ROOT`, else the nearest folder
 * upwards from here that has `pnpm-workspace.yaml`. Bundles cannot use `import.meta.url` for that.
 */
export function appRoot(env: NodeJS.ProcessEnv = process.env, from: string = process.cwd()): string {
  if (env.APP_ROOT) return resolve(env.APP_ROOT);
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
    if (folder === dirname(folder)) break;
  }
  throw new Error(
    `The root of the application was not found above ${from}: set APP_ROOT to the folder that holds protos/`,
  );
}
