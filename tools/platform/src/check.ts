import { parseArgs } from 'node:util';
import { runChecks } from './checks.ts';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';

// `npm run check`: format, lint, types and generated files, without tests. `npm run check -- --write` mends what can be
// mended, `npm run check -- --only types` runs the checks whose titles have these words.
await runCommand(async () => {
  const { values } = parseArgs({
    options: { write: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  });
  const { write, only } = values;
  const { failed } = await runChecks(createProgress(), { write, ...(only ? { only } : {}) });
  if (failed > 0) process.exitCode = 1;
});
