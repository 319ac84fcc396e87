import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartFailure } from '@app/embedded';
import { buildServices } from './build-services.ts';
import { runCommand } from './command.ts';
import { type JourneysRun, planJourneys } from './journeys-plan.ts';
import { isGoodRun, summariseJourneys } from './journeys-summary.ts';
import { createProgress } from './progress.ts';
import { SERVICES } from './services.ts';
import { readReport } from './test-report.ts';

const USAGE = `npm run journeys -- --beside DIR [JOURNEY ...]

Runs journeys across two releases, of which DIR is a built checkout of the other:
its processes on the schema of this one, then the processes of this one by what
clients of that one know. Names of journeys choose some of them.
`;

function readArguments(): { readonly beside: string; readonly names: readonly string[] } {
  const options = { beside: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.beside === undefined) throw new StartFailure(USAGE);
  return { beside: resolve(values.beside), names: positionals };
}

/** Runs vitest in the checkout of the journeys; gives what is to be said at the end, and whether all is well. */
async function run(planned: JourneysRun, names: readonly string[]): Promise<{ summary: string; isGood: boolean }> {
  const { root, folder, variables } = planned;
  const place = mkdtempSync(join(tmpdir(), 'journeys-'));
  const report = join(place, 'report.json');
  const chosen = names.length > 0 ? names.map((name) => `${folder}/${name}`) : [folder];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = [join(root, 'tools', 'run.mjs'), 'exec', 'vitest', 'run', ...reporters, ...chosen];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    const code = await new Promise<number | null>((done, reject) => {
      child.once('error', reject);
      child.once('exit', done);
    });
    const outcome = { planned, report: readReport(report), isSuccess: code === 0 };
    return { summary: summariseJourneys(outcome), isGood: isGoodRun(outcome) };
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
    rmSync(place, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  const { beside, names } = readArguments();
  using plan = planJourneys(beside);
  await buildServices(SERVICES, createProgress());
  const summaries: string[] = [];
  for (const planned of plan.runs) {
    process.stdout.write(`\n${planned.title}\n`);
    const { summary, isGood } = await run(planned, names);
    summaries.push(summary);
    if (!isGood) process.exitCode = 1;
  }
  process.stdout.write(`\n${summaries.join('\n')}`);
});
