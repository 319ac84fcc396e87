import type { Client, FileAnswer, FileStream, Operation } from '@app/sdk';
import { operations } from '@app/sdk';
import { CommandFailure } from './failures.ts';
import { type Described, reference } from './reference.computed.ts';

/** An operation that was named, and the values that its path held where it was named by one. */
export interface NamedOperation {
  readonly described: Described;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** What the client does by an operation whose types are not known beforehand. */
export interface AnyMethod {
  (input: object, options?: object): Promise<unknown>;
  as(mediaType: string, input: object, options?: object): Promise<FileAnswer>;
  stream(mediaType: string, input: object, options?: object): Promise<FileStream>;
}

/** The method of a client for an operation. */
export function methodOf(client: Client, { name }: Operation): AnyMethod {
  const [area = '', word = ''] = name.split('.');
  return (client as unknown as Record<string, Record<string, AnyMethod>>)[area]![word]!;
}

/**
 * The operation of a name (`ledger.createJournalEntry`, `createJournalEntry`) or a path (`/api/v2/journal-entries/17`),
 * which may have a query.
 * @param methods those it may have
 * @throws CommandFailure with what was perhaps meant
 */
export function findOperation(named: string, methods: readonly string[]): NamedOperation {
  const found = named.startsWith('/') ? byPath(named, methods) : byName(named, methods);
  if (found) return found;
  const others = named.startsWith('/') ? byPath(named, ALL) : byName(named, ALL);
  if (others)
    throw new CommandFailure(
      `${named} is a ${others.described.methods.join(' or ')}: bilag ${others.described.methods[0]!.toLowerCase()} ${named}`,
    );
  const near = searchOperations(named.replace(/\?.*$|\/$/, '').replace(/^.*[./]/, '')).slice(0, 5);
  const hint = near.length === 0 ? 'bilag operations lists them all' : `perhaps ${near.map(({ id }) => id).join(', ')}`;
  throw new CommandFailure(`There is no operation ${named}: ${hint}`);
}

const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const operationOf = ({ name }: Described): Operation => operations.find((each) => each.name === name)!;

const isOf = ({ methods }: Described, allowed: readonly string[]): boolean =>
  methods.some((method) => allowed.includes(method));

function byName(named: string, methods: readonly string[]): NamedOperation | undefined {
  const found = reference.filter(
    ({ name, id }) => name === named || id === named || name.slice(name.indexOf('.') + 1) === named,
  );
  const allowed = found.filter((described) => isOf(described, methods));
  const best = allowed.find(({ name, id }) => name === named || id === named) ?? allowed[0];
  const isClear = best !== undefined && (allowed.length === 1 || best.name === named || best.id === named);
  if (best !== undefined && !isClear)
    throw new CommandFailure(`${named} may be ${allowed.map(({ name }) => name).join(' or ')}`);
  return best && { described: best, operation: operationOf(best), params: {} };
}

/** Words of a path that stand as they are win over parameters. */
function byPath(given: string, methods: readonly string[]): NamedOperation | undefined {
  const [path = '', query = ''] = given.split('?');
  const segments = path.replace(/\/$/, '').split('/');
  const matches = reference
    .filter((described) => isOf(described, methods))
    .flatMap((described) =>
      described.paths.map((path) => ({ described, params: match(path.replace(/\/$/, '').split('/'), segments) })),
    )
    .filter((each): each is { described: Described; params: Record<string, string> } => each.params !== undefined)
    .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  const [best] = matches;
  if (best === undefined) return undefined;
  const { described, params } = best;
  return { described, params: { ...queryOf(query, described), ...params }, operation: operationOf(described) };
}

/** What the query of a pasted address holds, where the operation takes it. */
function queryOf(query: string, { id, fields }: Described): Readonly<Record<string, string>> {
  const given = Object.fromEntries(new URLSearchParams(query));
  const strange = Object.keys(given).find((name) => !fields.some((field) => field.name === name));
  if (strange !== undefined)
    throw new CommandFailure(`${id} has no ${strange}. Its fields are ${fields.map(({ name }) => name).join(', ')}`);
  return given;
}

/** The parameters of a path; one that is still written as `{id}` is left to the fields. */
function match(declared: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (declared.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, segment] of declared.entries()) {
    const value = given[i]!;
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined && value !== segment) params[name] = decoded(value);
  }
  return params;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new CommandFailure(`"${value}" cannot stand in a path: write % as %25`);
  }
}

/** Operations whose name, path or summary holds every word. */
export function searchOperations(...words: readonly string[]): readonly Described[] {
  const wanted = words.map((word) => word.toLowerCase());
  return reference.filter(({ name, id, paths, summary }) => {
    const text = [name, id, ...paths, summary].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
