import type { AnyEndpoint } from '@app/contract';
import { inputSchemaOf } from '@app/contract/json-schema';

/** A field of a request that takes an id, or a code that is somebody's own. */
export interface IdField {
  readonly part: 'params' | 'query' | 'body';
  /** The names that lead to it; `[]` stands for any element of a list. */
  readonly path: readonly string[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Names of fields that point at something. */
const POINTS = /(^|_)ids?$|account_codes?$|^(similar_to|proceeds_account|dimensions|cursor)$/;

/** `body.lines.[].item_id`, as tables name a field. */
export const nameOf = ({ part, path }: IdField): string => [part, ...path].join('.');

/** Every field of an endpoint that takes an id, as it is declared. */
export function idFieldsOf(endpoint: AnyEndpoint): readonly IdField[] {
  const found = new Map<string, IdField>();
  const collect = (part: IdField['part'], schema: Schema, path: readonly string[]): void => {
    const field = { part, path };
    if (POINTS.test(path.at(-1) ?? '')) found.set(nameOf(field), field);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) collect(part, inner, [...path, name]);
    if (schema.items) collect(part, schema.items, [...path, '[]']);
    for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      collect(part, choice, path);
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema) collect(part, inputSchemaOf(schema) as Schema, []);
  }
  return [...found.values()];
}
