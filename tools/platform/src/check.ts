import { runChecks } from './checks.ts';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';

// `npm run check`: format, lint, types and generated files, without tests. `npm run check -- --write` mends what can be
// mended.
await runCommand(async () => {
  const { failed } = await runChecks(createProgress(), { write: process.argv.includes('--write') });
  if (failed > 0) process.exitCode = 1;
});
