import { expect, it } from 'vitest';
import type { OpenApiDocument } from '../src/openapi.ts';
import { clientFaultsOf } from '../src/openapi-rules.ts';

const documentOf = (operation: object, schemas: Readonly<Record<string, object>> = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { post: { operationId: 'createThing', ...operation } } },
  components: { schemas },
});
const bodyOf = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });

it('a document that generators of clients read without a stumble has no fault', () => {
  const thing = { type: 'object', properties: { nullable: { type: ['string', 'null'], example: { nullable: true } } } };
  const some = { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] };
  expect(
    clientFaultsOf(documentOf(bodyOf({ $ref: '#/components/schemas/Thing' }), { Thing: thing, Some: some })),
  ).toEqual([]);
});

it('each thing that a generator stumbles over is named with its place', () => {
  const faults = clientFaultsOf(
    documentOf(
      { operationId: 'things.create', ...bodyOf({ type: 'object' }) },
      {
        Tag: { type: 'string', nullable: true },
        TAG: { type: 'object', properties: { name: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
        Done: { type: 'boolean', const: true },
      },
    ),
  );
  expect(faults).toEqual([
    'The operation id things.create is no plain name',
    'The body of things.create (application/json) has no name',
    'The schemas Tag, TAG have one name but for case',
    'components.schemas.Tag says nullable; a type of OpenAPI 3.1 is a list with "null"',
    'components.schemas.TAG.properties.name is a choice with null; its type is a list with "null"',
    'components.schemas.Done is a boolean with a list of its values',
  ]);
});
