import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.ts';
import { type Ground, groundOf } from './whole-passed.ts';

/** How a task ended, as in `@app/ledger-service#test`, and what it printed now or when it ran. */
export type TaskOutcome = {
  readonly isGood: boolean;
  /** Nothing it depends on has changed since it last succeeded: it did not run, and its output is of that time. */
  readonly isReplayed: boolean;
  readonly output: string;
};

/** How a run of tasks ended. */
export type TaskRun = {
  readonly tasks: ReadonlyMap<string, TaskOutcome>;
  readonly isGood: boolean;
  /** What turbo itself had to say, for a run that fails without a task that does. */
  readonly remarks: string;
};

/** How tasks are run; `onLine` gets each line of a task as it comes. */
export type TaskOptions = {
  readonly environment?: NodeJS.ProcessEnv;
  readonly onLine?: (task: string, text: string) => void;
};

/** A line of `turbo run --json`. */
type Line = { readonly source: string; readonly level: string; readonly text: string };

const TURBO = findTurbo();

/** Turbo's program itself: the command in `.bin` starts Node.js first, only to find it. */
function findTurbo(): string {
  const command = join(ROOT, 'node_modules', '.bin', 'turbo');
  try {
    const { resolve } = createRequire(realpathSync(join(ROOT, 'node_modules', 'turbo', 'package.json')));
    return resolve(`@turbo/${process.platform}-${process.arch.replace('x64', '64')}/bin/turbo`);
  } catch {
    return command; // not a platform that turbo has a program for, or packed in another way
  }
}

/**
 * Runs tasks of turbo.json, those that can side by side, and goes on when one fails.
 * @param args tasks and filters, as in `build --filter=./services/auth`
 */
export async function runTasks(args: readonly string[], options: TaskOptions = {}): Promise<TaskRun> {
  const child = spawn(TURBO, ['run', ...args, '--json', '--continue=always'], {
    cwd: ROOT,
    env: options.environment ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, passOn);
  const lines: Line[] = [];
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = parseLine(text);
    lines.push(line);
    if (line.source !== 'turbo') options.onLine?.(line.source, line.text);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const signal of signals) process.off(signal, passOn);
  return readRun(lines, code === 0, complaints);
}

/** What is no line of JSON is turbo's own. */
function parseLine(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return { source: 'turbo', level: 'error', text };
  }
}

const CACHE = /^cache (hit|miss|bypass)\b/;

/**
 * Reads a run from its lines.
 * @param isGood whether turbo itself was content
 * @param complaints what turbo wrote to standard error
 */
export function readRun(lines: readonly Line[], isGood: boolean, complaints = ''): TaskRun {
  const own = lines.filter((line) => line.source === 'turbo');
  const failures = own.flatMap((line) => /^\s*Failed:\s+(?<names>.*)$/.exec(line.text)?.groups?.names ?? []);
  const failed = new Set(failures.flatMap((names) => names.split(',').map((name) => name.trim())));
  const names = new Set(lines.map((line) => line.source).filter((source) => source !== 'turbo'));
  const tasks = [...new Set([...names, ...failed])].map((name): [string, TaskOutcome] => {
    const texts = lines.filter((line) => line.source === name).map((line) => line.text);
    const output = texts.filter((text) => !CACHE.test(text) && !text.startsWith('$ ')).join('\n');
    const isReplayed = texts.some((text) => text.startsWith('cache hit'));
    return [name, { isGood: !failed.has(name), isReplayed, output }];
  });
  const errors = own.filter((line) => line.level === 'error').map((line) => line.text);
  return { tasks: new Map(tasks), isGood, remarks: [...errors, complaints.trim()].join('\n').trim() };
}

/** A task that would run, whether its result is there already, and what that rests on. */
export type PlannedTask = {
  readonly name: string;
  readonly folder: string;
  readonly isCached: boolean;
  readonly ground: Ground;
};

/** The tasks that {@link runTasks} would run with these arguments; those that run nothing are left out. */
export async function planTasks(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<PlannedTask[]> {
  const child = spawn(TURBO, ['run', ...args, '--dry=json'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [plan, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    plan += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`turbo could not plan "${args.join(' ')}":\n${complaints}`);
  const { tasks, globalCacheInputs } = JSON.parse(plan) as { tasks: DryTask[]; globalCacheInputs: GlobalInputs };
  const hashes = new Map(tasks.map((task) => [task.taskId, task.hash]));
  const { files, hashOfExternalDependencies, environmentVariables } = globalCacheInputs;
  const everywhere = [files, hashOfExternalDependencies, environmentVariables.configured];
  return tasks
    .filter((task) => task.command !== '<NONEXISTENT>')
    .map((task) => ({
      name: task.taskId,
      folder: task.directory,
      isCached: task.cache.status === 'HIT',
      ground: groundOf({
        files: task.inputs,
        others: [
          everywhere,
          [...task.dependencies].sort().map((name) => [name, hashes.get(name)]),
          [task.command, task.resolvedTaskDefinition],
          [task.hashOfExternalDependencies, task.environmentVariables.configured],
        ],
      }),
    }));
}

/** What every task depends on, as far as it decides over a result. */
type GlobalInputs = {
  readonly files: Readonly<Record<string, string>>;
  readonly hashOfExternalDependencies: string;
  readonly environmentVariables: { readonly configured: readonly string[] };
};

type DryTask = {
  readonly taskId: string;
  readonly directory: string;
  readonly command: string;
  readonly hash: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
  readonly hashOfExternalDependencies: string;
  readonly environmentVariables: { readonly configured: readonly string[] };
  readonly resolvedTaskDefinition: unknown;
  readonly cache: { readonly status: string };
};
