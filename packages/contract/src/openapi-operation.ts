import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { docUrlOf } from './doc-url.ts';
import type { AnyEndpoint, Envelope, Method } from './endpoint.ts';
import { Failure } from './failure.ts';
import { type DocumentedFailure, failuresOf } from './openapi-failures.ts';
import type { OpenApiOptions } from './openapi-options.ts';

const EXAMPLE_ID = '0f8b1c2e-6a53-4d0b-9c51-3f7d2a9e1b46';

export const envelopeSchemaName = (envelope: Envelope): string =>
  `${envelope.name[0]!.toUpperCase()}${envelope.name.slice(1)}Error`;

export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description:
      'Makes a repeat of this request safe: for 24 hours the same key with the same body gets the first answer, with `Idempotent-Replayed: true`, and nothing is executed again.',
    param: { in: 'header', name: 'Idempotency-Key', example: '5b0f8d5e-2f0c-4c3f-8f3a-2a6c1c9d7e11' },
  });

export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of this request, yours when it was well-formed. Send it when you report a fault.',
    schema: { type: 'string' },
  },
  Location: { description: 'Absolute path of the created resource', schema: { type: 'string' } },
  'RateLimit-Limit': { description: 'Requests per window', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this window', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the window ends', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Where to get a token (RFC 6750, RFC 9728)', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` when the answer is that of an earlier request with the same key',
    schema: { type: 'string' },
  },
} as const;

type HeaderName = keyof typeof responseHeaders;
const headersOf = (...names: readonly (HeaderName | false | undefined)[]) =>
  Object.fromEntries(
    names
      .filter((name) => name !== false && name !== undefined)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

/** The plain id of an endpoint: the last word of its name, unless it declares another. */
const operationIdOf = (endpoint: AnyEndpoint): string =>
  endpoint.operationId ?? endpoint.name.slice(endpoint.name.indexOf('.') + 1);

/** The name of the schema of a request body: `CreateTagRequest`. */
export const bodySchemaName = (endpoint: AnyEndpoint): string => `${capital(operationIdOf(endpoint))}Request`;

/** `PublicV2` for `/public/v2/oauth/token`: where an alias stands. */
const placeOf = (path: string): string => {
  const prefix = /^\/(?:\w+\/)?v\d+(?=\/)/.exec(path)?.[0] ?? path;
  return prefix
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map(capital)
    .join('');
};

/**
 * One operation: a method on a path of the endpoint. The first of each has the endpoint's id, the others say which they
 * are.
 */
export function operationOf(
  options: OpenApiOptions,
  endpoint: AnyEndpoint,
  path: string,
  method: Method,
): ZodOpenApiOperationObject & { operationId: string } {
  const alias = path !== endpoint.path && `${path}/` !== endpoint.path;
  const other = method !== endpoint.methods[0];
  const parameters: ZodOpenApiParameters = {
    ...(endpoint.params ? { path: endpoint.params } : {}),
    ...(endpoint.query ? { query: endpoint.query } : {}),
  };
  return {
    operationId: `${operationIdOf(endpoint)}${other ? `By${capital(method.toLowerCase())}` : ''}${alias ? `At${placeOf(path)}` : ''}`,
    tags: [endpoint.service],
    summary: endpoint.summary,
    ...describedBy(describe(endpoint, alias)),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(Object.keys(parameters).length > 0 ? { requestParams: parameters } : {}),
    ...(method === 'POST' ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...(endpoint.body ? { requestBody: { required: !endpoint.bodyOptional, content: requestContent(endpoint) } } : {}),
    // What the endpoint declares itself stands in place of what all of them may answer.
    responses: { ...failures(options, endpoint, method), ...successes(endpoint, method) } as ZodOpenApiResponsesObject,
    security: securityOf(endpoint),
    ...(alias ? { 'x-alias-of': endpoint.path } : {}),
    ...(other && !alias ? { 'x-same-as': operationIdOf(endpoint) } : {}),
    ...(endpoint.rateLimit
      ? {
          'x-rate-limit': {
            name: endpoint.rateLimit.name,
            requests: endpoint.rateLimit.requests,
            windowSeconds: endpoint.rateLimit.windowSeconds,
          },
        }
      : {}),
    ...options.access.fieldsOf(endpoint),
  };
}

const describedBy = (description: string): { description?: string } => (description === '' ? {} : { description });

function describe(endpoint: AnyEndpoint, alias: boolean): string {
  const notes: string[] = [];
  if (endpoint.description) notes.push(endpoint.description);
  if (alias) notes.push(`The same as \`${endpoint.path}\`: limits and idempotency keys are shared.`);
  if (endpoint.rateLimit) {
    const { requests, windowSeconds, methods } = endpoint.rateLimit;
    notes.push(
      `Limited to ${requests} requests (${methods.join(', ')}) per ${windowSeconds === 3600 ? 'hour' : windowSeconds === 60 ? 'minute' : `${windowSeconds} seconds`} and client address.`,
    );
  }
  if (endpoint.auth === 'session') notes.push('Takes the session token of a person, no access token.');
  if (endpoint.deprecated) notes.push(`Will be removed: ${endpoint.deprecated.sunset}.`);
  return notes.join('\n\n');
}

function securityOf(endpoint: AnyEndpoint): Record<string, string[]>[] {
  if (endpoint.auth === 'public') return [];
  if (endpoint.auth === 'session') return [{ session: [] }];
  return [{ access: endpoint.scope === 'none' ? [] : [endpoint.scope] }, { session: [] }];
}

const bodyTypes: Readonly<Record<NonNullable<AnyEndpoint['bodyType']>, readonly string[]>> = {
  'application/json': ['application/json'],
  'application/x-www-form-urlencoded': ['application/x-www-form-urlencoded'],
  'multipart/form-data': ['multipart/form-data'],
  'multipart-or-json': ['multipart/form-data', 'application/json'],
  'form-or-json': ['application/x-www-form-urlencoded', 'application/json'],
};

function requestContent(endpoint: AnyEndpoint): ZodOpenApiContentObject {
  const types = endpoint.fileTypes ?? bodyTypes[endpoint.bodyType ?? 'application/json'];
  const example = endpoint.example?.body;
  return Object.fromEntries(
    types.map((each) => [each, { schema: endpoint.body, ...(example === undefined ? {} : { example }) }]),
  );
}

const hasNoBody = (schema: z.ZodType | undefined): boolean =>
  schema === undefined || ['void', 'undefined', 'never'].includes(schema.def.type);

function successes(endpoint: AnyEndpoint, method: Method): Record<string, object> {
  const headers = headersOf(
    'X-Request-Id',
    endpoint.status === 201 && endpoint.location !== undefined && 'Location',
    ...(endpoint.rateLimit?.methods.includes(method)
      ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const)
      : []),
    method === 'POST' && 'Idempotent-Replayed',
  );
  const empty = endpoint.status === 204 || endpoint.status === 302 || hasNoBody(endpoint.output);
  const example = exampleAnswer(endpoint);
  const content: ZodOpenApiContentObject = empty
    ? {}
    : { 'application/json': { schema: endpoint.output, ...(example === undefined ? {} : { example }) } };
  for (const type of endpoint.alternatives ?? []) content[type] = { schema: isText(type) ? { type: 'string' } : {} };
  const answers: Record<string, object> = {
    [endpoint.status]: {
      description: describeStatus(endpoint.status),
      headers,
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
  };
  for (const [status, answer] of Object.entries(endpoint.replies ?? {})) {
    const { description, output, contentType } = answer as {
      description: string;
      output?: z.ZodType;
      contentType?: string;
    };
    answers[status] = {
      description,
      headers,
      ...(output ? { content: { 'application/json': { schema: output } } } : {}),
      ...(contentType ? { content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } } : {}),
    };
  }
  return answers;
}

/** The example of the answer, its fields in the order in which they are sent. */
function exampleAnswer({ example, output }: AnyEndpoint): unknown {
  if (example?.answer === undefined) return undefined;
  const read = output.safeParse(example.answer);
  return read.success ? read.data : example.answer;
}

const isText = (type: string): boolean => type.startsWith('text/') || type.endsWith('xml');

const describeStatus = (status: number): string =>
  ({
    200: 'Done',
    201: 'Created',
    202: 'Accepted: the work goes on after this answer',
    204: 'Done; no body',
    302: 'Redirect',
  })[status] ?? 'Done';

function failures(options: OpenApiOptions, endpoint: AnyEndpoint, method: Method): Record<string, object> {
  const byStatus = Map.groupBy(failuresOf(endpoint, method, options), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, failureResponse(options, endpoint, method, status, list)]),
  );
}

