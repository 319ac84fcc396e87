import { resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import { bundleService } from './bundle-service.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import type { ServiceDefinition } from './services.ts';

/** Bundles every service whose sources have changed; tells every service that cannot be built. */
export async function buildServices(services: readonly ServiceDefinition[], say: Say): Promise<void> {
  const bundles = new Map<string, Promise<boolean>>();
  for (const { folder } of services)
    if (!bundles.has(folder)) bundles.set(folder, bundleService(resolve(ROOT, folder)));
  const settled = await Promise.allSettled(services.map(({ folder }) => bundles.get(folder)!));
  const failures = settled.filter((each) => each.status === 'rejected').map((each) => each.reason as Error);
  const surprise = failures.find((failure) => !(failure instanceof StartFailure));
  if (surprise) throw surprise;
  if (failures.length > 0) throw new StartFailure(failures.map((failure) => failure.message).join('\n'));
  const built = services
    .filter((_, index) => (settled[index] as PromiseFulfilledResult<boolean>).value)
    .map((service) => service.name);
  say(built.length === 0 ? 'the services are built already' : `built ${built.join(', ')}`);
}
