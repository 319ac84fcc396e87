import { type Json, resolve, type Side, schemaBreakages } from './schema-breakages.ts';

/** A breakage that the next release has all the same, by its sentence, and why. */
export interface Accepted {
  readonly breakage: string;
  readonly why: string;
}

type Both = Omit<Side, 'direction'>;

/**
 * The breakages between two OpenAPI documents that are not accepted, and what is accepted and does not break anything.
 */
export function faultsOfOpenapi(documents: Both, accepted: readonly Accepted[]): readonly string[] {
  const breakages = openapiBreakages(documents);
  return [
    ...breakages.filter((breakage) => !accepted.some((one) => one.breakage === breakage)),
    ...accepted
      .filter((one) => !breakages.includes(one.breakage))
      .map(
        (one) =>
          `"${one.breakage}" is accepted and does not happen: remove it from tools/platform/src/accepted-breakages.ts.`,
      ),
  ];
}

/**
 * What of the present document breaks clients of the released one, a sentence each. New things, and words that only
 * explain, break nothing.
 */
export function openapiBreakages(both: Both): readonly string[] {
  const present = recordOf(both.present.paths);
  return Object.entries(recordOf(both.released.paths)).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const now = present[path]?.[method] as Json | undefined;
      return now === undefined ? [`${at} is gone.`] : operationBreakages(at, operation as Json, now, both);
    }),
  );
}

function operationBreakages(at: string, released: Json, present: Json, both: Both): readonly string[] {
  return [
    ...(released.operationId === present.operationId
      ? []
      : [`${at}: the operation id ${released.operationId} is now ${present.operationId}.`]),
    ...securityBreakages(at, released, present),
    ...parameterBreakages(at, released, present, both),
    ...bodyBreakages(at, released, present, both),
    ...answerBreakages(at, released, present, both),
  ];
}

/** Each way to be let through is a set of schemes with scopes; one that was enough must be enough. */
function securityBreakages(at: string, released: Json, present: Json): readonly string[] {
  const ways = ({ security }: Json): readonly Record<string, readonly string[]>[] => {
    const list = (security ?? []) as Record<string, readonly string[]>[];
    return list.length === 0 ? [{}] : list;
  };
  const isEnough = (has: Record<string, readonly string[]>, needs: Record<string, readonly string[]>): boolean =>
    Object.entries(needs).every(
      ([scheme, scopes]) => scopes.every((scope) => has[scheme]?.includes(scope)) && has[scheme] !== undefined,
    );
  const isKept = ways(released).every((has) => ways(present).some((needs) => isEnough(has, needs)));
  return isKept ? [] : [`${at} needs another credential or scope.`];
}

function parameterBreakages(at: string, released: Json, present: Json, both: Both): readonly string[] {
  const before = parametersOf(released, both.released);
  const now = parametersOf(present, both.present);
  const fresh = [...now].filter(([key, { required }]) => required === true && before.get(key)?.required !== true);
  return [
    ...fresh.map(([key]) => `${at}: ${key} is required now.`),
    ...[...before].flatMap(([key, parameter]) => {
      const other = now.get(key);
      if (other === undefined) return [`${at}: ${key} is gone.`];
      return schemaBreakages(`${at}: ${key}`, schemaOf(parameter), schemaOf(other), { ...both, direction: 'request' });
    }),
  ];
}

/** By `query page`, where it is and its name. */
function parametersOf(operation: Json, document: Json): ReadonlyMap<string, Json> {
  const list = ((operation.parameters ?? []) as readonly Json[]).map((one) => direct(one, document));
  return new Map(list.map((one) => [`${one.in} ${one.name}`, one]));
}

function bodyBreakages(at: string, released: Json, present: Json, both: Both): readonly string[] {
  const before = released.requestBody as Json | undefined;
  const now = present.requestBody as Json | undefined;
  if (now?.required === true && before?.required !== true) return [`${at}: a request body is required now.`];
  return contentBreakages(`${at} request`, before, now, { ...both, direction: 'request' });
}

/** Errors may come and go; what a successful call answers stays, and so does the shape of an error. */
function answerBreakages(at: string, released: Json, present: Json, both: Both): readonly string[] {
  const now = recordOf(present.responses);
  return Object.entries(recordOf(released.responses)).flatMap(([status, answer]) => {
    const other = now[status];
    const place = `${at} ${status}`;
    if (other === undefined) return status < '400' ? [`${place} is gone.`] : [];
    const [before, after] = [direct(answer, both.released), direct(other, both.present)];
    const headers = Object.keys(recordOf(before.headers)).filter((name) => !(name in recordOf(after.headers)));
    return [
      ...headers.map((name) => `${place}: the header ${name} is gone.`),
      ...contentBreakages(place, before, after, { ...both, direction: 'answer' }),
    ];
  });
}

/** By media type. */
function contentBreakages(
  at: string,
  released: Json | undefined,
  present: Json | undefined,
  side: Side,
): readonly string[] {
  const now = recordOf(present?.content);
  return Object.entries(recordOf(released?.content)).flatMap(([type, content]) => {
    const other = now[type];
    if (other === undefined) return [`${at}: ${type} is gone.`];
    return schemaBreakages(at, schemaOf(content), schemaOf(other), side);
  });
}

const direct = (value: Json, document: Json): Json =>
  typeof value.$ref === 'string' ? resolve(value.$ref, document) : value;

const schemaOf = ({ schema }: Json): Json => (schema ?? {}) as Json;

const recordOf = (value: unknown): Readonly<Record<string, Json>> => (value ?? {}) as Readonly<Record<string, Json>>;
