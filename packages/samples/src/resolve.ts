import type { AnyEndpoint } from '@app/contract';
import { operationOf } from './order.ts';
import type { Records, Sender, Source } from './source.ts';

/** Asks an installation as one of its people; undefined when it does not answer with 200. */
export type Ask = (sender: Sender, path: string) => Promise<unknown>;

/** The part of an answer at a path such as `lines.0.id`; `logo_url?key` is a parameter of the address there. */
export function partOf(answer: unknown, path: string): unknown {
  const [at = '', parameter] = path.split('?');
  const steps = at === '' ? [] : at.split('.');
  const part = steps.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | null | undefined)?.[key],
    answer,
  );
  if (parameter === undefined || typeof part !== 'string') return part;
  return new URL(part, 'http://installation').searchParams.get(parameter) ?? undefined;
}

/**
 * Finds records of the demo company through the public API; each list is asked for once.
 * @param others what is known of records that are not found by asking
 */
export function createFinder(
  endpoints: readonly AnyEndpoint[],
  records: Records,
  ask: Ask,
  others: (record: string) => Promise<unknown> = async () => undefined,
) {
  const paths = new Map(endpoints.map((endpoint) => [operationOf(endpoint), endpoint.path.replace(/(.)\/$/, '$1')]));
  const values = new Map<string, Promise<unknown>>();
  const lists = new Map<string, Promise<unknown>>();

  const asked = (sender: Sender, path: string): Promise<unknown> => {
    const key = `${sender} ${path}`;
    const answer = lists.get(key) ?? ask(sender, path);
    lists.set(key, answer);
    return answer;
  };

  const find = async (source: Source & { readonly kind: 'found' }): Promise<unknown> => {
    let path = paths.get(source.list);
    if (path === undefined) throw new Error(`There is no operation ${source.list} to find a record by`);
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(source.query)) {
      const filled = typeof value === 'string' && value.startsWith('@') ? await valueFor(value.slice(1)) : value;
      if (filled === undefined) return undefined;
      if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, String(filled));
      else query.set(name, String(filled));
    }
    const answer = await asked(source.sender, query.size === 0 ? path : `${path}?${query}`);
    const rows = (Array.isArray(answer) ? answer : [partOf(answer, 'data') ?? answer].flat()) as unknown[];
    const matching = rows.filter((row) =>
      Object.entries(source.where).every(([at, value]) => String(partOf(row, at) ?? null) === String(value)),
    );
    return partOf(matching.at(source.isLast ? -1 : 0), source.at);
  };

  /** The value of a record; undefined for one that is not found by asking. */
  const valueFor = (record: string): Promise<unknown> => {
    const source = records[record];
    if (source?.kind !== 'found') return others(record);
    const value = values.get(record) ?? find(source);
    values.set(record, value);
    return value;
  };
  /** What was found to be missing is asked for again: it may have come since. */
  const forget = (record: string): void => {
    values.delete(record);
    lists.clear();
  };
  return { valueFor, forget };
}
