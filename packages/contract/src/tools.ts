import { fillPath, objectShapeOf, queryString, splitArguments } from './arguments.ts';
import type { AnyEndpoint, Method } from './endpoint.ts';
import { UnparsedNumber } from './json.ts';
import { inputSchemaOf } from './json-schema.ts';
import { type ToolOutputSchema, toolOutputOf } from './tool-output.ts';

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
  readonly outputSchema: ToolOutputSchema;
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
  /** Rows of a page unless the caller asks for more or fewer: of a tool that lists an endpoint with pages. */
  readonly perPage?: number;
  /**
   * How many rows of an answer are shown: of a tool that lists an endpoint without pages, by its argument `max_rows`.
   */
  readonly maxRows?: { readonly default: number; readonly maximum: number };
  readonly description: ToolDescription;
}

/** Rows that a list gives unless more are asked for: what an assistant reads at once (MCP-R22). */
const LIST_ROWS = 20;
const MOST_ROWS = 1_000;

const dryRun = {
  type: 'boolean',
  default: false,
  description: 'Validate and execute, give the result that the call would have, and take everything back',
};

/**
 * The tools of a list of endpoints, in the order of the list. A tool's arguments are the path, query and body fields of
 * its endpoint, side by side; tools that write also take `dry_run` (MCP-R11).
 */
export function toolsOf(endpoints: readonly AnyEndpoint[]): readonly Tool[] {
  const tools = endpoints.filter((endpoint) => endpoint.tool !== undefined).map(toolOf);
  const names = new Set(tools.map(({ description }) => description.name));
  if (names.size !== tools.length) throw new Error('Two endpoints are declared as the same tool');
  return tools;
}

function toolOf(endpoint: AnyEndpoint): Tool {
  const { name, title, description = endpoint.description, destructive = false } = endpoint.tool!;
  const isReadOnly = endpoint.methods[0] === 'GET';
  const rows = rowsOf(endpoint);
  return {
    endpoint,
    isReadOnly,
    ...rows,
    description: {
      name,
      title,
      description: description ? `${endpoint.summary}. ${description}` : endpoint.summary,
      inputSchema: argumentsOf(endpoint, isReadOnly, rows),
      outputSchema: toolOutputOf(endpoint, isReadOnly),
      annotations: {
        title,
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly && destructive,
        openWorldHint: false,
      },
    },
  };
}

function rowsOf(endpoint: AnyEndpoint): Pick<Tool, 'perPage' | 'maxRows'> {
  const perPage = objectShapeOf(endpoint.query)?.per_page;
  if (!perPage && !endpoint.tool!.name.startsWith('list_')) return {};
  const most = perPage && ((inputSchemaOf(perPage) as { maximum?: number }).maximum ?? LIST_ROWS);
  return most !== undefined
    ? { perPage: Math.min(LIST_ROWS, most) }
    : { maxRows: { default: LIST_ROWS, maximum: MOST_ROWS } };
}

function argumentsOf(
  endpoint: AnyEndpoint,
  isReadOnly: boolean,
  { perPage, maxRows }: Pick<Tool, 'perPage' | 'maxRows'>,
): ToolDescription['inputSchema'] {
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
  if (perPage !== undefined) properties.per_page = { ...properties.per_page, default: perPage };
  if (maxRows)
    properties.max_rows = { type: 'integer', minimum: 1, ...maxRows, description: 'Rows to show of those that match' };
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
 * Turns arguments into the request that the tool's endpoint takes; `dry_run` and `max_rows` are none of its fields.
 * What a field must look like is left to the endpoint.
 * @throws TypeError where an argument that the path needs is missing, one that the tool does not have is given, or one
 * that an address cannot carry: a list where a single value is due would be read as another value
 */
export function toolRequest(
  { endpoint, perPage, description }: Tool,
  given: Readonly<Record<string, unknown>>,
): ToolRequest {
  assertKnown(given, description.inputSchema.properties);
  const { dry_run, max_rows, ...fields } = given;
  const { params, query: asked, body } = splitArguments(endpoint, fields);
  for (const [name, value] of Object.entries({ ...params, ...asked }))
    assertCarried(name, value, description.inputSchema.properties[name]);
  const query = perPage === undefined ? asked : { ...asked, per_page: asked.per_page ?? perPage };
  return {
    method: endpoint.methods[0]!,
    target: fillPath(endpoint.path, params) + queryString(query),
    body: endpoint.body === undefined ? undefined : JSON.stringify(body ?? {}),
  };
}

/** Arguments that change nothing where a tool does not have them: what they ask for is so anyway. */
const HARMLESS: readonly string[] = ['dry_run', 'max_rows', 'per_page'];

/**
 * An argument that nobody reads would be a filter that does not filter, or a `dryRun` that writes: the tool says so
 * instead. @throws TypeError
 */
function assertKnown(given: Readonly<Record<string, unknown>>, properties: Readonly<Record<string, object>>): void {
  const strange = Object.keys(given).find(
    (name) => (given[name] ?? null) !== null && !Object.hasOwn(properties, name) && !HARMLESS.includes(name),
  );
  if (strange === undefined) return;
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const names = Object.keys(properties);
  const meant = names.find((name) => plain(name) === plain(strange));
  const named = strange.slice(0, 50);
  throw new TypeError(
    meant === undefined
      ? `there is no argument "${named}": the arguments are ${names.join(', ')}; nothing was executed`
      : `there is no argument "${named}": write ${meant}; nothing was executed`,
  );
}

/** Paths and queries are text: only a parameter of text takes a list, whose values are separated by comma. */
function assertCarried(name: string, value: unknown, schema: object | undefined): void {
  if (typeof value !== 'object' || value === null || value instanceof UnparsedNumber) return;
  if (!Array.isArray(value)) throw new TypeError(`"${name}" must be a single value, not an object`);
  const { type } = (schema ?? {}) as { type?: string | readonly string[] };
  const takesText = type === undefined || [type].flat().includes('string');
  if (!takesText) throw new TypeError(`"${name}" must be a single value, not a list`);
  if (value.some((item) => typeof item === 'object' && !(item instanceof UnparsedNumber)))
    throw new TypeError(`"${name}" must be a list of single values`);
}
