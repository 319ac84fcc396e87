import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { StartFailure } from '@app/embedded';
import { besidePlatform, programOf } from './beside-platform.ts';
import { childEnvironment } from './child-environment.ts';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { SERVICES } from './services.ts';

const operated = SERVICES.filter(({ kind }) => kind === 'service');
const names = operated.map(({ name }) => name).join(', ');

/**
 * `npm run service -- ledger parked`: one of the operator's commands of a service with what `npm start` gives it, where
 * others have its container.
 */
async function runServiceCommand(): Promise<void> {
  const [name, ...command] = process.argv.slice(2);
  const service = operated.find((each) => each.name === name);
  if (!service || command.length === 0)
    throw new StartFailure(`npm run service -- SERVICE COMMAND, as in "npm run service -- ledger parked".
The services are ${names}. "npm run service -- ledger help" lists the commands.`);
  await besidePlatform(createProgress(), async (around) => {
    const program = programOf(service);
    const child = spawn(process.execPath, [program, ...command], {
      cwd: dirname(program),
      env: childEnvironment(service, around),
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  });
}

await runCommand(runServiceCommand);
