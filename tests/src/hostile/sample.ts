import type { AnyEndpoint } from '@app/contract';
import { inputSchemaOf } from '@app/contract/json-schema';

/** What stands for the names that a sample has to get right to be taken. */
export interface Known {
  readonly clientAccountId: number;
  readonly organizationNumber: string;
  readonly password: string;
  /** Ids of records of this company, by the last word of their collection, as in `projects`. */
  readonly ids: Readonly<Record<string, number>>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
}

let serial = 0;

/**
 * A request body that the endpoint would most likely take, from its schema: what is required and, with `full`,
 * everything else as well.
 */
export function sampleBody(endpoint: AnyEndpoint, known: Known, full = false): Record<string, unknown> | undefined {
  if (endpoint.body === undefined) return undefined;
  const value = sampleOf(inputSchemaOf(endpoint.body) as Schema, '', known, full);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return { ...value, ...together[endpoint.name] };
}

/** What a call asks for beyond its schema. */
const together: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'organisation.createBusinessPartner': { name: 'Prøve', is_customer: true, is_organization: true },
  'organisation.createInvitation': { role_id: 4 },
  'oauth.createClient': {
    client_name: 'Prøve',
    redirect_uris: 'https://app.example.test/back',
    grant_types: 'authorization_code',
  },
  'oauth.register': {
    client_name: 'Prøve',
    redirect_uris: ['https://app.example.test/back'],
    grant_types: ['authorization_code'],
  },
  'organisation.createClientAccount': { organization_id: 1 },
};

/** Where the fields of a body stand, the nested ones as `['lines', '0', 'debit']`. */
export function fieldsOf(endpoint: AnyEndpoint): readonly (readonly string[])[] {
  if (endpoint.body === undefined) return [];
  const found = new Map<string, readonly string[]>();
  const collect = (schema: Schema, path: readonly string[]): void => {
    if (path.length > 6) return;
    if (path.length > 0) found.set(path.join('.'), path);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) collect(inner, [...path, name]);
    if (schema.items) collect(schema.items, [...path, '0']);
    for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      collect(choice, path);
  };
  collect(inputSchemaOf(endpoint.body) as Schema, []);
  return [...found.values()];
}

/** The body as text with one field replaced by JSON as it is written. */
export function withField(body: unknown, path: readonly string[], json: string): string {
  const replace = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return MARK;
    if (name === '0')
      return [
        replace(Array.isArray(value) ? value[0] : undefined, rest),
        ...(Array.isArray(value) ? value.slice(1) : []),
      ];
    const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    return { ...object, [name]: replace(object[name], rest) };
  };
  return JSON.stringify(replace(body, path)).replace(JSON.stringify(MARK), () => json);
}

const MARK = 'the field that is replaced';

const entryOf = () => ({
  description: `Prøve ${++serial}`,
  is_draft: true,
  lines: [
    { posting_date: '2026-05-04', account_code: '7140', debit: '100.00', credit: '0' },
    { posting_date: '2026-05-04', account_code: '1920', debit: '0', credit: '100.00' },
  ],
});

function sampleOf(schema: Schema, name: string, known: Known, full: boolean): unknown {
  const hinted = hintOf(name, known);
  if (hinted !== undefined) return hinted;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value !== null);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name, known, full);
  if (schema.examples && schema.examples.length > 0 && name !== 'name') return schema.examples[0];
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((each) => each !== 'null');
  switch (type ?? (schema.properties ? 'object' : 'string')) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([each]) => full || schema.required?.includes(each),
      );
      return Object.fromEntries(entries.map(([each, inner]) => [each, sampleOf(inner, each, known, full)]));
    }
    case 'array':
      return schema.items ? [sampleOf(schema.items, name.replace(/s$/, ''), known, full)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    default:
      return `Prøve ${++serial}`;
  }
}

function hintOf(name: string, known: Known): unknown {
  if (name.endsWith('client_account_id')) return known.clientAccountId;
  if (name === 'entries') return [entryOf(), entryOf()];
  if (name === 'lines') return entryOf().lines;
  if (name === 'account_code') return String(6000 + (++serial % 900));
  if (name === 'organization_number') return known.organizationNumber;
  if (name.endsWith('password')) return known.password;
  if (name.endsWith('email')) return `sample-${++serial}@example.test`;
  if (name === 'locked_until_date') return '2026-01-31';
  if (/_date$|_from$|_to$|^date$|^valid_/.test(name)) return '2026-03-02';
  if (name.endsWith('_id')) return known.ids[`${name.slice(0, -3)}s`];
  return undefined;
}
