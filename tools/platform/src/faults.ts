import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from './command.ts';
import { ROOT } from './root.ts';

/**
 * `npm run faults [-- OPTION ...]`: the long form of the suite in tests/faults, which depends on this package and not
 * the other way.
 */
await runCommand(async () => {
  const module = (await import(pathToFileURL(join(ROOT, 'tests', 'faults', 'src', 'main.ts')).href)) as {
    readonly runFaults: (args: readonly string[]) => Promise<void>;
  };
  await module.runFaults(process.argv.slice(2));
});
