import { z } from 'zod';
import { createDocument, type ZodOpenApiPathItemObject } from 'zod-openapi';
import type { AnyEndpoint } from './endpoint.ts';
import { adjustJsonSchema, tidySchema } from './json-schema.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import {
  bodySchemaName,
  envelopeSchemaName,
  idempotencyKey,
  operationOf,
  responseHeaders,
} from './openapi-operation.ts';
import type { OpenApiOptions } from './openapi-options.ts';
import { shareWords } from './openapi-words.ts';

export type { OpenApiDocument } from './openapi-document.ts';
export type {
  AccessDocumentation,
  DeclaredFailure,
  DocumentedFailure,
  ErrorCatalogue,
  ErrorEntry,
} from './openapi-failures.ts';
export { failuresOf } from './openapi-failures.ts';
export type { OpenApiOptions } from './openapi-options.ts';

/** The document of a list of endpoints. The same list gives the same document, byte for byte. */
export function createOpenApi(options: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  const operationIds = new Set<string>();
  for (const endpoint of options.endpoints) {
    if (endpoint.hidden) continue;
    for (const path of endpoint.paths.map(withoutSlash)) {
      const item = (paths[path] ?? {}) as Record<string, unknown>;
      paths[path] = item;
      for (const method of endpoint.methods) {
        if (method.toLowerCase() in item) throw new Error(`${method} ${path} is declared twice`);
        const operation = operationOf(options, endpoint, path, method);
        if (operationIds.has(operation.operationId))
          throw new Error(`The operation id ${operation.operationId} is used twice`);
        operationIds.add(operation.operationId);
        item[method.toLowerCase()] = operation;
      }
    }
  }
  const envelopes = new Map(options.endpoints.map((endpoint) => [endpoint.envelope.name, endpoint.envelope]));
  envelopes.set(options.standard.name, options.standard);
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: options.title, version: options.version, description: options.description },
      servers: [{ url: options.serverUrl }],
      tags: options.tags.map((tag) => ({ name: tag.name, 'x-displayName': tag.title, description: tag.description })),
      paths,
      components: {
        schemas: {
          ...options.schemas,
          ...bodySchemas(options),
          ...Object.fromEntries(
            [...envelopes.values()].map((envelope) => [envelopeSchemaName(envelope), envelope.schema]),
          ),
        },
        parameters: { IdempotencyKey: idempotencyKey },
        headers: responseHeaders,
        securitySchemes: {
          access: {
            type: 'oauth2',
            description: 'An access token in the Authorization header. It lives an hour: keep it until it expires.',
            flows: {
              authorizationCode: {
                authorizationUrl: '/v2/oauth/authorize',
                tokenUrl: '/v2/oauth/token',
                refreshUrl: '/v2/oauth/token',
                scopes,
              },
              clientCredentials: { tokenUrl: '/v2/oauth/token', scopes },
            },
          },
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The session token of a logged-in person.',
          },
        },
      },
    },
    {
      allowEmptySchema: { custom: true, transform: true, pipe: true },
      override: adjustmentFor(options.schemas),
      cycles: 'ref',
      reused: 'inline',
    },
  );
  const printed = tidySchema(JSON.parse(JSON.stringify(document))) as OpenApiDocument;
  const described = describeParameters(printed, options.endpoints);
  return sortComponents(dropUnused(shareResponses(shareWords(described, options.schemas))));
}

/** A slash at the end changes nothing, and tools want none. */
const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

/**
 * Every request body has a name of its own, for the types of generated clients. @throws Error for a name that is taken:
 * a mistake of ours
 */
function bodySchemas({ endpoints, schemas }: OpenApiOptions): Readonly<Record<string, z.ZodType>> {
  const named = new Set(Object.values(schemas));
  const bodies: Record<string, z.ZodType> = {};
  for (const endpoint of endpoints) {
    if (endpoint.hidden || endpoint.body === undefined || named.has(endpoint.body)) continue;
    const name = bodySchemaName(endpoint);
    if (name in bodies || name in schemas) throw new Error(`Two schemas would have the name ${name}`);
    named.add(endpoint.body);
    bodies[name] = endpoint.body;
  }
  return bodies;
}

