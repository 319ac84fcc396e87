import type { AnyEndpoint } from '@app/contract';
import { placesOf } from './places.ts';
import type { Records, Source } from './source.ts';

/** The word of an operation's name behind its area: its id wherever samples name operations. */
export const operationOf = ({ name, operationId }: AnyEndpoint): string =>
  operationId ?? name.slice(name.indexOf('.') + 1);

/**
 * The operations in an order in which each sample finds what it names: what makes a record comes before what names it,
 * what removes it after that, and otherwise the order of the declarations holds.
 * @throws Error for samples that wait for each other, or for an operation that does not exist: a mistake of ours
 */
export function ordered(endpoints: readonly AnyEndpoint[], records: Records): readonly AnyEndpoint[] {
  const waiting = new Map(endpoints.map((endpoint) => [operationOf(endpoint), endpoint]));
  const before = predecessorsOf(endpoints, records, waiting);
  const done: AnyEndpoint[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find(([name]) => ![...before.get(name)!].some((other) => waiting.has(other)));
    if (!next) throw new Error(`These samples wait for each other: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(next[0]);
    done.push(next[1]);
  }
  return done;
}

function predecessorsOf(
  endpoints: readonly AnyEndpoint[],
  records: Records,
  known: ReadonlyMap<string, AnyEndpoint>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map(endpoints.map((endpoint) => [operationOf(endpoint), new Set<string>()]));
  const users = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    const name = operationOf(endpoint);
    const first = [...(endpoint.example?.after ?? [])];
    for (const { record } of placesOf(endpoint)) {
      users.set(record, [...(users.get(record) ?? []), name]);
      const source = records[record];
      if (source?.kind === 'answered') first.push(source.operation);
      if (source?.kind === 'mailed') first.push(source.after);
    }
    for (const other of first) {
      if (!known.has(other)) throw new Error(`The sample of ${name} comes after ${other}, which has none that runs`);
      if (other !== name) before.get(name)!.add(other);
    }
  }
  for (const endpoint of endpoints) {
    const removed = removedBy(endpoint);
    const name = operationOf(endpoint);
    for (const record of removed === undefined ? [] : builtOn(removed, records, known))
      for (const user of users.get(record) ?? []) if (user !== name) before.get(name)!.add(user);
  }
  return before;
}

/** A record, and every other that is made of it or belongs to it. */
function builtOn(record: string, records: Records, known: ReadonlyMap<string, AnyEndpoint>): ReadonlySet<string> {
  const grounds = new Map(Object.entries(records).map(([name, source]) => [name, groundsOf(source, known)]));
  const found = new Set([record]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [name, on] of grounds) if (on.some((other) => found.has(other))) found.add(name);
  }
  return found;
}

/** The records that a source names: those of the operation that makes it, and those of its words. */
function groundsOf(source: Source, known: ReadonlyMap<string, AnyEndpoint>): readonly string[] {
  const named = [...JSON.stringify(source).matchAll(/"@([^"]+)"/g)].map((match) => match[1]!);
  const maker = 'operation' in source ? known.get(source.operation) : undefined;
  return [...named, ...(maker ? placesOf(maker).map((place) => place.record) : [])];
}

/** The record that an operation removes: the last one of its path. */
function removedBy(endpoint: AnyEndpoint): string | undefined {
  const last = /\{(\w+)\}$/.exec(endpoint.path)?.[1];
  if (!endpoint.methods.includes('DELETE') || last === undefined) return undefined;
  return placesOf(endpoint).find(({ path }) => path[0] === 'params' && path[1] === last)?.record;
}
