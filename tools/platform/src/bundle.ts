import { relative, resolve } from 'node:path';
import { runCommand } from './command.ts';
import { ROOT } from './root.ts';

// The build script of one service: bundles the service in whose folder it runs. With arguments: those in these folders,
// relative to the repository, all at once. A script that is told so takes what that has just written.
const folders = process.argv.slice(2);
const isBundled = process.env.BUNDLED?.split(' ').includes(relative(ROOT, process.cwd())) ?? false;
if (folders.length > 0 || !isBundled)
  await runCommand(async () => {
    const { bundleServices } = await import('./bundle-service.ts');
    await bundleServices(folders.length > 0 ? folders.map((folder) => resolve(ROOT, folder)) : [process.cwd()]);
  });
