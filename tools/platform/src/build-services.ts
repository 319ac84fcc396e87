import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
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
  const { tasks, isGood, remarks } = await runTasks(['build', ...packages.map((folder) => `--filter=./${folder}`)]);
  if (!isGood) {
    const failures = [...tasks.values()].filter((task) => !task.isGood).map((task) => task.output.trim());
    throw new StartFailure(failures.length > 0 ? failures.join('\n') : `turbo failed: ${remarks}`);
  }
  const built = [...tasks].filter(([, task]) => !task.isReplayed).map(([name]) => name.replace(/^@app\/|#build$/g, ''));
  say(built.length === 0 ? 'the services are built already' : `built ${built.join(', ')}`);
}

/** What is no package of the repository is no task of turbo's: services that tests make up. */
async function bundleOthers(folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const { bundleService } = await import('./bundle-service.ts');
  const settled = await Promise.allSettled(folders.map((folder) => bundleService(resolve(ROOT, folder))));
  const failures = settled.filter((each) => each.status === 'rejected').map((each) => each.reason as Error);
  const surprise = failures.find((failure) => !(failure instanceof StartFailure));
  if (surprise) throw surprise;
  if (failures.length > 0) throw new StartFailure(failures.map((failure) => failure.message).join('\n'));
}
