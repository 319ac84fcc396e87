import type { Operation } from '../src/operation.ts';
import { commentOf, fieldsOf, type Schema, typeOf } from './schema-types.ts';

interface Content {
  readonly schema?: Schema;
}

/** An operation of the OpenAPI document, as far as its types go. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** The declarations of one operation: the type of what it takes, and its member of the client. */
export function declareOperation(
  operation: Operation,
  documented: DocumentedOperation,
  schemas: Schemas,
): { readonly types: readonly string[]; readonly member: string } {
  const id = `${documented.operationId[0]!.toUpperCase()}${documented.operationId.slice(1)}`;
  const name = `${id}Input`;
  const fields = addressFields(documented);
  const body = bodyOf(operation, documented);
  const output = outputType(documented);
  const isInline = output.includes('{');
  const isOptional = fields.required.length === 0 && (body === undefined || !needsFields(body, schemas));
  return {
    types: [
      `${commentOf(`What \`${operation.name}\` takes.`)}\nexport ${inputType(name, fields, body, schemas)}`,
      ...(isInline ? [`${commentOf(`What \`${operation.name}\` gives.`)}\nexport type ${id}Output = ${output};`] : []),
    ],
    member: [
      commentOf(
        `${operation.summary}.`,
        documented.description,
        `\`${operation.method} ${operation.path}\``,
        documented.deprecated ? '@deprecated' : undefined,
      ),
      `readonly ${operation.name.split('.')[1]}: ${isOptional ? 'OptionalMethod' : 'Method'}<${name}, ${isInline ? `${id}Output` : output}>;`,
    ].join('\n'),
  };
}

interface Fields {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The fields of path and query, which are text on the way: numbers may be given as either. */
function addressFields({ parameters = [] }: DocumentedOperation): Fields {
  const shown = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  return {
    properties: Object.fromEntries(
      shown.map(({ name, schema = {}, description }) => [
        name!,
        { ...asText(schema), ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: shown.filter(({ required }) => required).map(({ name }) => name!),
  };
}

/** Words stay words; other texts may be given as what they are text of, several values as a list. */
function asText(schema: Schema): Schema {
  if (schema.enum || schema.const !== undefined) return schema;
  const isText = schema.type === 'string' && schema.format === undefined;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (isNumber) return { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  const one: Schema = { type: ['string', 'integer', 'boolean'] };
  return isText ? { anyOf: [one, { type: 'array', items: { type: ['string', 'integer'] } }] } : schema;
}

const FILE_BODY: Schema = {
  type: 'string',
  format: 'bytes',
  description: 'The bytes of the file, or a Blob, whose bytes are read while they are sent.',
};

/** The schema of the body; one that is no object is the field `body`. */
function bodyOf({ bodyType, names }: Operation, { requestBody }: DocumentedOperation): Schema | undefined {
  if (names.body === undefined || requestBody === undefined) return undefined;
  const schema = Object.values(requestBody.content)[0]?.schema ?? {};
  if (typeof bodyType !== 'object' && names.body !== null) return schema;
  const isFile = typeof bodyType === 'object';
  return { type: 'object', properties: { body: isFile ? FILE_BODY : schema }, required: ['body'] };
}

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : resolve(schemas[typeOf(schema, 'in')] ?? {}, schemas);

function needsFields(body: Schema, schemas: Schemas): boolean {
  const { required = [], anyOf, oneOf } = resolve(body, schemas);
  return required.length > 0 || [anyOf, oneOf].flat().some((choice) => choice && needsFields(choice, schemas));
}

/** What a body and the address both name is declared by the body. */
function inputType(name: string, fields: Fields, body: Schema | undefined, schemas: Schemas): string {
  const ofBody = body && resolve(body, schemas).properties;
  const properties = Object.fromEntries(
    Object.entries(fields.properties).filter(
      ([field]) => !(ofBody && field in ofBody) || fields.required.includes(field),
    ),
  );
  const own = fieldsOf(properties, fields.required, 'in');
  if (body === undefined) return `interface ${name} ${own}`;
  const both = Object.keys(properties).filter((field) => ofBody && field in ofBody);
  const text = typeOf(body, 'in');
  const rest = both.length === 0 ? text : `Omit<${text}, ${both.map((field) => JSON.stringify(field)).join(' | ')}>`;
  return body.$ref !== undefined && ofBody
    ? `interface ${name} extends ${rest} ${own}`
    : `type ${name} = ${own === '{}' ? rest : `${own} & (${rest})`};`;
}

/** What a call gives: JSON, a file, or nothing. */
function outputType({ responses }: DocumentedOperation): string {
  const types = Object.entries(responses)
    .filter(([status]) => /^2\d\d$/.test(status))
    .map(([, { content = {} }]) => {
      const json = Object.entries(content).find(([type]) => /^application\/([\w.-]+\+)?json$/.test(type));
      if (json) return typeOf(json[1].schema ?? {}, 'out');
      return Object.keys(content).length > 0 ? 'FileAnswer' : 'undefined';
    });
  return types.length === 0 ? 'undefined' : [...new Set(types)].join(' | ');
}
