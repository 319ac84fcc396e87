import type { Command } from 'commander';
import { reports } from './commands/reports.ts';
import { findOperation } from './operations.ts';
import { type Described, reference } from './reference.computed.ts';

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];

/** What may stand in place of the last of the words, as shells ask for it; asks nobody. */
export function candidatesFor(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1).filter((word) => !word.startsWith('-'));
  return candidates(program, before, last).filter((candidate) => candidate.startsWith(last));
}

function candidates(program: Command, before: readonly string[], last: string): readonly string[] {
  const [verb = '', named, ...rest] = before;
  const command = program.commands.find((each) => each.name() === verb);
  if (last.startsWith('-')) return [...optionsOf(program), ...(command ? optionsOf(command) : [])];
  if (command === undefined) return before.length === 0 ? namesOf(program) : [];
  if (verb === 'completion') return ['bash', 'zsh', 'fish'];
  if (command.commands.length > 0) return named === undefined ? namesOf(command) : [];
  const methods = VERBS.includes(verb) ? [verb.toUpperCase()] : verb === 'describe' ? ALL : ['GET'];
  if (verb === 'reports') return named === undefined ? [...reports.keys()] : fieldNames(reports.get(named), rest);
  if (!VERBS.includes(verb) && !['list', 'poll', 'describe'].includes(verb)) return [];
  if (named === undefined) return operationsOf(verb, methods);
  return verb === 'describe' ? [] : fieldNames(described(named, methods), rest);
}

const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const namesOf = ({ commands }: Command): readonly string[] =>
  commands.map((each) => each.name()).filter((name) => !name.startsWith('__'));

const optionsOf = ({ options }: Command): readonly string[] =>
  options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));

const has = ({ fields }: Described, name: string): boolean => fields.some((field) => field.name === name);

function operationsOf(verb: string, methods: readonly string[]): readonly string[] {
  const fitting = reference.filter((each) => each.methods.some((method) => methods.includes(method)));
  if (verb === 'poll') return fitting.filter((each) => has(each, 'updated_from')).map(({ id }) => id);
  if (verb === 'list') return fitting.filter(({ id }) => /^(list|search)/.test(id)).map(({ id }) => id);
  return fitting.map(({ id }) => id);
}

function described(named: string, methods: readonly string[]): Described | undefined {
  try {
    return findOperation(named, methods).described;
  } catch {
    return undefined;
  }
}

/** Fields that were not given yet. */
const fieldNames = (operation: Described | undefined, given: readonly string[]): readonly string[] =>
  (operation?.fields ?? [])
    .map(({ name }) => `${name}=`)
    .filter((field) => !given.some((word) => word.startsWith(field)));