function failureResponse(
  options: OpenApiOptions,
  endpoint: AnyEndpoint,
  method: Method,
  status: number,
  list: readonly DocumentedFailure[],
): object {
  const envelopeOf = ({ envelope }: DocumentedFailure) =>
    envelope === 'area' || endpoint.envelope.name === 'oauth' ? endpoint.envelope : options.standard;
  const envelopes = [...new Set(list.map(envelopeOf))];
  const schemas = envelopes.map((envelope) => ({ $ref: `#/components/schemas/${envelopeSchemaName(envelope)}` }));
  const exampleOf = (envelope: Envelope, failure: Failure): unknown =>
    envelope.render(failure, EXAMPLE_ID, docUrlOf(options.serverUrl.replace(/\/$/, ''), failure, envelope));
  const meaningOf = (code: string) => options.errors[code]!.meaning;
  const codes = [...new Set(list.map(({ code }) => code))];
  return {
    description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('  \n'),
    headers: headersOf(
      'X-Request-Id',
      status === 401 && 'WWW-Authenticate',
      status === 429 && 'Retry-After',
      ...(status === 429 && endpoint.rateLimit?.methods.includes(method)
        ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const)
        : []),
      (status === 503 || list.some(({ code }) => code === 'common.idempotency_in_progress')) && 'Retry-After',
    ),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(
          list.map((failure, at) => [
            // One code in two envelopes is two examples.
            list.findIndex(({ code }) => code === failure.code) === at
              ? failure.code
              : `${failure.code} (${failure.envelope})`,
            {
              value: exampleOf(envelopeOf(failure), new Failure(failure.code, status, meaningOf(failure.code))),
            },
          ]),
        ),
      },
      // A person's browser is shown a page instead.
      ...(endpoint.forPeople ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
    'x-error-codes': codes,
  };
}
