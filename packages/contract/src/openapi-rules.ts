import type { OpenApiDocument } from './openapi-document.ts';
import { wordFaultsOf } from './openapi-words.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What of a document generators of clients stumble over, a sentence each: operation ids that are no plain names,
 * request bodies without a name, nullables in a way of OpenAPI 3.0 or as a choice that one type would say, names of
 * schemas that differ by case alone, words that stand in several places without a name, and booleans with a list of
 * values. An empty list is what a build asks for.
 */
export const clientFaultsOf = (document: OpenApiDocument): readonly string[] => [
  ...operationFaults(document),
  ...nameFaults(Object.keys(document.components.schemas ?? {})),
  ...wordFaultsOf(document),
  ...nullFaults(document.components.schemas, 'components.schemas'),
  ...nullFaults(document.paths, 'paths'),
  ...booleanFaults(document.components.schemas, 'components.schemas'),
  ...booleanFaults(document.paths, 'paths'),
];

function operationFaults({ paths }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Node[]);
  return operations.flatMap(({ operationId, requestBody }) => {
    const contents = isNode(requestBody) ? Object.entries((requestBody.content ?? {}) as Record<string, Node>) : [];
    return [
      ...(/^[a-z][A-Za-z0-9]*$/.test(String(operationId)) ? [] : [`The operation id ${operationId} is no plain name`]),
      ...contents
        .filter(([, { schema }]) => isNode(schema) && schema.$ref === undefined)
        .map(([type]) => `The body of ${operationId} (${type}) has no name`),
    ];
  });
}

/** Files and types are named after schemas, on systems that do not tell case apart too. */
function nameFaults(names: readonly string[]): string[] {
  const byLower = Map.groupBy(names, (name) => name.toLowerCase());
  return [...byLower.values()]
    .filter((same) => same.length > 1)
    .map((same) => `The schemas ${same.join(', ')} have one name but for case`);
}

/** Values that only look like schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Each schema within a node, with its place. */
function* schemasIn(node: unknown, where: string): Generator<readonly [Node, string]> {
  if (Array.isArray(node)) {
    for (const [n, part] of node.entries()) yield* schemasIn(part, `${where}[${n}]`);
    return;
  }
  if (!isNode(node)) return;
  yield [node, where];
  for (const [name, part] of Object.entries(node)) if (!VALUES.has(name)) yield* schemasIn(part, `${where}.${name}`);
}

function nullFaults(root: unknown, place: string): readonly string[] {
  return [...schemasIn(root, place)].flatMap(([node, where]) => {
    const choices = Array.isArray(node.anyOf) ? node.anyOf.filter(isNode) : [];
    const others = choices.filter(({ type }) => type !== 'null');
    const isOneType = choices.length === 2 && others.length === 1 && others[0]!.type !== undefined;
    return [
      ...(typeof node.nullable === 'boolean'
        ? [`${where} says nullable; a type of OpenAPI 3.1 is a list with "null"`]
        : []),
      ...(isOneType ? [`${where} is a choice with null; its type is a list with "null"`] : []),
    ];
  });
}

/** Generators make a type of words of them. */
const booleanFaults = (root: unknown, place: string): readonly string[] =>
  [...schemasIn(root, place)]
    .filter(([{ enum: listed, const: only }]) =>
      (Array.isArray(listed) ? listed : [only]).some((value) => typeof value === 'boolean'),
    )
    .map(([, where]) => `${where} is a boolean with a list of its values`);
