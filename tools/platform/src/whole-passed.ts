import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceNames } from '@app/registry';
import { ROOT } from './root.ts';

/**
 * What the result of a task rests on, as digests: the code of each service by itself, and everything else together.
 * Everything else is also what services have to do with each other: operations, protos, tables, settings, packages.
 */
export type Ground = { readonly services: Readonly<Record<string, string>>; readonly rest: string };

/** What turbo says a task depends on. */
export type TaskInputs = {
  /** Digests of files, by their path from the folder of the task. */
  readonly files: Readonly<Record<string, string>>;
  /** Everything that is no file of the repository, in an order that is always the same. */
  readonly others: unknown;
};

const CODE = /^(?:\.\.\/)*services\/(?<service>[a-z0-9]+)\/(?:src|test)\//;

/** Splits what a task depends on by whose code it is. */
export function groundOf({ files, others }: TaskInputs): Ground {
  const parts = new Map<string, string[]>();
  for (const file of Object.keys(files).sort()) {
    const service = CODE.exec(file)?.groups?.service;
    // The sandbox is none of the services: others start it in their own tests.
    const part = service !== undefined && (serviceNames as readonly string[]).includes(service) ? service : '';
    const lines = parts.get(part) ?? [];
    lines.push(`${file} ${files[file]}`);
    parts.set(part, lines);
  }
  const rest = digest([others, parts.get('') ?? []]);
  parts.delete('');
  return { services: Object.fromEntries([...parts].map(([service, lines]) => [service, digest(lines)])), rest };
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** The one service whose code is another than it was; undefined where more has changed, or nothing. */
export function onlyServiceChanged(before: Ground | undefined, now: Ground): string | undefined {
  if (before?.rest !== now.rest) return undefined;
  const names = new Set([...Object.keys(before.services), ...Object.keys(now.services)]);
  const changed = [...names].filter((name) => before.services[name] !== now.services[name]);
  return changed.length === 1 ? changed[0] : undefined;
}

/** A task whose result is not known for what it rests on now. */
type Waiting = { readonly name: string; readonly ground: Ground };

/** The one service that has changed since each of these tasks last passed as a whole. */
export function oneServiceOf(waiting: readonly Waiting[], passed: Passed): string | undefined {
  const services = new Set(waiting.map((task) => onlyServiceChanged(passed[task.name], task.ground)));
  const [service] = services;
  return services.size === 1 ? service : undefined;
}

/** What each task rested on when all of it last passed, by its name. */
export type Passed = Readonly<Record<string, Ground>>;

const RECORD = join(ROOT, '.turbo', 'whole-passed.json');

/** Nothing where all has never passed here, as in a fresh clone. */
export function readPassed(file = RECORD): Passed {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passed;
  } catch {
    return {};
  }
}

/** Keeps what has passed as a whole beside what did before. */
export function keepPassed(tasks: readonly Waiting[], file = RECORD): void {
  if (tasks.length === 0) return;
  const passed = { ...readPassed(file), ...Object.fromEntries(tasks.map(({ name, ground }) => [name, ground])) };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(passed)}\n`);
}
