import type { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';

/** A request as its three parts. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The object schema behind transforms and refinements, when there is one. */
export function objectShapeOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> | undefined {
  if (schema === undefined) return undefined;
  const def = schema.def as { type: string; shape?: Record<string, z.ZodType>; in?: z.ZodType; innerType?: z.ZodType };
  if (def.type === 'object') return def.shape;
  if (def.type === 'pipe') return objectShapeOf(def.in);
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable' || def.type === 'readonly')
    return objectShapeOf(def.innerType);
  return undefined;
}

/** The names that an endpoint declares, by where a value with that name goes. */
export interface ArgumentNames {
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** Null for a body that is no object: it is the argument `body`. Undefined where there is no body. */
  readonly body?: readonly string[] | null | undefined;
}

/** The names of a declared endpoint's path, query and body. */
export const argumentNamesOf = ({ params, query, body }: AnyEndpoint): ArgumentNames => ({
  path: namesOf(params) ?? [],
  query: namesOf(query) ?? [],
  body: body === undefined ? undefined : (namesOf(body) ?? null),
});

const namesOf = (schema: z.ZodType | undefined): readonly string[] | undefined => {
  const shape = objectShapeOf(schema);
  return shape && Object.keys(shape);
};

/**
 * Sorts flat arguments into path, query and body by the names each declares. A name that query and body both declare
 * goes to both; one that nobody declares goes to the body, which ignores it, or to the query. A body that is not an
 * object is the argument `body`.
 */
export const splitArguments = (endpoint: AnyEndpoint, given: Readonly<Record<string, unknown>>): RequestParts =>
  splitByNames(argumentNamesOf(endpoint), given);

/** As {@link splitArguments}, by the names alone. */
export function splitByNames(names: ArgumentNames, given: Readonly<Record<string, unknown>>): RequestParts {
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const isOfPath = names.path.includes(name);
    const isOfQuery = names.query.includes(name);
    const isUnknown = !isOfPath && !isOfQuery;
    if (isOfPath) params[name] = value;
    if (isOfQuery) query[name] = value;
    if (names.body && (names.body.includes(name) || isUnknown)) body[name] = value;
    else if (isUnknown && names.body === undefined) query[name] = value;
  }
  return { params, query, body: names.body === undefined ? undefined : names.body ? body : given.body };
}

/**
 * Fills the parameters of a path; every value is encoded, so that none can change the address. Dots alone, which no
 * encoding saves from being read as a step in the path, are refused. @throws TypeError naming the parameter
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`The path ${path} needs "${name}"`);
    const text = String(value);
    if (text === '.' || text === '..') throw new TypeError(`"${text}" cannot stand for "${name}" in the path ${path}`);
    return encodeURIComponent(text);
  });
}

/**
 * The query string, with `?` when it is not empty. Lists become values separated by comma; null and undefined are left
 * out.
 */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
