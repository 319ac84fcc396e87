import { describe, expect, it } from 'vitest';
import { faultsOfOpenapi, openapiBreakages } from '../src/openapi-breakages.ts';

type Schema = Record<string, unknown>;

const object = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** A document with one endpoint, which takes and answers what is given. */
function document({ takes = object({}), answers = object({}), operation = {}, schemas = {} }: Parts): Schema {
  const post = {
    operationId: 'createThing',
    requestBody: json(takes),
    responses: { 200: { ...json(answers) } },
    ...operation,
  };
  return { paths: { '/things': { post } }, components: { schemas } };
}

interface Parts {
  readonly takes?: Schema;
  readonly answers?: Schema;
  readonly operation?: Schema;
  readonly schemas?: Record<string, Schema>;
}

const between = (released: Parts, present: Parts) =>
  openapiBreakages({ released: document(released), present: document(present) });

/** What changing a field breaks, in a request and in an answer. */
const ofField = (released: Schema, present: Schema) => ({
  request: between({ takes: object({ a: released }) }, { takes: object({ a: present }) }),
  answer: between({ answers: object({ a: released }) }, { answers: object({ a: present }) }),
});

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };

describe('an endpoint', () => {
  it('stays, at its path, with its method and operation id', () => {
    const released = document({});
    expect(openapiBreakages({ released, present: { paths: {} } })).toEqual(['POST /things is gone.']);
    expect(openapiBreakages({ released: { paths: {} }, present: released })).toEqual([]);
    expect(openapiBreakages({ released, present: { paths: { '/things': { put: {} } } } })).toEqual([
      'POST /things is gone.',
    ]);
    expect(between({}, { operation: { operationId: 'makeThing' } })).toEqual([
      'POST /things: the operation id createThing is now makeThing.',
    ]);
  });

  it('keeps its parameters, and gets none that is required', () => {
    const query = (name: string, required: boolean, schema = text) => ({ in: 'query', name, required, schema });
    const parameters = (...list: readonly Schema[]): Parts => ({ operation: { parameters: list } });
    expect(between(parameters(query('page', false)), {})).toEqual(['POST /things: query page is gone.']);
    expect(between({}, parameters(query('page', false)))).toEqual([]);
    expect(between({}, parameters(query('page', true)))).toEqual(['POST /things: query page is required now.']);
    expect(between(parameters(query('page', false)), parameters(query('page', true)))).toEqual([
      'POST /things: query page is required now.',
    ]);
    expect(between(parameters(query('page', false)), parameters(query('page', false, { type: 'integer' })))).toEqual([
      'POST /things: query page: values of type string are no longer taken.',
    ]);
  });

  it('answers the same status, media types and headers', () => {
    const answer = (responses: Schema): Parts => ({ operation: { responses } });
    expect(between({}, answer({ 201: json(object({})) }))).toEqual(['POST /things 200 is gone.']);
    expect(between({}, answer({ 200: { content: { 'application/pdf': {} } } }))).toEqual([
      'POST /things 200: application/json is gone.',
    ]);
    expect(between(answer({ 200: { headers: { Location: {} } } }), answer({ 200: {} }))).toEqual([
      'POST /things 200: the header Location is gone.',
    ]);
    expect(between(answer({ 200: {}, 409: json(text) }), answer({ 200: {}, 404: json(text) }))).toEqual([]);
  });

  it('needs no other credential', () => {
    const needs = (...security: readonly Schema[]): Parts => ({ operation: { security } });
    expect(between(needs(), needs({ token: [] }))).toEqual(['POST /things needs another credential or scope.']);
    expect(between(needs({ token: ['read'] }), needs({ token: ['read', 'write'] }))).toHaveLength(1);
    expect(between(needs({ token: ['read'] }), needs({ session: [] }))).toHaveLength(1);
    expect(between(needs({ token: ['read', 'write'] }), needs({ token: ['read'] }, { session: [] }))).toEqual([]);
  });

  it('needs a body only if it did', () => {
    const body = (required: boolean): Parts => ({ operation: { requestBody: { ...json(object({})), required } } });
    expect(between(body(false), body(true))).toEqual(['POST /things: a request body is required now.']);
    expect(between(body(true), body(false))).toEqual([]);
  });
});

