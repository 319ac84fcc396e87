import type { ServiceName } from '@app/registry';
import type { z } from 'zod';
import type { AccessDeclaration } from './access-types.ts';
import type { Failure } from './failure.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How failures look in one area of the API (docs/contract/errors.md); the code may be renamed on the way out. */
export interface Envelope {
  readonly name: string;
  readonly schema: z.ZodType;
  /** @param docUrl address of the page that explains the failure, for envelopes that have room for it */
  render(failure: Failure, requestId: string, docUrl: string): unknown;
  /** The code that callers see, where the area has its own words for the general ones. */
  codeOf?(failure: Failure): string;
}

export interface RateLimit {
  /** Endpoints with one name share one counter, whatever their prefix. */
  readonly name: string;
  readonly requests: number;
  readonly windowSeconds: number;
  /** The methods that are counted; others of the endpoint are not (RL-R19). */
  readonly methods: readonly Method[];
}

type Schema = z.ZodType;
type Shape = z.ZodObject;

/** Values of a path or query by name, as they stand in the address. */
type InAddress<S extends Shape> = { readonly [K in keyof z.input<S>]?: string | number | boolean };

/** A file that an example sends. */
export interface ExampleFile {
  readonly fileName: string;
  readonly contentType: string;
  /** The content, as what it is or encoded. */
  readonly text?: string;
  readonly base64?: string;
}

/** What a caller may send and then gets. */
export interface Example<P extends Shape, Q extends Shape, B extends Schema, O extends Schema> {
  readonly params?: InAddress<P>;
  readonly query?: InAddress<Q>;
  readonly body?: z.input<B>;
  /** The parts of a form with files, which no JSON can show. */
  readonly form?: Readonly<Record<string, string | number | ExampleFile>>;
  /** As JSON; nothing where the answer has no body of that kind. */
  readonly answer?: z.output<O>;
  /** Media type that is asked for, in place of JSON. */
  readonly accept?: string;
  /** Who of the demo company sends it; its owner by default. */
  readonly sender?: string;
  /**
   * Values that follow from the installation beside the ids, which are known by the names of their fields: where in
   * the example (`body.account_code`, `query.key`), and the name of the value in the table of samples.
   */
  readonly values?: Readonly<Record<string, string>>;
  /** The operations whose samples come first, beyond those that make what this one names. */
  readonly after?: readonly string[];
  /** Why the sample of this operation cannot be run as it stands, one sentence. */
  readonly cannotRun?: string;
}

export interface EndpointOptions<
  P extends Shape,
  Q extends Shape,
  B extends Schema,
  O extends Schema,
  N extends string = string,
