import { z } from 'zod';
import type { OpenApiDocument } from './openapi-document.ts';

type Node = Readonly<Record<string, unknown>>;

/** Values that only look like schemas. */
const VALUES = new Set(['default', 'enum', 'const', 'example', 'examples']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words that a schema lists, without the null that may stand for none; undefined where it lists fewer than two. */
function wordsOf({ enum: listed }: Node): readonly string[] | undefined {
  const words = Array.isArray(listed) ? listed.filter((word) => word !== null) : [];
  return words.length > 1 && words.every((word) => typeof word === 'string') ? words : undefined;
}

const keyOf = (words: readonly string[]): string => JSON.stringify(words);

/**
 * Refers to a list of words by the name that it is declared under, wherever exactly those words may stand: generated
 * clients then have one type for it instead of one per field. A list without a name stays where it is used.
 * @param schemas by the names of their components
 * @throws Error where two names stand for the same words: a mistake of ours
 */
export function shareWords(document: OpenApiDocument, schemas: Readonly<Record<string, z.ZodType>>): OpenApiDocument {
  const names = new Map<string, string>();
  const components: Record<string, unknown> = { ...document.components.schemas };
  for (const [name, schema] of Object.entries(schemas)) {
    if (!(schema instanceof z.ZodEnum) || schema.options.length < 2) continue;
    const words = schema.options.map(String);
    const other = names.get(keyOf(words));
    if (other !== undefined) throw new Error(`${other} and ${name} are names of the same words: ${words.join(', ')}`);
    names.set(keyOf(words), name);
    components[name] ??= { type: 'string', enum: words };
  }
  const share = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(share);
    if (!isNode(node)) return node;
    const words = wordsOf(node);
    const name = words && names.get(keyOf(words));
    if (name !== undefined) return referenceTo(name, node);
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, VALUES.has(key) ? value : share(value)]),
    );
  };
  const isDeclaration = (name: string): boolean => schemas[name] instanceof z.ZodEnum;
  const shared = Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, isDeclaration(name) ? schema : share(schema)]),
  );
  return {
    ...document,
    paths: share(document.paths) as OpenApiDocument['paths'],
    components: { ...document.components, schemas: shared },
  };
}

/** What is said of the words in this place stays beside the reference. */
function referenceTo(name: string, { type: _type, enum: listed, ...around }: Node): Node {
  const reference = { $ref: `#/components/schemas/${name}` };
  const isNullable = (listed as readonly unknown[]).includes(null);
  return isNullable ? { ...around, anyOf: [reference, { type: 'null' }] } : { ...around, ...reference };
}

/** Lists of words that stand in several places and have no name there. */
export function wordFaultsOf({ paths, components }: OpenApiDocument): readonly string[] {
  const places = new Map<string, number>();
  const count = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) count(part);
    if (!isNode(node)) return;
    const words = wordsOf(node);
    if (words) places.set(keyOf(words), (places.get(keyOf(words)) ?? 0) + 1);
    for (const [key, value] of Object.entries(node)) if (!VALUES.has(key)) count(value);
  };
  count(paths);
  count(components.schemas);
  return [...places]
    .filter(([, times]) => times > 1)
    .map(
      ([key, times]) => `The words ${(JSON.parse(key) as string[]).join(', ')} stand in ${times} places without a name`,
    );
}
