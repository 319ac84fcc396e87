import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const LARGEST = Number.MAX_SAFE_INTEGER;
const annotations = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/**
 * How a zod schema is printed, beyond what zod does: a `.meta({ override })` that names a type replaces what was derived; limits that
 * only mirror the language are left out; objects are open, since additions are not breaking (document 4 section 1.10).
 */
export function adjustJsonSchema(context: { readonly zodSchema: z.core.$ZodType; readonly jsonSchema: JsonSchema }): void {
  const { zodSchema, jsonSchema } = context;
  const override = z.globalRegistry.get(zodSchema)?.override;
  if (typeof override === 'object' && override !== null) {
    if ('type' in override) for (const key of Object.keys(jsonSchema)) if (!annotations.has(key)) delete jsonSchema[key];
    Object.assign(jsonSchema, override);
  }
  if (jsonSchema.minimum === -LARGEST) delete jsonSchema.minimum;
  if (jsonSchema.maximum === LARGEST) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  delete jsonSchema.override;
}

/** Metadata without ids: every schema is printed where it is used. */
const withoutIds = {
  get: (schema: z.core.$ZodType) => {
    const { id: _id, override: _override, ...rest } = z.globalRegistry.get(schema) ?? {};
    return rest;
  },
};

/** The JSON Schema (2020-12) of what a caller may send, whole and without references. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...printed } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: withoutIds as unknown as typeof z.globalRegistry,
    override: adjustJsonSchema,
  }) as JsonSchema;
  return printed;
}