> extends AccessDeclaration {
  /** `<area>.<operation>`: the method name of the SDK. */
  readonly name: N;
  /**
   * The id in the OpenAPI document, where the last word of the name says too little by itself. Unique and never
   * changed.
   */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  readonly service: ServiceName;
  readonly method: Method | readonly Method[];
  /** With `{name}` for parameters; a trailing slash is accepted and changes nothing. */
  readonly path: string;
  /** Equivalent paths that share handler, limits and idempotency scope. */
  readonly aliases?: readonly string[];
  /**
   * `bearer`: access or session token · `session`: session token only · `public`: nobody asked by the contract layer.
   */
  readonly auth?: 'bearer' | 'session' | 'public';
  /** By default `read` for GET and `write` for the rest. */
  readonly scope?: 'read' | 'write' | 'none';
  readonly envelope: Envelope;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** A missing body is read as `{}`; otherwise it is a 400. */
  readonly bodyOptional?: boolean;
  /** Code of the 400 for a missing body; `common.validation_error` by default. */
  readonly missingBodyCode?: string;
  readonly bodyType?:
    | 'application/json'
    | 'application/x-www-form-urlencoded'
    | 'form-or-json'
    | 'multipart/form-data'
    | 'multipart-or-json';
  /** The body is a file of one of these media types: the operation gets its bytes as they are. */
  readonly fileTypes?: readonly string[];
  /** Bytes; 10 MiB by default (docs/contract/general.md, "Sizes"). */
  readonly bodyLimit?: number;
  /** A field of a JSON body whose content never fails the request; the operation drops from it what it cannot use. */
  readonly lenientField?: string;
  /** Parts of a form that hold JSON, since what they say has names of its own (RFC 7578 section 4.4). */
  readonly jsonParts?: readonly string[];
  readonly status: number;
  readonly output: O;
  /** Media types besides JSON that the `Accept` header may select. */
  readonly alternatives?: readonly string[];
  /**
   * The media types that `Accept` selects among where the answer is no JSON by itself; the first for absence and any
   * type. By default JSON and the alternatives.
   */
  readonly offered?: readonly string[];
  /** Answers that the handler decides at run time, by status: for the OpenAPI document. With a `contentType` they are bytes. */
  readonly replies?: Readonly<
    Record<number, { readonly description: string; readonly output?: Schema; readonly contentType?: string }>
  >;
  /**
   * A request and its answer for the reference, checked against these schemas. Every endpoint of the OpenAPI document
   * has one.
   */
  readonly example?: Example<NoInfer<P>, NoInfer<Q>, NoInfer<B>, NoInfer<O>>;
  /** Code of the 404 for a path id that cannot exist; `common.not_found` by default. */
  readonly notFoundCode?: string;
  /**
   * Codes beyond the general ones of docs/contract/general.md, "Order of checks", that this endpoint answers with; each
   * stands in the catalogue of `packages/api/src/errors`. A code with several statuses there may name the one meant
   * here: `invalid_client@404`.
   */
  readonly failures?: readonly string[];
  readonly rateLimit?: RateLimit;
  /** Sends `Cache-Control: no-store` and keeps stored answers encrypted. */
  readonly secret?: boolean;
  readonly idempotency?: 'transaction' | 'shared' | 'steps';
  /** A success may hold failures of its parts, each in the standard form: they are in the caller's language too. */
  readonly holdsFailures?: boolean;
  /** Absolute path of the created resource, for the `Location` header of a 201. */
  readonly location?: (output: z.output<O>) => string;
  /** The MCP tool of this endpoint (docs/contract/tool-endpoint.md). */
  readonly tool?: ToolOptions;
  /** Left out of the OpenAPI document: pages for people and internal hooks. */
  readonly hidden?: boolean;
  /** Visited by people: a browser gets failures as a page, whoever else asks gets the envelope. */
  readonly forPeople?: boolean;
  /**
   * Reads or sets cookies; pages for people do unless they say otherwise. The operation of another endpoint sees none.
   * What another site's page sends to change something is refused (403).
   */
  readonly cookies?: boolean;
  /** Announced removal (docs/contract/general.md, "Versions"): Unix seconds and an HTTP date. */
  readonly deprecated?: { readonly since: number; readonly sunset: string };
}

export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Schema = Schema,
  O extends Schema = Schema,
  N extends string = string,
> extends EndpointOptions<P, Q, B, O, N> {
  readonly methods: readonly Method[];
  readonly auth: 'bearer' | 'session' | 'public';
  readonly scope: 'read' | 'write' | 'none';
  readonly cookies: boolean;
  readonly paths: readonly string[];
}

/** What a tool says of itself beyond what its endpoint says. */
export interface ToolOptions {
  /** `list_…` gives rows: few of them unless more are asked for. */
  readonly name: string;
  readonly title: string;
  /** In place of the endpoint's, where that speaks of what no tool has, such as an answer that is a file. */
  readonly description?: string;
  readonly destructive?: boolean;
  /** Parts of a row that a tool gives only when `with` names them, though the endpoint always does. */
  readonly onRequest?: readonly string[];
}

/** Declares one endpoint of the public API. Validation, OpenAPI, SDK, tools and gateway routes all derive from this. */
export function endpoint<P extends Shape, Q extends Shape, B extends Schema, O extends Schema, const N extends string>(
  options: EndpointOptions<P, Q, B, O, N>,
): Endpoint<P, Q, B, O, N> {
  const methods = Array.isArray(options.method) ? (options.method as readonly Method[]) : [options.method as Method];
  const auth = options.auth ?? 'bearer';
  const byMethod = methods[0] === 'GET' ? 'read' : 'write';
  return {
    ...options,
    methods,
    auth,
    scope: options.scope ?? (auth === 'public' ? 'none' : byMethod),
    cookies: options.cookies ?? options.forPeople ?? false,
    paths: [options.path, ...(options.aliases ?? [])],
  };
}

/** An endpoint whatever its schemas: for lists of endpoints. */
// biome-ignore lint/suspicious/noExplicitAny: schemas are invariant in their types; a list of endpoints can only hold them as any
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** `{id}` of a declared path as Express writes it: `:id`. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Literal segments win over parameters: sorts `/assets/depreciate` before `/assets/{id}`. */
export function bySpecificity(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const l = left[i]?.startsWith('{') ? 1 : 0;
    const r = right[i]?.startsWith('{') ? 1 : 0;
    if (l !== r) return l - r;
  }
  return a.localeCompare(b);
}
