import { spawn } from 'node:child_process';
import { checkEnvExample } from './env-example.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';

/** Something that must hold of the repository besides its tests. With `write`, a check of a generated file brings it up to date. */
type Check = { readonly title: string; readonly run: (options: { readonly write: boolean }) => Promise<Outcome> };

type Outcome = { readonly isGood: boolean; readonly output: string };

/** A command of node_modules/.bin, which tools/run.mjs puts on the PATH. */
async function runProgram(program: string, args: readonly string[]): Promise<Outcome> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { isGood: code === 0, output };
}

const CHECKS: readonly Check[] = [
  {
    title: 'format and lint',
    run: ({ write }) => runProgram('biome', ['check', '--error-on-warnings', ...(write ? ['--write'] : []), '.']),
  },
  { title: 'types', run: () => runProgram('turbo', ['run', 'typecheck', '--output-logs=errors-only', '--continue']) },
  {
    title: '.env.example is what the settings say',
    run: async (options) => ({
      isGood: checkEnvExample(options) || options.write,
      output: '.env.example is out of date: run "npm run check -- --write".\n',
    }),
  },
];

/** Runs every check and tells each outcome; the output of one that fails is printed. */
export async function runChecks(
  say: Say,
  options: { readonly write: boolean } = { write: false },
): Promise<{ readonly passed: number; readonly failed: number }> {
  let passed = 0;
  for (const check of CHECKS) {
    const { isGood, output } = await check.run(options);
    if (isGood) passed++;
    else process.stdout.write(`${output.trimEnd()}\n`);
    say(`${check.title}: ${isGood ? 'passed' : 'FAILED'}`);
  }
  return { passed, failed: CHECKS.length - passed };
}
