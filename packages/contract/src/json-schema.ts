import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const LARGEST = Number.MAX_SAFE_INTEGER;
const annotations = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/**
 * How a zod schema is printed, beyond what zod does: a `.meta({ override })` that names a type replaces what was
 * derived; limits that only mirror the language are left out; objects are open, since additions are not breaking
 * (docs/contract/general.md, "Versions"). A schema that takes anything because each value is validated later says by
 * `.meta({ standsFor })` what it takes then.
 */
export function adjustJsonSchema(context: {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: JsonSchema;
}): void {
  const { zodSchema, jsonSchema } = context;
  const { override, standsFor } = z.globalRegistry.get(zodSchema) ?? {};
  if (standsFor instanceof z.ZodType) Object.assign(jsonSchema, inputSchemaOf(standsFor));
  if (typeof override === 'object' && override !== null) {
    if ('type' in override)
      for (const key of Object.keys(jsonSchema)) if (!annotations.has(key)) delete jsonSchema[key];
    Object.assign(jsonSchema, override);
  }
  if (jsonSchema.minimum === -LARGEST) delete jsonSchema.minimum;
  if (jsonSchema.maximum === LARGEST) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  delete jsonSchema.override;
  delete jsonSchema.standsFor;
}

/** Metadata without ids: every schema is printed where it is used. */
const withoutIds = {
  get: (schema: z.core.$ZodType) => {
    const { id: _id, override: _override, standsFor: _standsFor, ...rest } = z.globalRegistry.get(schema) ?? {};
    return rest;
  },
};

const printed = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: withoutIds as unknown as typeof z.globalRegistry,
    override: adjustJsonSchema,
  }) as JsonSchema;
  return tidySchema(whole) as JsonSchema;
};

/** The JSON Schema (2020-12) of what a caller may send, whole and without references. */
export const inputSchemaOf = (schema: z.ZodType): JsonSchema => printed(schema, 'input');

/** The JSON Schema (2020-12) of what a caller gets, whole and without references. */
export const outputSchemaOf = (schema: z.ZodType): JsonSchema => printed(schema, 'output');

/** Values that only look like schemas. */
const values = new Set(['default', 'enum', 'const', 'example', 'examples']);

/**
 * Schemas as tools read them best: a value that may be null has the type `[…, "null"]` where its schema stands in
 * place, the description of a nullable reference stands beside it, and objects are open. Works on a whole document as
 * well.
 */
export function tidySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidySchema);
  if (typeof node !== 'object' || node === null) return node;
  const tidy: JsonSchema = {};
  for (const [key, value] of Object.entries(node))
    if (key !== 'additionalProperties' || value !== false) tidy[key] = values.has(key) ? value : tidySchema(value);
  return Array.isArray(tidy.anyOf) ? withPlainNull(tidy, tidy.anyOf as readonly JsonSchema[]) : tidy;
}

function withPlainNull({ anyOf: _choices, ...around }: JsonSchema, choices: readonly JsonSchema[]): JsonSchema {
  const others = choices.filter(({ type }) => type !== 'null');
  const only = others.length === 1 && choices.length === 2 ? others[0]! : undefined;
  if (only === undefined) return { ...around, anyOf: choices };
  if (only.type === undefined) {
    const { description, ...reference } = only;
    const nested = Array.isArray(reference.anyOf) ? (reference.anyOf as readonly JsonSchema[]) : [reference];
    return { ...(description === undefined ? {} : { description }), ...around, anyOf: [...nested, { type: 'null' }] };
  }
  const { const: constant, ...typed } = only;
  const listed = constant === undefined ? (only.enum as readonly unknown[] | undefined) : [constant];
  return { ...typed, ...around, type: [...[only.type].flat(), 'null'], ...(listed ? { enum: [...listed, null] } : {}) };
}
