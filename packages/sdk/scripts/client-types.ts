import type { Operation } from '../src/operation.ts';
import { type DocumentedOperation, declareOperation, type Schemas } from './operation-types.ts';
import { commentOf, type Direction, fieldsOf, indent, type Schema, typeOf } from './schema-types.ts';

/** The OpenAPI document, as far as its types go. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** Names that the package itself exports. */
const OWN = ['Authorization', 'CallOptions', 'Client', 'ClientOptions', 'Method', 'Operation', 'Tokens'];

const HEAD = `// Written from the declarations of the API: what every operation takes and gives.
import type { Method, OptionalMethod } from './call-options.js';
import type { RawRequest } from './client-options.js';
import type { UnparsedNumber } from './exact-number.js';
import type { FileAnswer, FileInput } from './files.js';

/**
 * A number of an answer. One that a double would print differently, such as 1250.50, is kept as its text: \`String(n)\` is
 * exact, \`Number(n)\` the nearest double.
 */
export type ExactNumber = number | UnparsedNumber;
`;

/** `client-types.d.ts` of the package: a type per schema, one per input, and the client with a method per operation. */
export function declareClient(operations: readonly Operation[], { paths, components }: Document): string {
  const { schemas } = components;
  const clash = OWN.filter((name) => name in schemas);
  if (clash.length > 0) throw new Error(`Schemas have names that the package uses itself: ${clash.join(', ')}`);
  const declared = operations.map((operation) => {
    const documented = paths[operation.path.replace(/(?<=.)\/$/, '')]?.[operation.method.toLowerCase()];
    if (documented === undefined) throw new Error(`${operation.name} is not in the OpenAPI document`);
    return { area: operation.name.split('.')[0]!, ...declareOperation(operation, documented, schemas) };
  });
  const sent = reached(bodiesOf(paths), schemas);
  // The bytes of a file are the field `body`.
  const named = Object.entries(schemas)
    .filter(([, { format }]) => format !== 'binary')
    .map(([name, schema]) => declareSchema(name, schema, sent.has(name) ? 'in' : 'out'));
  const areas = [...Map.groupBy(declared, ({ area }) => area)].map(
    ([area, each]) => `readonly ${area}: {\n${indent(each.map(({ member }) => member).join('\n'))}\n};`,
  );
  const client = [
    commentOf('A client of the whole API: `client.<area>.<operation>(fields)`.'),
    'export interface Client {',
    indent(
      `/** Any path, with the credential of the client. One try, no reading of errors. */\nreadonly request: RawRequest;`,
    ),
    indent(areas.join('\n')),
    '}',
  ].join('\n');
  return [HEAD, client, ...declared.flatMap(({ types }) => types), ...named, ''].join('\n\n');
}

function declareSchema(name: string, schema: Schema, direction: Direction): string {
  const isObject = schema.properties !== undefined && schema.type === 'object';
  const text = isObject
    ? `interface ${name} ${fieldsOf(schema.properties, schema.required ?? [], direction)}`
    : `type ${name} = ${typeOf(schema, direction)};`;
  return [commentOf(schema.description), `export ${text}`].filter((line) => line !== '').join('\n');
}

const bodiesOf = (paths: Document['paths']): readonly unknown[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ requestBody }) => requestBody));

/** The names of schemas that these refer to, themselves or through others. */
function reached(from: unknown, schemas: Schemas, names = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of (JSON.stringify(from) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (names.has(name)) continue;
    names.add(name);
    reached(schemas[name], schemas, names);
  }
  return names;
}
