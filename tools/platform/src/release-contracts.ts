import { copyFileSync } from 'node:fs';
import { StartFailure } from '@app/embedded';
import { runCommand } from './command.ts';
import { OPENAPI, RELEASED_OPENAPI } from './openapi-check.ts';
import { runProgram } from './run-program.ts';

// `npm run release-contracts`: writes what this release speaks, which the checks compare every later change with.
await runCommand(async () => {
  const { isGood, output } = await runProgram('pnpm', ['run', 'release'], 'packages/rpc');
  if (!isGood) throw new StartFailure(output);
  copyFileSync(OPENAPI, RELEASED_OPENAPI);
});
