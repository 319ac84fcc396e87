import { createOpenApi, type ErrorCatalogue, type OpenApiDocument } from '@app/contract/openapi';
import { standard } from '@app/contract/test/fixture';
import { toolsOf } from '@app/contract/tools';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { accessDocumentation } from '../src/index.ts';
import { createThing, fixtureEndpoints, listThings, Thing } from './things.ts';

const row = (status: number | number[]) => ({ status, meaning: 'It happened.', fix: 'Mend it.' });
const errors: ErrorCatalogue = {
  ...Object.fromEntries(
    [
      ['common.validation_error', 400], ['common.unauthorized', 401], ['common.insufficient_scope', 403], ['common.forbidden', 403],
      ['common.not_found', 404], ['common.not_acceptable', 406], ['common.idempotency_in_progress', 409], ['client_account.inactive', 409],
      ['common.payload_too_large', 413], ['common.unsupported_media_type', 415], ['common.idempotency_mismatch', 422], ['common.rate_limited', 429],
      ['common.internal_error', 500], ['common.service_unavailable', 503], ['thing.not_found', 404], ['report.denied', 403],
    ].map(([code, status]) => [code, row(status as number)]),
  ), // biome-ignore format: a table
  invalid_client: row([400, 401]),
};

const build = (endpoints = fixtureEndpoints as readonly (typeof fixtureEndpoints)[number][]): OpenApiDocument =>
  createOpenApi({
    title: 'Things',
    version: '1',
    description: 'About things',
    serverUrl: '/',
    endpoints,
    schemas: { Thing },
    errors,
    access: accessDocumentation,
    standard,
    tags: [{ name: 'ledger', title: 'Ledger', description: 'Books' }],
  });

type Operation = {
  operationId: string;
  parameters?: { name?: string; in?: string; $ref?: string; required?: boolean; schema: { type: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: { $ref?: string; anyOf?: object[] } }>; headers?: object }
  >;
  security: object[];
};
const operation = (document: OpenApiDocument, path: string, method: string) =>
  document.paths[path]?.[method] as Operation;
const response = (document: OpenApiDocument, path: string, method: string, status: number) => {
  const found = operation(document, path, method).responses[status];
  return found?.$ref ? (document.components.responses?.[found.$ref.split('/').at(-1) ?? ''] as typeof found) : found;
};

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(build()) as Record<string, unknown>);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