/**
 * What `standsFor` names is a reference where it has a name. A boolean that is always the same is a boolean: generators
 * make a type of words of it, which C# does not compile.
 */
function adjustmentFor(schemas: Readonly<Record<string, z.ZodType>>): typeof adjustJsonSchema {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema as unknown, name]));
  return (context) => {
    const name = names.get(z.globalRegistry.get(context.zodSchema)?.standsFor);
    adjustJsonSchema(context);
    if (typeof context.jsonSchema.const === 'boolean') delete context.jsonSchema.const;
    if (name === undefined) return;
    for (const key of Object.keys(context.jsonSchema)) delete context.jsonSchema[key];
    context.jsonSchema.$ref = `#/components/schemas/${name}`;
  };
}

type PrintedParameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly description?: string; readonly type?: unknown };
};

/** What a parameter means stands with it, and once; its example is that of the endpoint. */
function describeParameters(document: OpenApiDocument, endpoints: readonly AnyEndpoint[]): OpenApiDocument {
  for (const endpoint of endpoints.filter(({ hidden }) => !hidden)) {
    const { params = {}, query = {} } = (endpoint.example ?? {}) as { params?: object; query?: object };
    const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      path: { ...params },
      query: { ...query },
    };
    for (const path of endpoint.paths.map(withoutSlash))
      for (const method of endpoint.methods) {
        const operation = document.paths[path]![method.toLowerCase()] as { parameters?: readonly PrintedParameter[] };
        if (!operation.parameters) continue;
        Object.assign(operation, {
          parameters: operation.parameters.map((parameter) =>
            describeParameter(parameter, values[parameter.in]?.[parameter.name]),
          ),
        });
      }
  }
  return document;
}

function describeParameter(parameter: PrintedParameter, example: unknown): object {
  if (parameter.schema === undefined) return parameter;
  const { description, ...schema } = parameter.schema;
  // A list of ids is one text of many.
  const value = schema.type === 'string' && example !== undefined ? String(example) : example;
  return {
    ...parameter,
    schema,
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? {} : { example: value }),
  };
}

const scopes = { read: 'Read what the person can see', write: 'Create and change data; implies read' };

type Operation = {
  readonly responses: Record<string, { readonly 'x-error-codes'?: readonly string[]; readonly content?: unknown }>;
};

/** Failures that several operations share become named responses: the document stays small and reads better. */
function shareResponses(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);
  const uses = new Map<string, number>();
  const keyOf = (response: object): string => JSON.stringify(response);
  for (const { responses } of operations)
    for (const response of Object.values(responses))
      if (response['x-error-codes']) uses.set(keyOf(response), (uses.get(keyOf(response)) ?? 0) + 1);
  const shared: Record<string, unknown> = {};
  const names = new Map<string, string>();
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const codes = response['x-error-codes'];
      const key = keyOf(response);
      if (!codes || (uses.get(key) ?? 0) < 2) continue;
      let name = names.get(key);
      if (name === undefined) {
        const plain = [status, ...codes].join('-').slice(0, 100);
        name = plain;
        for (let n = 2; name in shared; n++) name = `${plain}-${n}`;
        names.set(key, name);
        shared[name] = response;
      }
      responses[status] = { $ref: `#/components/responses/${name}` } as Operation['responses'][string];
    }
  }
  return { ...document, components: { ...document.components, responses: shared } };
}

/** A named schema that is printed where it is used, or nowhere, would only mislead. */
function dropUnused(document: OpenApiDocument): OpenApiDocument {
  const { schemas = {}, ...others } = document.components;
  const text = JSON.stringify(document);
  const used = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`)),
  );
  const smaller = { ...document, components: { ...others, schemas: used } };
  return Object.keys(used).length === Object.keys(schemas).length ? document : dropUnused(smaller);
}

function sortComponents(document: OpenApiDocument): OpenApiDocument {
  const components = Object.fromEntries(
    Object.entries(document.components).map(([kind, entries]) => [
      kind,
      Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
  return { ...document, components };
}
