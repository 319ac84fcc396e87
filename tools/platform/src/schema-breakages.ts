/** A schema of an OpenAPI 3.1 document, or any part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** What goes with the schemas of both documents: where their references lead, and who sends the values. */
export interface Side {
  readonly released: Json;
  readonly present: Json;
  /**
   * `request`: what a client of the last release sends must still be taken. `answer`: it must still understand what it
   * gets.
   */
  readonly direction: 'request' | 'answer';
}

/**
 * Keywords that say nothing about which values there are, and those that are compared. A schema with any other is
 * refused, not passed over.
 */
const SILENT = new Set([
  'description',
  'example',
  'examples',
  'title',
  'deprecated',
  'readOnly',
  'writeOnly',
  'propertyNames',
  '$ref',
]);
const MOST = ['maximum', 'maxLength', 'maxItems'];
const LEAST = ['minimum', 'minLength', 'minItems'];
const EXACT = ['pattern', 'format', 'multipleOf'];
const COMPARED = new Set([
  ...MOST,
  ...LEAST,
  ...EXACT,
  ...['type', 'anyOf', 'enum', 'const', 'default', 'properties', 'required', 'additionalProperties', 'items'],
]);

/** What of a change of a schema breaks clients of the last release, a sentence each, with the place in front. */
export function schemaBreakages(
  at: string,
  released: Json,
  present: Json,
  side: Side,
  under: Context['under'] = [],
): readonly string[] {
  // A schema within itself is compared where it was met first.
  if (under.some((pair) => pair.released === released && pair.present === present)) return [];
  const before = kindsOf(released, side.released);
  const now = kindsOf(present, side.present);
  const context = { at, side, under: [...under, { released, present }] };
  const [given, taken] = side.direction === 'request' ? [before, now] : [now, before];
  const kinds = given.flatMap((one) => {
    const candidates = taken.filter((other) => isOfType(one, other));
    if (candidates.length === 0)
      return [
        side.direction === 'request'
          ? `${at}: ${valuesOf(one)} are no longer taken.`
          : `${at}: the answer may now hold ${valuesOf(one)}.`,
      ];
    const tries = candidates.map((other) =>
      side.direction === 'request' ? kindBreakages(one, other, context) : kindBreakages(other, one, context),
    );
    return tries.reduce((best, next) => (next.length < best.length ? next : best));
  });
  return [...unknownKeywords(at, [...before, ...now]), ...defaultBreakages(at, released, present, side), ...kinds];
}

interface Context {
  readonly at: string;
  readonly side: Side;
  /** The schemas that this one is part of. */
  readonly under: readonly { readonly released: Json; readonly present: Json }[];
}

/** A schema as the list of what it may be, each of one type; the type is missing where any value will do. */
function kindsOf(schema: Json, document: Json): readonly Json[] {
  const { $ref, anyOf, type, ...rest } = schema;
  if (typeof $ref === 'string') return kindsOf(resolve($ref, document), document);
  if (Array.isArray(anyOf)) return anyOf.flatMap((one: Json) => kindsOf(one, document));
  if (Array.isArray(type)) return type.map((one: string) => ({ ...rest, type: one }));
  return [schema];
}

/** What `#/components/schemas/Tag` names. */
export function resolve(reference: string, document: Json): Json {
  const steps = reference.split('/').slice(1);
  return steps.reduce((place, step) => place[step.replaceAll('~1', '/')] as Json, document);
}

const isOfType = (one: Json, other: Json): boolean =>
  other.type === undefined || one.type === other.type || (one.type === 'integer' && other.type === 'number');

const valuesOf = ({ type }: Json): string => `values of ${type === undefined ? 'any type' : `type ${type}`}`;

/** Between two kinds of one type. */
function kindBreakages(before: Json, now: Json, { at, side, under }: Context): readonly string[] {
  const isRequest = side.direction === 'request';
  const [given, taken] = isRequest ? [before, now] : [now, before];
  const properties = recordOf(before.properties);
  const present = recordOf(now.properties);
  return [
    ...wordBreakages(at, before, now, side),
    ...(isRequest ? MOST.filter((limit) => isNarrower(given[limit], taken[limit], 1)) : []).map(
      (limit) => `${at}: ${limit} is lower.`,
    ),
    ...(isRequest ? LEAST.filter((limit) => isNarrower(given[limit], taken[limit], -1)) : []).map(
      (limit) => `${at}: ${limit} is higher.`,
    ),
    ...EXACT.filter((key) => taken[key] !== undefined && taken[key] !== given[key] && given.type !== 'null').map(
      (key) => `${at}: ${key} has changed.`,
    ),
    ...listOf(taken.required)
      .filter((name) => !listOf(given.required).includes(name) && (isRequest || present[name] !== undefined))
      .map((name) => `${at}.${name} ${isRequest ? 'is required now' : 'may be left out now'}.`),
    ...(isRequest && now.additionalProperties === false && before.additionalProperties !== false
      ? [`${at}: other fields are refused now.`]
      : []),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      present[name] ? schemaBreakages(`${at}.${name}`, schema, present[name], side, under) : [`${at}.${name} is gone.`],
    ),
    ...['items', 'additionalProperties'].flatMap((key) =>
      isSchema(before[key]) && isSchema(now[key]) ? schemaBreakages(`${at}[]`, before[key], now[key], side, under) : [],
    ),
  ];
}

/**
 * A request may lose no word of a list. An answer may get new ones, as the conventions say, but a list stays a list.
 */
function wordBreakages(at: string, before: Json, now: Json, { direction }: Side): readonly string[] {
  const [old, present] = [wordsOf(before), wordsOf(now)];
  if (direction === 'answer')
    return old && !present && now.type !== 'null' ? [`${at}: the answer may now hold values outside its list.`] : [];
  if (!present) return [];
  return old
    ? old.filter((word) => !present.includes(word)).map((word) => `${at}: ${JSON.stringify(word)} is no longer taken.`)
    : [`${at}: only the values of a list are taken now.`];
}

const wordsOf = (kind: Json): readonly unknown[] | undefined =>
  kind.type === 'null'
    ? [null]
    : ((kind.enum as unknown[] | undefined) ?? ('const' in kind ? [kind.const] : undefined));

/** With `sign` 1 of an upper limit, with -1 of a lower one. */
const isNarrower = (before: unknown, now: unknown, sign: 1 | -1): boolean =>
  typeof now === 'number' && (typeof before !== 'number' || sign * now < sign * before);

function defaultBreakages(at: string, released: Json, present: Json, { direction }: Side): readonly string[] {
  const isSame = JSON.stringify(released.default) === JSON.stringify(present.default);
  return direction === 'answer' || isSame ? [] : [`${at}: the default has changed.`];
}

function unknownKeywords(at: string, kinds: readonly Json[]): readonly string[] {
  const keys = kinds
    .flatMap((kind) => Object.keys(kind))
    .filter((key) => !key.startsWith('x-') && !SILENT.has(key) && !COMPARED.has(key));
  return [...new Set(keys)].map(
    (key) =>
      `${at}: the keyword "${key}" cannot be compared; tools/platform/src/schema-breakages.ts must learn what it means.`,
  );
}

const recordOf = (value: unknown): Readonly<Record<string, Json>> => (value ?? {}) as Readonly<Record<string, Json>>;

const listOf = (value: unknown): readonly string[] => (value ?? []) as readonly string[];

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;