it('a broken document would be noticed', async () => {
  const broken = structuredClone(build()) as { paths: Record<string, unknown> };
  broken.paths['/x'] = { get: { responses: { ok: { nothing: true } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

it('the same declarations give the same bytes', () => {
  expect(JSON.stringify(build())).toBe(JSON.stringify(build()));
});

it('every path, alias and method is there, each with its own id', () => {
  const document = build();
  const declared = fixtureEndpoints.flatMap(({ paths, methods }) =>
    paths.flatMap((path) => methods.map((method) => `${method} ${path}`)),
  );
  const printed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(printed.sort()).toEqual(declared.map((each) => each.replace(/\/$/, '')).sort());
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((each) => (each as Operation).operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(operation(document, '/v2/oauth/token', 'post')).toMatchObject({ 'x-alias-of': '/public/v2/oauth/token' });
});

it('parameters, bodies and answers are those of the schemas', () => {
  const document = build();
  const list = operation(document, '/api/v2/things', 'get');
  expect(list.parameters?.find(({ name }) => name === 'client_account_id')).toMatchObject({
    in: 'query',
    required: true,
  });
  expect(list.parameters?.find(({ name }) => name === 'page')).toMatchObject({
    in: 'query',
    schema: { type: 'integer', default: 1 },
  });
  const create = operation(document, '/api/v2/things', 'post');
  expect(create.requestBody).toMatchObject({ required: true });
  expect(create.requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/CreateRequest',
  });
  expect(document.components.schemas?.CreateRequest).toMatchObject({ required: ['client_account_id', 'name'] });
  expect(create.responses[201]?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Thing' });
  expect(create.responses[201]?.headers).toHaveProperty('Location');
  expect(create.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(list.parameters).not.toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(Object.keys(operation(document, '/v2/oauth/token', 'post').requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
  ]);
});

it('operations, bodies and values that may be null read as tools want them: plain ids, names, types with null', () => {
  const document = build();
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((each) => (each as Operation).operationId),
  );
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
  expect(operation(document, '/api/v2/things/{id}', 'put').operationId).toBe('update');
  expect(operation(document, '/api/v2/things/{id}', 'post').operationId).toBe('updateByPost');
  expect(operation(document, '/v2/oauth/token', 'post').operationId).toBe('tokenAtV2');
  expect(document.components.schemas?.Thing).toMatchObject({ properties: { name: { type: ['string', 'null'] } } });
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
});

it('two bodies that would have one name stop the build', () => {
  const other = {
    ...createThing,
    name: 'other.create',
    path: '/other',
    paths: ['/other'],
    body: z.object({ a: z.string() }),
  };
  expect(() => build([createThing, other] as never)).toThrow(/operation id create is used twice/);
  expect(() => build([createThing, { ...other, operationId: 'Create' }] as never)).toThrow(/the name CreateRequest/);
});

it('examples of an endpoint stand at its parameters, its body and its answer', () => {
  const example = {
    query: { page: 2 },
    answer: { data: [{ id: 1, client_account_id: 1, name: 'a' }], meta: { page: 2 } },
  };
  const listed = operation(build([{ ...listThings, example }] as never), '/api/v2/things', 'get');
  expect(listed.parameters?.find(({ name }) => name === 'page')).toMatchObject({ example: 2 });
  expect(listed.responses[200]?.content?.['application/json']).toMatchObject({ example: example.answer });
  const body = { client_account_id: 1, name: 'a' };
  const created = operation(build([{ ...createThing, example: { body } }] as never), '/api/v2/things', 'post');
  expect(created.requestBody?.content['application/json']).toMatchObject({ example: body });
});

it('failures stand under their statuses, in the envelope they come in', () => {
  const document = build();
  const standardError = { $ref: '#/components/schemas/StandardError' };
  expect(response(document, '/api/v2/reports/things', 'get', 401)?.content?.['application/json']?.schema).toEqual(
    standardError,
  );
  expect(response(document, '/api/v2/reports/things', 'get', 403)?.content?.['application/json']?.schema.anyOf).toEqual(
    [standardError, { $ref: '#/components/schemas/ReportError' }],
  );
  expect(response(document, '/v2/oauth/token', 'post', 429)?.content?.['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/OauthError',
  });
  expect(response(document, '/v2/oauth/token', 'post', 429)?.headers).toHaveProperty('Retry-After');
  expect(Object.keys(operation(document, '/api/v2/things/{id}', 'put').responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '413',
    '414',
    '415',
    '429',
    '500',
    '503',
  ]);
});

it('limits, credentials and roles are documented', () => {
  const document = build();
  expect(operation(document, '/v2/oauth/token', 'post')).toMatchObject({
    security: [],
    'x-rate-limit': { name: 'oauth.token', requests: 60, windowSeconds: 60 },
  });
  expect(operation(document, '/api/v2/things', 'get').security).toEqual([{ access: ['read'] }, { session: [] }]);
  expect(operation(document, '/api/v2/things/{id}', 'put')).toMatchObject({ 'x-roles': ['SA', 'AA', 'CA'] });
});

it('a declared code that the catalogue lacks stops the build', () => {
  const odd = { ...createThing, failures: ['thing.unheard_of'] };
  expect(() => build([odd] as never)).toThrow(/thing\.unheard_of/);
});

it('a path that is declared twice stops the build', () => {
  expect(() => build([createThing, { ...createThing, name: 'things.again' }] as never)).toThrow(/declared twice/);
});

it('tools come in the order of their endpoints and say whether they write and destroy', () => {
  const tools = toolsOf(fixtureEndpoints);
  expect(
    tools.map(({ description }) => [
      description.name,
      description.annotations.readOnlyHint,
      description.annotations.destructiveHint,
    ]),
  ).toEqual([
    ['create_thing', false, false],
    ['list_things', true, false],
    ['update_thing', false, true],
  ]);
});

it('arguments of a tool are the path, query and body fields of its endpoint, whole JSON Schemas', () => {
  const [create, list, update] = toolsOf(fixtureEndpoints).map(({ description }) => description.inputSchema);
  expect(Object.keys(create?.properties ?? {})).toEqual(['client_account_id', 'name', 'note', 'dry_run']);
  expect(create?.required).toEqual(['client_account_id', 'name']);
  expect(list?.properties).not.toHaveProperty('dry_run');
  // A tool gives as many rows as an assistant reads, whatever the endpoint gives unasked.
  expect(list?.properties.per_page).toMatchObject({ type: 'integer', default: 10, maximum: 10 });
  expect(Object.keys(update?.properties ?? {})).toEqual(['id', 'name', 'dry_run']);
  expect(JSON.stringify([create, list, update])).not.toContain('$ref');
  expect(z.fromJSONSchema(create as never).safeParse({ client_account_id: 1, name: 'a', dry_run: true }).success).toBe(
    true,
  );
});

it('two tools of one name stop the build', () => {
  expect(() => toolsOf([createThing, { ...createThing, name: 'b' }])).toThrow(/same tool/);
});
