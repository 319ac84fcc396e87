import { StartFailure } from '@app/embedded';
import { faultsOfCalendarDays, readSources } from './calendar-days.ts';
import { faultsOfChangelog } from './changelog.ts';
import { renderCharts } from './chart-files.ts';
import { renderComposeFiles } from './compose-file.ts';
import { renderEnvExample } from './env-example.ts';
import { IMPORT_EXCEPTIONS } from './import-exceptions.ts';
import { faultsOfImports } from './import-rules.ts';
import { readImports } from './imports.ts';
import { checkOpenapi } from './openapi-check.ts';
import type { Say } from './progress.ts';
import { type Outcome, runProgram } from './run-program.ts';
import { checkSchemas } from './schema-check.ts';
import { faultsOfTasks, readTaskPackages } from './task-rules.ts';
import { runTasks } from './turbo.ts';
import { checkFiles, type WrittenFiles } from './written-files.ts';

type Options = { readonly write: boolean };

/**
 * Something that must hold of the repository besides its tests: a task of turbo.json, which runs when one of its inputs
 * has changed, or what costs less to run than to ask about. With `write`, `run` comes before the task, and brings
 * generated files up to date.
 */
type Check = {
  readonly title: string;
  readonly task?: string;
  readonly run?: (options: Options) => Promise<Outcome>;
};

/** A check whose faults are sentences. */
const outcomeOf = (faults: readonly string[]): Outcome => ({ isGood: faults.length === 0, output: faults.join('\n') });

/** Files that are compared with what follows from tables of ours, or written. */
const written = (render: () => WrittenFiles): NonNullable<Check['run']> => {
  return async (options) => {
    const outdated = checkFiles(render(), options);
    return {
      isGood: outdated.length === 0 || options.write,
      output: `Out of date: ${outdated.join(', ')}. Run "npm run check -- --write".`,
    };
  };
};

const CHECKS: readonly Check[] = [
  {
    title: 'format and lint',
    task: '//#lint',
    run: () => runProgram('biome', ['check', '--error-on-warnings', '--write', '.']),
  },
  { title: 'imports go one way', run: async () => outcomeOf(faultsOfImports(readImports(), IMPORT_EXCEPTIONS)) },
  { title: 'calendar days are those of Oslo', run: async () => outcomeOf(faultsOfCalendarDays(readSources())) },
  { title: 'no test is left out of the tasks', run: async () => outcomeOf(faultsOfTasks(readTaskPackages())) },
  { title: 'no file, export or dependency is unused', task: '//#unused' },
  // One program over all packages reads each file once: an eighth of the work of one program a package, each of which
  // reads what all share.
  { title: 'types', task: '//#typecheck' },
  { title: 'internal contracts', run: () => runProgram('buf', ['lint', '../../protos'], 'packages/rpc') },
  {
    title: 'internal contracts are compatible with the last release',
    run: () =>
      runProgram('buf', ['breaking', '../../protos', '--against', '../../protos/released.binpb'], 'packages/rpc'),
  },
  {
    title: 'gRPC types are what protos say',
    task: '@app/rpc#generate:check',
    run: () => runProgram('pnpm', ['run', 'generate'], 'packages/rpc'),
  },
  {
    title: 'openapi.json is what the endpoints say',
    task: '@app/api#generate:check',
    run: () => runProgram('pnpm', ['run', 'generate'], 'packages/api'),
  },
  { title: 'openapi.json is compatible with the last release', run: async () => outcomeOf(checkOpenapi()) },
  { title: '.env.example is what the settings say', run: written(() => ({ '.env.example': renderEnvExample() })) },
  {
    title: 'docker-compose.yml and the charts are what the table of services says',
    run: written(() => ({ ...renderComposeFiles(), ...renderCharts() })),
  },
  {
    title: 'migrations are what the tables say, and released ones never change',
    run: async (options) => outcomeOf(await checkSchemas(options)),
  },
  { title: 'the changelog has a place for what is not released', run: async () => outcomeOf(faultsOfChangelog()) },
];

/**
 * Runs every check and says each outcome; the output of one that fails is printed.
 * @param options.only parts of titles: checks with another title are left out
 */
export async function runChecks(
  say: Say,
  options: Options & { readonly only?: readonly string[] } = { write: false },
): Promise<{ readonly passed: number; readonly failed: number }> {
  const { only = [''] } = options;
  const checks = CHECKS.filter(({ title }) => only.some((part) => title.includes(part)));
  if (checks.length === 0) throw new StartFailure(`No check is called ${only.join(' or ')}.`);
  const isTask = (check: Check): boolean => check.task !== undefined && !(options.write && check.run);
  const brought = options.write ? await runOwn(checks.filter((check) => check.task && check.run)) : [];
  const names = checks.filter(isTask).map((check) => check.task!);
  // Own checks keep one core busy, one after the other; so do types, the longest of the tasks.
  const [{ tasks, remarks }, others] = await Promise.all([
    names.length > 0 ? runTasks(names) : { tasks: new Map(), remarks: '' },
    runOwn(checks.filter((check) => !check.task)),
  ]);
  const outcomes = new Map([...brought, ...others]);
  let passed = 0;
  for (const check of checks) {
    const { isGood, output } = outcomes.get(check) ?? tasks.get(check.task!) ?? { isGood: false, output: remarks };
    if (isGood) passed++;
    else process.stdout.write(`${output.trimEnd()}\n`);
    say(`${check.title}: ${isGood ? 'passed' : 'FAILED'}`);
  }
  return { passed, failed: checks.length - passed };

  async function runOwn(own: readonly Check[]): Promise<[Check, Outcome][]> {
    const outcomes: [Check, Outcome][] = [];
    for (const check of own) outcomes.push([check, await check.run!(options)]);
    return outcomes;
  }
}
