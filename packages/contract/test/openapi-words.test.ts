import { expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../src/openapi.ts';
import { clientFaultsOf } from '../src/openapi-rules.ts';
import { shareWords } from '../src/openapi-words.ts';

const color = { type: 'string', enum: ['RED', 'BLUE'] };
const ref = { $ref: '#/components/schemas/Color' };
const documentOf = (properties: object, parameter: object = color): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', parameters: [{ name: 'color', schema: parameter }] } } },
  components: { schemas: { Thing: { type: 'object', properties } } },
});
const schemas = { Color: z.enum(['RED', 'BLUE']), Thing: z.object({}) };
const propertiesOf = (properties: object) =>
  (shareWords(documentOf(properties), schemas).components.schemas!.Thing as { properties: object }).properties;

it('wherever just these words may stand their name stands, with what is said of them there', () => {
  expect(
    propertiesOf({
      plain: color,
      said: { ...color, description: 'Its color.', default: 'RED' },
      none: { type: ['string', 'null'], enum: ['RED', 'BLUE', null], description: 'Null for none.' },
      many: { type: 'array', items: color },
    }),
  ).toEqual({
    plain: ref,
    said: { ...ref, description: 'Its color.', default: 'RED' },
    none: { anyOf: [ref, { type: 'null' }], description: 'Null for none.' },
    many: { type: 'array', items: ref },
  });
  const { paths, components } = shareWords(documentOf({}), schemas);
  expect(paths['/things']!.get).toMatchObject({ parameters: [{ schema: ref }] });
  expect(components.schemas).toMatchObject({ Color: { type: 'string', enum: ['RED', 'BLUE'] } });
});

it('other words, fewer words and words in an example are left as they are', () => {
  const properties = {
    other: { type: 'string', enum: ['RED', 'GREEN'] },
    fewer: { type: 'string', enum: ['RED'] },
    shown: { type: 'object', example: { enum: ['RED', 'BLUE'] } },
  };
  expect(propertiesOf(properties)).toEqual(properties);
});

it('two names of the same words are refused, since nobody could tell which is meant', () => {
  expect(() => shareWords(documentOf({}), { ...schemas, Paint: z.enum(['RED', 'BLUE']) })).toThrow(
    'Color and Paint are names of the same words: RED, BLUE',
  );
});

it('words in several places without a name are a fault, and named ones are none', () => {
  expect(clientFaultsOf(documentOf({ color }))).toEqual(['The words RED, BLUE stand in 2 places without a name']);
  expect(clientFaultsOf(shareWords(documentOf({ color }), schemas))).toEqual([]);
});
