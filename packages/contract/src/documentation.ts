import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import { inputSchemaOf, outputSchemaOf } from './json-schema.ts';

type Printed = Readonly<Record<string, unknown>>;

const LONGEST = 300;

/**
 * What the declarations of a list of endpoints leave unsaid: operations and fields without a description, operations
 * without an example, examples that their own schemas would refuse. Each fault is a sentence that names the endpoint
 * and the field; an empty list is what a build asks for.
 */
export const documentationFaultsOf = (endpoints: readonly AnyEndpoint[]): readonly string[] =>
  endpoints.flatMap((endpoint) => [
    ...fieldFaults(endpoint),
    ...(endpoint.hidden
      ? []
      : [...(endpoint.description ? [] : [`${endpoint.name} has no description`]), ...exampleFaults(endpoint)]),
  ]);

function fieldFaults(endpoint: AnyEndpoint): string[] {
  const parts: readonly (readonly [string, Printed | undefined])[] = [
    ['path', endpoint.params && inputSchemaOf(endpoint.params)],
    ['query', endpoint.query && inputSchemaOf(endpoint.query)],
    ['body', endpoint.body && inputSchemaOf(endpoint.body)],
    ['answer', hasJson(endpoint.output) ? outputSchemaOf(endpoint.output) : undefined],
  ];
  return parts.flatMap(([part, schema]) =>
    schema ? [...fieldsOf(schema, part)].flatMap(([path, field]) => describedFault(endpoint.name, path, field)) : [],
  );
}

/** Every named field of a printed schema, nested ones included, by its path. */
function* fieldsOf(schema: Printed, path: string): Generator<readonly [string, Printed]> {
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Printed>)) {
    yield [`${path}.${name}`, field];
    yield* fieldsOf(field, `${path}.${name}`);
  }
  const inner = [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flat() as (Printed | undefined)[];
  for (const part of inner) if (typeof part === 'object') yield* fieldsOf(part, path);
}

function describedFault(name: string, path: string, { description }: Printed): string[] {
  if (typeof description !== 'string' || description === '') return [`${name}: ${path} has no description`];
  if (description.length > LONGEST) return [`${name}: the description of ${path} has more than ${LONGEST} characters`];
  if (!/^["'`A-Z0-9](.|\n)*\.$/.test(description))
    return [`${name}: the description of ${path} is not a sentence: ${description}`];
  return [];
}

/** An answer that is a page, a redirect or nothing has no schema of its own. */
const hasJson = (schema: z.ZodType): boolean => !['void', 'undefined', 'never'].includes(schema.def.type);

function exampleFaults(endpoint: AnyEndpoint): string[] {
  const { name, example, params, query, body, output, bodyOptional, bodyType } = endpoint;
  const faults: string[] = [];
  const look = (part: string, schema: z.ZodType, value: unknown, isInput: boolean): void => {
    const read = schema.safeParse(value);
    if (!read.success) faults.push(`${name}: the example ${part} is refused: ${read.error.message}`);
    else
      faults.push(
        ...strayFields(isInput ? inputSchemaOf(schema) : outputSchemaOf(schema), value, `${name}: the example ${part}`),
      );
    if (read.success && !isInput && !isDeepStrictEqual(plain(read.data), plain(value)))
      faults.push(`${name}: the example ${part} is not what would be sent`);
  };
  if (example === undefined) return [`${name} has no example`];
  if (params) look('path', params, asText(example.params), true);
  if (query) look('query', query, asText(example.query), true);
  if (body && example.body !== undefined) look('body', body, example.body, true);
  // A file cannot be written as JSON.
  else if (body && !bodyOptional && bodyType !== 'multipart/form-data')
    faults.push(`${name} has no example of its body`);
  if (hasJson(output)) {
    if (example.answer === undefined) faults.push(`${name} has no example of its answer`);
    else look('answer', output, example.answer, false);
  }
  return faults;
}

/** Paths and queries are text by the time a schema reads them. */
const asText = (values: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** As JSON says it: exact numbers included. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Fields that no schema declares would be ignored, and mislead whoever copies them. */
function strayFields(schema: Printed, value: unknown, where: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const items = choicesOf(schema).find((choice) => choice.items)?.items as Printed | undefined;
    if (items === undefined) return [];
    return value.flatMap((item, index) => strayFields(items, item, `${where}[${index}]`));
  }
  const shapes = choicesOf(schema).filter((choice) => choice.properties !== undefined);
  if (shapes.length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const fields = shapes.flatMap((shape) => (shape.properties as Record<string, Printed>)[name] ?? []);
    if (fields.length === 0) return [`${where} has the field ${name}, which is not declared`];
    return strayFields({ anyOf: fields }, inner, `${where}.${name}`);
  });
}

const choicesOf = (schema: Printed): readonly Printed[] => {
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Printed[] | undefined;
  return choices ? choices.flatMap(choicesOf) : [schema];
};
