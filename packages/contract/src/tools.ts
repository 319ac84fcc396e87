import { fillPath, objectShapeOf, queryString, splitArguments } from './arguments.ts';
import type { AnyEndpoint, Method } from './endpoint.ts';
import { inputSchemaOf } from './json-schema.ts';

/** A tool as `tools/list` shows it (https://modelcontextprotocol.io/specification, Tools). */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: false;
  };
}

export interface Tool {
  readonly endpoint: AnyEndpoint;
  readonly isReadOnly: boolean;
  readonly description: ToolDescription;
}

const dryRun = {
  type: 'boolean',
  default: false,
  description: 'Validate and execute, give the result that the call would have, and take everything back',
};

/**
 * The tools of a list of endpoints, in the order of the list. A tool's arguments are the path, query and body fields of its endpoint,
 * side by side; tools that write also take `dry_run` (document 4 section 3).
 */
export function toolsOf(endpoints: readonly AnyEndpoint[]): readonly Tool[] {
  const tools = endpoints.filter((endpoint) => endpoint.tool !== undefined).map(toolOf);
  const names = new Set(tools.map(({ description }) => description.name));
  if (names.size !== tools.length) throw new Error('Two endpoints are declared as the same tool');
  return tools;
}

function toolOf(endpoint: AnyEndpoint): Tool {
  const { name, title, destructive = false } = endpoint.tool!;
  const isReadOnly = endpoint.methods[0] === 'GET';
  return {
    endpoint,
    isReadOnly,
    description: {
      name,
      title,
      description: endpoint.description ? `${endpoint.summary}. ${endpoint.description}` : endpoint.summary,
      inputSchema: argumentsOf(endpoint, isReadOnly),
      annotations: { title, readOnlyHint: isReadOnly, destructiveHint: !isReadOnly && destructive, openWorldHint: false },
    },
  };
}

function argumentsOf(endpoint: AnyEndpoint, isReadOnly: boolean): ToolDescription['inputSchema'] {
  const properties: Record<string, object> = {};
  const required = new Set<string>();
  const parts = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
  for (const schema of parts) {
    if (objectShapeOf(schema) === undefined) {
      properties.body = inputSchemaOf(schema);
      if (!endpoint.bodyOptional) required.add('body');
      continue;
    }
    const printed = inputSchemaOf(schema) as { properties?: Record<string, object>; required?: string[] };
    for (const [name, property] of Object.entries(printed.properties ?? {})) properties[name] ??= property;
    for (const name of printed.required ?? []) required.add(name);
  }
  if (!isReadOnly) properties.dry_run = dryRun;
  return { type: 'object', properties, ...(required.size > 0 ? { required: [...required] } : {}) };
}

/** What a call of a tool asks of its endpoint. */
export interface ToolRequest {
  readonly method: Method;
  /** Path and query. */
  readonly target: string;
  /** JSON; undefined where the endpoint takes no body. */
  readonly body: string | undefined;
}

/**
 * Turns arguments into the request that the tool's endpoint takes; `dry_run` is none of its fields. What a field must look like is left to
 * the endpoint. @throws TypeError where an argument that the path needs is missing: then there is no address to ask
 */
export function toolRequest({ endpoint }: Tool, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { dry_run, ...fields } = given;
  const { params, query, body } = splitArguments(endpoint, fields);
  return {
    method: endpoint.methods[0]!,
    target: fillPath(endpoint.path, params) + queryString(query),
    body: endpoint.body === undefined ? undefined : JSON.stringify(body ?? {}),
  };
}
