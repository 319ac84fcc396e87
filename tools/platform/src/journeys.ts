import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartFailure } from '@app/embedded';
import { buildServices } from './build-services.ts';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';

const USAGE = `npm run journeys -- --beside DIR [JOURNEY ...]

Runs the journeys of another release, of which DIR is a built checkout: its own
processes on the schema of this one, then the processes of this one by what
clients of that one know. Names of journeys choose some of them.
`;

/** What the journeys of a release read: whose schema is there first, and whose processes answer. */
const RUNS = [
  { title: 'its processes on our schema', variable: 'JOURNEYS_SCHEMA' },
  { title: 'our processes, asked by its clients', variable: 'JOURNEYS_BUNDLES' },
] as const;

function readArguments(): { readonly beside: string; readonly names: readonly string[] } {
  const options = { beside: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.beside === undefined) throw new StartFailure(USAGE);
  return { beside: resolve(values.beside), names: positionals };
}

/** @throws StartFailure where the journeys of that release would start their own processes whatever they are told */
function requireJourneys(beside: string): void {
  let source: string;
  try {
    source = readFileSync(join(beside, 'tests', 'src', 'system.ts'), 'utf8');
  } catch {
    throw new StartFailure(`${beside} is no checkout of a release: it has no tests/src/system.ts.`);
  }
  const missing = RUNS.find(({ variable }) => !source.includes(variable));
  if (missing)
    throw new StartFailure(`The release in ${beside} is older than this command: its journeys run alone only.`);
}

async function run(beside: string, variable: string, names: readonly string[]): Promise<boolean> {
  const chosen = names.length > 0 ? names.map((name) => `tests/journeys/${name}`) : ['tests/journeys'];
  const child = spawn(process.execPath, [join(beside, 'tools', 'run.mjs'), 'exec', 'vitest', 'run', ...chosen], {
    cwd: beside,
    env: { ...process.env, [variable]: ROOT },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code === 0));
  });
}

await runCommand(async () => {
  const { beside, names } = readArguments();
  requireJourneys(beside);
  await buildServices(SERVICES, createProgress());
  for (const { title, variable } of RUNS) {
    process.stdout.write(`\n${title}\n`);
    if (!(await run(beside, variable, names))) process.exitCode = 1;
  }
});
