import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { checkEnvExample } from './env-example.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import { checkSchemas } from './schema-check.ts';

/** Something that must hold of the repository besides its tests. With `write`, a check of a generated file brings it up to date. */
type Check = { readonly title: string; readonly run: (options: { readonly write: boolean }) => Promise<Outcome> };

type Outcome = { readonly isGood: boolean; readonly output: string };

/** A command that the folder's package, or the root, depends on; tools/run.mjs puts those of the root on the PATH. */
async function runProgram(program: string, args: readonly string[], folder = '.'): Promise<Outcome> {
  const cwd = join(ROOT, folder);
  const env = { ...process.env, PATH: [join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** A script that writes generated files, or compares them with `--check`. */
const generated = (folder: string, script: string): Check['run'] => {
  return ({ write }) => runProgram('node', [script, ...(write ? [] : ['--check'])], folder);
};

const CHECKS: readonly Check[] = [
  {
    title: 'format and lint',
    run: ({ write }) => runProgram('biome', ['check', '--error-on-warnings', ...(write ? ['--write'] : []), '.']),
  },
  // One program over all packages reads each file once: an eighth of the work of one program a package, each of which reads what all share.
  { title: 'types', run: () => runProgram('turbo', ['run', '//#typecheck', '--output-logs=errors-only']) },
  { title: 'internal contracts', run: () => runProgram('buf', ['lint', '../../protos'], 'packages/rpc') },
  { title: 'gRPC types are what protos say', run: generated('packages/rpc', 'generate.ts') },
  { title: 'openapi.json is what the endpoints say', run: generated('packages/api', 'scripts/openapi.ts') },
  {
    title: '.env.example is what the settings say',
    run: async (options) => ({
      isGood: checkEnvExample(options) || options.write,
      output: '.env.example is out of date: run "npm run check -- --write".\n',
    }),
  },
  {
    title: 'migrations are what the tables say, and released ones never change',
    run: async (options) => {
      const faults = await checkSchemas(options);
      return { isGood: faults.length === 0, output: faults.join('\n') };
    },
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
