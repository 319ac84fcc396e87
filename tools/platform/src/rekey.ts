import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { StartFailure } from '@app/embedded';
import { besidePlatform, programOf } from './beside-platform.ts';
import { childEnvironment, type Surroundings } from './child-environment.ts';
import { runCommand } from './command.ts';
import { allOrFirstFailure } from './first-failure.ts';
import { createProgress } from './progress.ts';
import { SERVICES, type ServiceDefinition } from './services.ts';

const say = createProgress();

/**
 * `npm run rekey`: has every service seal anew what is sealed under a key that is to go, each with the keys that the
 * platform hands it (docs/decisions/0079-a-credential-per-service.md). Safe to repeat, and while the platform runs.
 */
async function rekey(): Promise<void> {
  await besidePlatform(say, async (around) => {
    const sealing = SERVICES.filter(({ kind }) => kind === 'service');
    await allOrFirstFailure(sealing.map(async (service) => say(`${service.name}: ${await rekeyOne(service, around)}`)));
  });
}

/** Runs the command of one service. Gives what it says. @throws StartFailure with its last words */
async function rekeyOne(service: ServiceDefinition, around: Surroundings): Promise<string> {
  const program = programOf(service);
  const child = spawn(process.execPath, [program, 'rekey'], {
    cwd: dirname(program),
    env: childEnvironment(service, around),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0)
    throw new StartFailure(`${service.name} could not seal its secrets anew: ${(said.err || said.out).trim()}`);
  return said.out.trim().split('\n').at(-1) ?? '';
}

await runCommand(rekey);
