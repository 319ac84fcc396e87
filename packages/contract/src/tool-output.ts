import type { AnyEndpoint } from './endpoint.ts';
import { outputSchemaOf } from './json-schema.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of what a tool answers with when it succeeds. */
export interface ToolOutputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
}

/** What a record gets only when it is stored, so that a dry run shows null in its place (MCP-R21). */
const GIVEN_WHEN_STORED = new Set(['id', 'sequence_number', 'posted_at', 'journal_entry_id']);

/** What is said of a result beside the answer of its endpoint. */
const aboutResult = {
  more: {
    type: 'object',
    description: 'What was left out because the result was too long, and how to get it.',
    properties: {
      field: { type: 'string' },
      rows_shown: { type: 'integer' },
      rows_in_all: { type: 'integer' },
      how: { type: 'string' },
    },
  },
  left_out: { type: 'string', description: 'Parts that are given on request only.' },
};
const dryRun = { type: 'boolean', description: 'True for a dry run: nothing was stored.' };

/**
 * The fields of a tool's result and their types: those of the endpoint's answer, in the form that tools give it. No
 * field is required, since rows and parts are left out of long results, and none is described: the list of tools would
 * be twice as long, and what a field means stands in the reference.
 */
export function toolOutputOf(endpoint: AnyEndpoint, isReadOnly: boolean): ToolOutputSchema {
  const printed = plain(outputSchemaOf(endpoint.output), isReadOnly) as JsonSchema;
  const fields = printed.properties as Readonly<Record<string, object>> | undefined;
  const properties = fields ?? (printed.type === 'array' ? { data: printed } : {});
  const about = isReadOnly ? aboutResult : { more: aboutResult.more, dry_run: dryRun };
  return { type: 'object', properties: { ...properties, ...about } };
}

const kept = new Set(['type', 'properties', 'items', 'anyOf', 'oneOf', 'enum', 'const', 'additionalProperties']);

/** A schema of types alone. */
function plain(schema: unknown, isReadOnly: boolean, field?: string): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const from = schema as JsonSchema;
  const to: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(from)) {
    if (!kept.has(key)) continue;
    if (key === 'properties')
      to[key] = Object.fromEntries(
        Object.entries(value as JsonSchema).map(([name, each]) => [name, plain(each, isReadOnly, name)]),
      );
    else if (key === 'anyOf' || key === 'oneOf')
      to.anyOf = (value as readonly unknown[]).map((each) => plain(each, isReadOnly));
    else if (key === 'items' || key === 'additionalProperties') to[key] = plain(value, isReadOnly);
    else to[key] = value;
  }
  return !isReadOnly && field !== undefined && GIVEN_WHEN_STORED.has(field) ? orNull(to) : to;
}

const orNull = (schema: Record<string, unknown>): object =>
  typeof schema.type === 'string' && schema.enum === undefined && schema.const === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : Array.isArray(schema.type)
      ? { ...schema, type: [...new Set([...schema.type, 'null'])] }
      : {};
