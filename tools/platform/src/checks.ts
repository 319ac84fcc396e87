import { checkEnvExample } from './env-example.ts';
import { IMPORT_EXCEPTIONS } from './import-exceptions.ts';
import { faultsOfImports } from './import-rules.ts';
import { readImports } from './imports.ts';
import { checkOpenapi } from './openapi-check.ts';
import type { Say } from './progress.ts';
import { type Outcome, runProgram } from './run-program.ts';
import { checkSchemas } from './schema-check.ts';

/**
 * Something that must hold of the repository besides its tests. With `write`, a check of a generated file brings it up
 * to date.
 */
type Check = { readonly title: string; readonly run: (options: { readonly write: boolean }) => Promise<Outcome> };

/** A check whose faults are sentences. */
const outcomeOf = (faults: readonly string[]): Outcome => ({ isGood: faults.length === 0, output: faults.join('\n') });

/** A script that writes generated files, or compares them with `--check`. */
const generated = (folder: string, script: string): Check['run'] => {
  return ({ write }) => runProgram('node', [script, ...(write ? [] : ['--check'])], folder);
};

const CHECKS: readonly Check[] = [
  {
    title: 'format and lint',
    run: ({ write }) => runProgram('biome', ['check', '--error-on-warnings', ...(write ? ['--write'] : []), '.']),
  },
  { title: 'imports go one way', run: async () => outcomeOf(faultsOfImports(readImports(), IMPORT_EXCEPTIONS)) },
  {
    title: 'no file, export or dependency is unused',
    run: () => runProgram('knip', ['--no-progress', '--no-config-hints', '--max-show-issues', '50']),
  },
  // One program over all packages reads each file once: an eighth of the work of one program a package, each of which
  // reads what all share.
  { title: 'types', run: () => runProgram('turbo', ['run', '//#typecheck', '--output-logs=errors-only']) },
  { title: 'internal contracts', run: () => runProgram('buf', ['lint', '../../protos'], 'packages/rpc') },
  {
    title: 'internal contracts are compatible with the last release',
    run: () =>
      runProgram('buf', ['breaking', '../../protos', '--against', '../../protos/released.binpb'], 'packages/rpc'),
  },
  { title: 'gRPC types are what protos say', run: generated('packages/rpc', 'generate.ts') },
  { title: 'openapi.json is what the endpoints say', run: generated('packages/api', 'scripts/openapi.ts') },
  { title: 'openapi.json is compatible with the last release', run: async () => outcomeOf(checkOpenapi()) },
  {
    title: '.env.example is what the settings say',
    run: async (options) => ({
      isGood: checkEnvExample(options) || options.write,
      output: '.env.example is out of date: run "npm run check -- --write".\n',
    }),
  },
  {
    title: 'migrations are what the tables say, and released ones never change',
    run: async (options) => outcomeOf(await checkSchemas(options)),
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
