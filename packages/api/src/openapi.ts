import { isDeepStrictEqual } from 'node:util';
import { accessDocumentation } from '@app/access';
import { createOpenApi, type OpenApiDocument, type OpenApiOptions } from '@app/contract/openapi';
import { services } from '@app/registry';
import { z } from 'zod';
import { conventions } from './conventions.ts';
import { allEndpoints, areas } from './endpoints.ts';
import { ErrorOut, standard } from './envelopes.ts';
import { errorCatalogue } from './errors/index.ts';
import { FollowedMetaOut, PageMetaOut } from './pagination.ts';
import { API_VERSION } from './version.ts';

/** Services in the order of the table, then what the gateway answers itself. */
const tags: OpenApiOptions['tags'] = [
  ...services.map(({ name, title, description }) => ({ name, title, description })),
  { name: 'gateway', title: 'Platform', description: 'Health, this document, and the hooks of test installations.' },
];

/** The OpenAPI document of the whole platform: what `openapi.json` holds and `/openapi.json` serves. */
export function createApiDocument(serverUrl = '/'): OpenApiDocument {
  return createOpenApi({
    title: 'Accounting platform',
    version: API_VERSION,
    description: conventions,
    serverUrl,
    endpoints: allEndpoints,
    schemas: namedSchemas(),
    errors: errorCatalogue,
    access: accessDocumentation,
    standard,
    tags,
  });
}

const areSameWords = (one: z.ZodType, other: z.ZodType): boolean =>
  one instanceof z.ZodEnum && other instanceof z.ZodEnum && isDeepStrictEqual(one.options, other.options);

/**
 * Exported objects and lists of words are components under their own names (`TagOut` as `Tag`, `DimensionTypeIn` as
 * `DimensionType`); a name that two areas use gets the area in front. The same words under one name, as what is sent
 * and what is answered, are one list.
 */
function namedSchemas(): Readonly<Record<string, z.ZodType>> {
  const named = new Map<string, { readonly area: string; readonly schema: z.ZodType }[]>([
    ['PageMeta', [{ area: '', schema: PageMetaOut }]],
    ['FollowedMeta', [{ area: '', schema: FollowedMetaOut }]],
    ['ErrorObject', [{ area: '', schema: ErrorOut }]],
  ]);
  for (const [area, exports] of Object.entries(areas)) {
    for (const [name, schema] of Object.entries(exports as Record<string, unknown>)) {
      const isWords = schema instanceof z.ZodEnum;
      if (!isWords && !(schema instanceof z.ZodObject)) continue;
      const plain = name.replace(isWords ? /(?:In|Out)$/ : /Out$/, '');
      if (isWords && named.get(plain)?.some((use) => areSameWords(use.schema, schema))) continue;
      named.set(plain, [...(named.get(plain) ?? []), { area, schema }]);
    }
  }
  const taken = new Set<z.ZodType>();
  const schemas: Record<string, z.ZodType> = {};
  for (const [name, uses] of named) {
    const distinct = uses.filter(({ schema }) => !taken.has(schema));
    for (const { area, schema } of distinct) {
      taken.add(schema);
      schemas[distinct.length === 1 ? name : `${area[0]!.toUpperCase()}${area.slice(1)}${name}`] = schema;
    }
  }
  return schemas;
}
