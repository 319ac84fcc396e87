import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import { runProgram } from './run-program.ts';
import type { ServiceDefinition } from './services.ts';
import { runTasks } from './turbo.ts';

/**
 * Bundles every service whose sources have changed, as turbo's `build` task; names every service that cannot be built.
 * Does nothing where `SERVICES_ARE_BUILT` says that it has just been done.
 */
export async function buildServices(services: readonly ServiceDefinition[], say: Say): Promise<void> {
  const folders = [...new Set(services.map((service) => service.folder))];
  const isPackage = (folder: string): boolean => existsSync(join(resolve(ROOT, folder), 'package.json'));
  const packages = folders.filter(isPackage);
  await bundleOthers(folders.filter((folder) => !isPackage(folder)));
  if (packages.length === 0 || process.env.SERVICES_ARE_BUILT === 'true') return;
  const environment = { ...process.env, BUNDLED: (await bundleTogether(packages)).join(' ') };
  const filters = packages.map((folder) => `--filter=./${folder}`);
  const { tasks, isGood, remarks } = await runTasks(['build', ...filters], { environment });
  if (!isGood) {
    const failures = [...tasks.values()].filter((task) => !task.isGood).map((task) => task.output.trim());
    throw new StartFailure(failures.length > 0 ? failures.join('\n') : `turbo failed: ${remarks}`);
  }
  const built = [...tasks].filter(([, task]) => !task.isReplayed).map(([name]) => name.replace(/^@app\/|#build$/g, ''));
  say(built.length === 0 ? 'the services are built already' : `built ${built.join(', ')}`);
}

/**
 * Bundles all services that have never been, in one process that reads what they share once; the task of each takes it
 * from there. Returns which: none when one of them cannot be bundled, so that the task of each says what it has to say.
 */
async function bundleTogether(folders: readonly string[]): Promise<readonly string[]> {
  const fresh = folders.filter((folder) => !existsSync(join(ROOT, folder, 'dist', 'main.mjs')));
  if (fresh.length < 2) return [];
  const { isGood } = await runProgram(process.execPath, [join(import.meta.dirname, 'bundle.ts'), ...fresh]);
  return isGood ? fresh : [];
}

/** What is no package of the repository is no task of turbo's: services that tests make up. */
async function bundleOthers(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const { bundleServices } = await import('./bundle-service.ts');
  const settled = await Promise.allSettled(folders.map((folder) => bundleServices([resolve(ROOT, folder)])));
  const failures = settled.filter((each) => each.status === 'rejected').map((each) => each.reason as Error);
  const surprise = failures.find((failure) => !(failure instanceof StartFailure));
  if (surprise) throw surprise;
  if (failures.length > 0) throw new StartFailure(failures.map((failure) => failure.message).join('\n'));
}