describe('a field', () => {
  it('stays, in requests and answers; new ones are free unless a request needs them', () => {
    const [without, having, needing] = [object({}), object({ a: text }), object({ a: text }, ['a'])];
    expect(between({ takes: having }, { takes: without })).toEqual(['POST /things request.a is gone.']);
    expect(between({ answers: needing }, { answers: without })).toEqual(['POST /things 200.a is gone.']);
    expect(between({ takes: without, answers: without }, { takes: having, answers: needing })).toEqual([]);
    expect(between({ takes: without }, { takes: needing })).toEqual(['POST /things request.a is required now.']);
    expect(between({ takes: having }, { takes: needing })).toEqual(['POST /things request.a is required now.']);
    expect(between({ answers: needing }, { answers: having })).toEqual(['POST /things 200.a may be left out now.']);
    expect(between({ takes: needing, answers: having }, { takes: having, answers: needing })).toEqual([]);
  });

  it('takes what it took, and answers nothing of another type', () => {
    expect(ofField(textOrNull, text)).toEqual({
      request: ['POST /things request.a: values of type null are no longer taken.'],
      answer: [],
    });
    expect(ofField(text, textOrNull)).toEqual({
      request: [],
      answer: ['POST /things 200.a: the answer may now hold values of type null.'],
    });
    expect(ofField({ type: 'integer' }, { type: 'number' })).toEqual({
      request: [],
      answer: ['POST /things 200.a: the answer may now hold values of type number.'],
    });
    expect(ofField(text, { anyOf: [text, { type: 'null' }] }).answer).toHaveLength(1);
    expect(ofField(textOrNull, { anyOf: [text, { type: 'null' }] })).toEqual({ request: [], answer: [] });
    expect(ofField({ type: 'array', items: textOrNull }, { type: 'array', items: text }).request).toEqual([
      'POST /things request.a[]: values of type null are no longer taken.',
    ]);
  });

  it('takes every word it took; an answer may get new words, and stays a list of words', () => {
    const words = (...list: readonly string[]) => ({ type: 'string', enum: list });
    expect(ofField(words('A', 'B'), words('A'))).toEqual({
      request: ['POST /things request.a: "B" is no longer taken.'],
      answer: [],
    });
    expect(ofField(words('A'), words('A', 'B'))).toEqual({ request: [], answer: [] });
    expect(ofField(text, words('A'))).toEqual({
      request: ['POST /things request.a: only the values of a list are taken now.'],
      answer: [],
    });
    expect(ofField({ type: 'string', const: 'A' }, text)).toEqual({
      request: [],
      answer: ['POST /things 200.a: the answer may now hold values outside its list.'],
    });
  });

  it('takes no less by its limits, form or default', () => {
    expect(ofField({ type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }).request).toEqual([
      'POST /things request.a: maxLength is lower.',
    ]);
    expect(ofField({ type: 'integer' }, { type: 'integer', minimum: 1 }).request).toEqual([
      'POST /things request.a: minimum is higher.',
    ]);
    expect(ofField({ type: 'integer', minimum: 1 }, { type: 'integer' })).toEqual({ request: [], answer: [] });
    expect(ofField(text, { type: 'string', pattern: '^a' })).toEqual({
      request: ['POST /things request.a: pattern has changed.'],
      answer: [],
    });
    expect(ofField({ type: 'string', format: 'date' }, { type: 'string', format: 'date-time' })).toEqual({
      request: ['POST /things request.a: format has changed.'],
      answer: ['POST /things 200.a: format has changed.'],
    });
    expect(ofField({ type: 'integer', default: 1 }, { type: 'integer', default: 2 }).request).toEqual([
      'POST /things request.a: the default has changed.',
    ]);
    expect(between({ takes: object({}) }, { takes: { ...object({}), additionalProperties: false } })).toEqual([
      'POST /things request: other fields are refused now.',
    ]);
  });

  it('is compared through references, also when a schema holds itself', () => {
    const $ref = '#/components/schemas/Tree';
    const tree = (name: Schema) => ({
      answers: { $ref },
      schemas: {
        Tree: object({
          name,
          children: { type: 'array', items: { $ref } },
          parent: { anyOf: [{ $ref }, { type: 'null' }] },
        }),
      },
    });
    expect(between(tree(text), tree(text))).toEqual([]);
    expect(between(tree(text), tree(textOrNull))).toContain(
      'POST /things 200.name: the answer may now hold values of type null.',
    );
    expect(
      between(tree(text), {
        answers: object({ name: text, children: { type: 'array', items: object({}) }, parent: {} }),
      }),
    ).toEqual([
      'POST /things 200.children[].name is gone.',
      'POST /things 200.children[].children is gone.',
      'POST /things 200.children[].parent is gone.',
      'POST /things 200.parent: the answer may now hold values of any type.',
    ]);
  });

  it('with a keyword that nobody has taught is refused, not passed over', () => {
    expect(ofField(text, { type: 'string', not: { const: 'A' } }).request).toEqual([
      expect.stringMatching(/^POST \/things request\.a: the keyword "not" cannot/),
    ]);
  });
});

describe('a breakage on purpose', () => {
  const documents = { released: document({}), present: { paths: {} } };

  it('is accepted by its sentence, as long as it happens', () => {
    const accepted = [{ breakage: 'POST /things is gone.', why: 'nobody may make things any more' }];
    expect(faultsOfOpenapi(documents, [])).toEqual(['POST /things is gone.']);
    expect(faultsOfOpenapi(documents, accepted)).toEqual([]);
    expect(faultsOfOpenapi({ ...documents, present: documents.released }, accepted)).toEqual([
      expect.stringMatching(/does not happen/),
    ]);
  });
});
