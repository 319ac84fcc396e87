import type { AnyEndpoint, ExampleFile, Method } from '@app/contract';
import { placesOf } from './places.ts';
import { type Sender, senders } from './source.ts';

/** A value that the reader puts in: a variable of the sample. */
export class Variable {
  readonly name: string;
  /** The value of the example, for its type. */
  readonly example: unknown;
  /** Where it comes from, in words. */
  readonly note: string;

  constructor(name: string, example: unknown, note: string) {
    this.name = name;
    this.example = example;
    this.note = note;
  }
}

/** A request of a sample, whatever the language. A value may be a {@link Variable}. */
export interface SampleRequest {
  readonly endpoint: AnyEndpoint;
  readonly method: Method;
  readonly baseUrl: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly files: Readonly<Record<string, ExampleFile>>;
  /** Media type of the body; undefined without one. */
  readonly type: string | undefined;
  /** Name of the variable with the token; undefined where none is asked for. */
  readonly token: string | undefined;
  /** Media type that is asked for; undefined for JSON, or what the operation answers by itself. */
  readonly accept: string | undefined;
  readonly variables: readonly Variable[];
  /** Where the answer is kept, for an answer that is a file. */
  readonly saveAs: string | undefined;
}

/** What stands in the place of a record: its value in the installation, or a variable with the words that explain it. */
export type Lookup = (record: string, example: unknown) => unknown;

/** The year that the examples are of. */
const WRITTEN_IN = 2026;

/**
 * A value of an example with its dates in another year: those of the year that the examples are of, and of the one
 * before it. A copy, since examples share parts of each other.
 */
export const datedIn = (year: number, value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string'
      ? inner.replace(/^(?:2025|2026)(?=-\d\d-\d\d(?:T|$))/, (own) => String(Number(own) + year - WRITTEN_IN))
      : inner,
  );

/**
 * The request of an endpoint's example, with the records of an installation in it.
 * @param year in which what it posts is dated
 */
export function requestOf(endpoint: AnyEndpoint, baseUrl: string, lookup: Lookup, year = WRITTEN_IN): SampleRequest {
  const { params = {}, query = {}, body, form, sender = 'owner' } = endpoint.example ?? {};
  const parts = datedIn(year, { params, query, body, form }) as Record<string, unknown>;
  const variables = new Map<string, Variable>();
  for (const { path, record } of placesOf(endpoint)) {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], parts);
    const last = path.at(-1)!;
    const inside = holder as Record<string | number, unknown>;
    const value = lookup(record, inside[last]);
    const named =
      value instanceof Variable ? (variables.get(record) ?? distinct(value, [...variables.values()])) : value;
    inside[last] = named;
    if (named instanceof Variable) variables.set(record, named);
  }
  const { fields, files } = partsOf(parts.form as Readonly<Record<string, unknown>> | undefined);
  return {
    endpoint,
    method: endpoint.methods[0]!,
    baseUrl: baseUrl.replace(/\/$/, ''),
    params: parts.params as Record<string, unknown>,
    query: parts.query as Record<string, unknown>,
    body: form === undefined ? parts.body : fields,
    files,
    type: form === undefined ? typeOfBody(endpoint, parts.body) : 'multipart/form-data',
    token: endpoint.auth === 'public' ? undefined : senders[sender as Sender].variable,
    accept: endpoint.example?.accept,
    variables: [...variables.values()],
    saveAs: fileOf(endpoint),
  };
}

/** A variable under a name that no other has: `BUSINESS_PARTNER_ID_2`. */
function distinct({ name, example, note }: Variable, others: readonly Variable[]): Variable {
  const taken = new Set(others.map((other) => other.name));
  let own = name;
  for (let n = 2; taken.has(own); n++) own = `${name}_${n}`;
  return new Variable(own, example, note);
}

/** The texts of a form and its files. */
function partsOf(form: Readonly<Record<string, unknown>> = {}) {
  const isFile = (part: unknown): part is ExampleFile =>
    typeof part === 'object' && part !== null && 'fileName' in part && 'contentType' in part;
  const entries = Object.entries(form);
  return {
    fields: Object.fromEntries(entries.filter(([, part]) => !isFile(part))),
    files: Object.fromEntries(entries.filter((entry): entry is [string, ExampleFile] => isFile(entry[1]))),
  };
}

function typeOfBody(endpoint: AnyEndpoint, body: unknown): string | undefined {
  if (body === undefined || endpoint.body === undefined) return undefined;
  if (endpoint.fileTypes) return endpoint.fileTypes[0];
  const { bodyType = 'application/json' } = endpoint;
  return bodyType === 'multipart-or-json' || bodyType === 'form-or-json' ? 'application/json' : bodyType;
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/octet-stream': 'bin',
  'image/png': 'png',
  'application/x-ndjson': 'ndjson',
};

/** `documentPdf.pdf` for an answer of bytes; undefined where it is JSON, a page or nothing. */
function fileOf({ name, status, offered, replies, output }: AnyEndpoint): string | undefined {
  if (!['void', 'undefined', 'never'].includes(output.def.type) || status === 204) return undefined;
  const bytes = (replies?.[status] as { contentType?: string } | undefined)?.contentType ?? offered?.[0];
  const ending = bytes === undefined ? undefined : (endings[bytes] ?? (bytes.startsWith('text/') ? undefined : 'bin'));
  return ending === undefined ? undefined : `${name.split('.')[1]}.${ending}`;
}
