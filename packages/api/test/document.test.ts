import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectShapeOf } from '@app/contract';
import { toolsOf } from '@app/contract/tools';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { allEndpoints, areas } from '../src/endpoints.ts';
import { errorCatalogue } from '../src/errors/index.ts';
import { createApiDocument } from '../src/openapi.ts';

const folder = join(import.meta.dirname, '..');
const document = createApiDocument();

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
  expect(result.errors ?? []).toEqual([]);
});

it('the committed document is the one that the declarations give: else run "pnpm --filter @app/api generate"', () => {
  const isCurrent = readFileSync(join(folder, 'openapi.json'), 'utf8') === `${JSON.stringify(document, null, 1)}\n`;
  expect(isCurrent).toBe(true);
});

it('every area that declares endpoints is part of the API', () => {
  const folders = readdirSync(join(folder, 'src'), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name !== 'errors' &&
        readdirSync(join(folder, 'src', entry.name)).includes('index.ts'),
    )
    .map(({ name }) => name);
  expect(Object.keys(areas).sort()).toEqual(folders.sort());
});

it('every endpoint that an area exports stands in its list, once', () => {
  const exported = Object.values(areas)
    .flatMap((area) => Object.values(area as Record<string, unknown>))
    .filter((value) => typeof value === 'object' && value !== null && 'paths' in value);
  expect(new Set(allEndpoints)).toEqual(new Set(exported));
  expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length);
});

it('the document lists every endpoint, under each of its paths and methods [JOB-R09]', () => {
  for (const { paths, methods, hidden } of allEndpoints)
    for (const path of paths)
      for (const method of methods)
        expect([
          path,
          method,
          document.paths[path.replace(/(.)\/$/, '$1')]?.[method.toLowerCase()] !== undefined,
        ]).toEqual([path, method, hidden !== true]);
});

it('every reference leads somewhere', () => {
  const refs = new Set([...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!));
  for (const ref of refs)
    expect([
      ref,
      ref.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document) !== undefined,
    ]).toEqual([ref, true]);
});

it('a list that can be asked by updated_from takes cursor and answers next_cursor [GENX-R59]', () => {
  const polled = allEndpoints.filter(({ query }) => 'updated_from' in (objectShapeOf(query) ?? {}));
  expect(polled.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ledger.listJournalEntries', 'organisation.listClientAccounts']),
  );
  for (const { name, query, output } of polled) {
    const meta = objectShapeOf(objectShapeOf(output)?.meta);
    expect([name, 'cursor' in objectShapeOf(query)!, meta?.next_cursor?.safeParse(null).success]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

it('a list whose rows say when they changed can be polled', () => {
  const lists = allEndpoints.filter(
    ({ methods, output }) => methods.includes('GET') && 'meta' in (objectShapeOf(output) ?? {}),
  );
  for (const { name, query, output } of lists) {
    const row = objectShapeOf(output)?.data?.def as { readonly element?: z.ZodType } | undefined;
    const isPolled = 'updated_from' in (objectShapeOf(query) ?? {});
    const isLeftOut = 'updated_at' in (objectShapeOf(row?.element) ?? {}) && !isPolled;
    expect([name, isLeftOut]).toEqual([name, false]);
  }
});

it('every named schema is used', () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(document.components.schemas ?? {}).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  );
  expect(unused).toEqual([]);
});

it('every example of a text fits its own pattern', () => {
  const misfits: string[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { pattern, examples } = node as { pattern?: unknown; examples?: unknown };
    if (typeof pattern === 'string' && Array.isArray(examples))
      for (const example of examples)
        if (!new RegExp(pattern).test(String(example))) misfits.push(`${example} for ${pattern}`);
    for (const part of Object.values(node)) look(part);
  };
  look(document);
  expect(misfits).toEqual([]);
});

it('every operation says what happens to a malformed query and to an address that is too long', () => {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const { responses } = operation as { responses: object };
      expect([method, path, '400' in responses, '414' in responses]).toEqual([method, path, true, true]);
    }
});

it('the 404 of a deleted client has its own code and no other', () => {
  const { delete: operation } = document.paths['/v2/oauth/clients/{client_id}'] as Record<
    string,
    { responses: Record<string, object> }
  >;
  const answer = operation!.responses['404'] as { $ref?: string };
  const found = answer.$ref ? document.components.responses?.[answer.$ref.split('/').at(-1)!] : answer;
  expect((found as { 'x-error-codes': string[] })['x-error-codes']).toEqual(['invalid_client']);
});

it('every path parameter is declared and every declared one stands in the path', () => {
  for (const { name, paths, params } of allEndpoints) {
    const declared = Object.keys(params?.shape ?? {}).sort();
    for (const path of paths)
      expect([name, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()]).toEqual([name, declared]);
  }
});

it('codes of the catalogue name area and reason, and say what to do in whole sentences', () => {
  for (const [code, { meaning, fix }] of Object.entries(errorCatalogue)) {
    expect(code).toMatch(/^[a-z_]+(\.[a-z_]+)?$/);
    for (const sentence of [meaning, fix]) expect(sentence).toMatch(/^["A-Z].*\.$/);
  }
});

it('tools have one name each and arguments that are objects', () => {
  for (const { description } of toolsOf(allEndpoints))
    expect(description).toMatchObject({ name: expect.stringMatching(/^[a-z_]+$/), inputSchema: { type: 'object' } });
});

it('no tool speaks of what tools do not have: headers, and answers that are files', () => {
  const spoken = toolsOf(allEndpoints).filter(({ description: { description, inputSchema } }) =>
    /\bAccept\b|\bPDF,|workbook/.test(description + JSON.stringify(inputSchema)),
  );
  expect(spoken.map(({ description }) => description.name)).toEqual([]);
});

it('what people visit may answer every failure with a page, and says so', () => {
  for (const endpoint of allEndpoints.filter(({ forPeople }) => forPeople)) {
    const path = (
      document.paths as Record<
        string,
        Record<string, { responses: Record<string, { content?: object; 'x-error-codes'?: unknown }> }>
      >
    )[endpoint.path];
    // Pages that programs have no business with are left out.
    for (const method of path ? endpoint.methods : [])
      for (const [status, answer] of Object.entries(path![method.toLowerCase()]!.responses))
        if (answer['x-error-codes'])
          expect([endpoint.name, status, Object.keys(answer.content!)]).toEqual([
            endpoint.name,
            status,
            ['application/json', 'text/html'],
          ]);
  }
});

it('no operation takes an address that somebody would be called at: those taken are where a browser is sent [EVT-R01]', () => {
  const named = /(^|_)(ur[il]s?|href|hook|webhook|callback|origin)($|_)/;
  const taken = allEndpoints.flatMap(({ query, body }) =>
    [...Object.keys(objectShapeOf(query) ?? {}), ...Object.keys(objectShapeOf(body) ?? {})].filter((field) =>
      named.test(field),
    ),
  );
  expect([...new Set(taken)].sort()).toEqual(['redirect_uri', 'redirect_uris']);
});
