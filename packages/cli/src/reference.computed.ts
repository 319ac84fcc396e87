import { allEndpoints } from '@app/api/endpoints';
import type { AnyEndpoint } from '@app/contract/endpoint';
import { inputSchemaOf } from '@app/contract/json-schema';

/** A field that an operation takes, for people and for reading what they type. */
export interface Field {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  /** The JSON types it may have; `file` for a file of a form. */
  readonly types: readonly string[];
  /** The only values it takes. */
  readonly words?: readonly string[];
  readonly description: string;
}

/** What people are told of an operation. */
export interface Described {
  /** `<area>.<operation>`. */
  readonly name: string;
  /** The id in the OpenAPI document. */
  readonly id: string;
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

interface Printed {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly anyOf?: readonly Printed[];
  readonly properties?: Readonly<Record<string, Printed>>;
  readonly required?: readonly string[];
}

const typesOf = ({ type, anyOf = [], format }: Printed): readonly string[] =>
  format === 'binary' ? ['file'] : type === undefined ? anyOf.flatMap(typesOf) : [type].flat();

const fieldsOf = (schema: Printed, place: Field['place']): readonly Field[] => {
  const choices = schema.properties ? [schema] : (schema.anyOf ?? []);
  const named = new Map<string, Field>();
  for (const { properties = {}, required = [] } of choices)
    for (const [name, printed] of Object.entries(properties))
      named.set(name, {
        name,
        place,
        isRequired: required.includes(name) && choices.length === 1,
        types: typesOf(printed),
        ...(printed.enum ? { words: printed.enum.filter((word) => typeof word === 'string') } : {}),
        description: printed.description ?? '',
      });
  return [...named.values()];
};

const describe = (endpoint: AnyEndpoint): Described => ({
  name: endpoint.name,
  id: endpoint.operationId ?? endpoint.name.slice(endpoint.name.indexOf('.') + 1),
  methods: endpoint.methods,
  paths: endpoint.paths,
  summary: endpoint.summary,
  description: endpoint.description ?? '',
  fields: [
    ...(endpoint.params ? fieldsOf(inputSchemaOf(endpoint.params), 'path') : []),
    ...(endpoint.query ? fieldsOf(inputSchemaOf(endpoint.query), 'query') : []),
    ...(endpoint.body && !endpoint.fileTypes ? fieldsOf(inputSchemaOf(endpoint.body), 'body') : []),
  ],
});

/** Every operation of the reference, in its order. */
export const reference: readonly Described[] = allEndpoints.filter(({ hidden }) => !hidden).map(describe);
