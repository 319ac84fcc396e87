/** A JSON Schema of the OpenAPI document, as far as its types go. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
}

/** `in` for what a caller sends, `out` for what comes back. */
export type Direction = 'in' | 'out';

/** The TypeScript type of a schema. What is sent may be left undefined, and its lists are only read. */
export function typeOf(schema: Schema, direction: Direction): string {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (choices) return unionOf(choices.map((choice) => typeOf(choice, direction)));
  if (allOf) return allOf.map((part) => typeOf(part, direction)).join(' & ');
  const types = schema.type === undefined ? [undefined] : [schema.type].flat();
  return unionOf(types.map((type) => plainTypeOf(type, schema, direction)));
}

/** Texts that are something else in a program: a file of a form, a body that is a file. */
const TEXTS: Readonly<Record<string, string>> = { binary: 'FileInput', bytes: 'Uint8Array | Blob' };

function plainTypeOf(type: string | undefined, schema: Schema, direction: Direction): string {
  if (type === 'integer') return 'number';
  if (type === 'number') return direction === 'out' ? 'ExactNumber' : 'number | ExactNumber';
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? 'string';
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, direction), direction);
  if (type === 'object' || schema.properties) return objectOf(schema, direction);
  return type === 'boolean' || type === 'null' ? type : 'unknown';
}

const arrayOf = (item: string, direction: Direction): string =>
  `${direction === 'in' ? 'readonly ' : ''}${/^[\w.]+$/.test(item) ? item : `(${item})`}[]`;

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function objectOf({ properties, required, additionalProperties }: Schema, direction: Direction): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, direction) : 'unknown';
    return `Record<string, ${values}>`;
  }
  return fieldsOf(properties, required ?? [], direction);
}

/** The members of an object in braces, each with its description. */
export function fieldsOf(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  direction: Direction,
): string {
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = typeOf(schema, direction);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const member = `${key}${isRequired ? '' : '?'}: ${type}${isRequired || direction === 'out' ? '' : ' | undefined'};`;
    return [commentOf(schema.description), member].filter((line) => line !== '');
  });
  return lines.length === 0 ? '{}' : `{\n${indent(lines.join('\n'))}\n}`;
}

/** A comment that editors show; empty where there is nothing to say. */
export function commentOf(...paragraphs: readonly (string | undefined)[]): string {
  const said = paragraphs.filter((each): each is string => each !== undefined && each !== '');
  const text = said.join('\n\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */`;
  const lines = text.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`));
  return ['/**', ...lines, ' */'].join('\n');
}

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
