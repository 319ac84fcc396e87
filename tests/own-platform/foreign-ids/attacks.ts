import type { AnyEndpoint } from '@app/contract';
import { fillPath, queryString } from '@app/contract/arguments';
import type { SampleRequest } from '@app/samples';
import { type IdField, idFieldsOf, nameOf } from './fields.ts';
import { type Kind, type Trial, trialsOf } from './kinds.ts';

/** A request that would be taken, but for one id. */
export interface Attack {
  readonly title: string;
  /** The field, as tables name it: `ledger.createJournalEntry body.voucher_id`. */
  readonly place: string;
  readonly field: IdField;
  readonly kind: Kind;
  /** The request with ids of somebody in their places. */
  with(idOf: IdOf): Sent;
  /** What those ids are of. */
  readonly kinds: readonly Kind[];
}

/** The id that somebody's record of a kind has. */
export type IdOf = (kind: Kind) => number | string;

export interface Sent {
  readonly method: string;
  readonly address: string;
  readonly type: string | undefined;
  readonly accept: string | undefined;
  readonly body: string | FormData | undefined;
  /** The same as the arguments of a tool. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Every way to name a record of another company in a request that is sound otherwise. */
export const attacksOn = (endpoint: AnyEndpoint, sound: SampleRequest): readonly Attack[] =>
  idFieldsOf(endpoint).flatMap((field) => {
    const trials = trialsOf(endpoint, field);
    if (!trials || 'why' in trials) return [];
    return trials.flatMap((trial) => attacksIn(endpoint, sound, field, trial));
  });

function attacksIn(endpoint: AnyEndpoint, sound: SampleRequest, field: IdField, trial: Trial): readonly Attack[] {
  const { kind, beside, also = {}, as = (id) => id } = trial;
  const kinds = [kind, ...Object.values(also)];
  const type = beside?.relation_type === undefined ? '' : ` ${beside.relation_type}`;
  const place = `${endpoint.name} ${nameOf(field)}`;
  const attack = (value: (id: number | string) => unknown, more = ''): Attack => ({
    ...{ title: `${place}${type} (${kinds.join(', ')})${more}`, place, field, kind, kinds },
    with: (idOf) => withId(sound, field, value(idOf(kind)), besideOf(trial, idOf)),
  });
  const whole = field.part === 'body' ? undefined : sound[field.part][field.path.join('.')];
  const before = whole ?? at(sound.body, field.path);
  const { account } = endpoint;
  const isListed = whole !== undefined && account?.take === 'list' && account.field === field.path[0];
  return [
    attack((id) => as(id, before)),
    ...(isListed ? [attack((id) => `${whole},${id}`, ' behind an own one')] : []),
  ];
}

/** A trial with all that stands beside its id. */
const besideOf = (trial: Trial, idOf: IdOf): Trial => ({
  ...trial,
  beside: {
    ...trial.beside,
    ...Object.fromEntries(Object.entries(trial.also ?? {}).map(([name, kind]) => [name, idOf(kind)])),
  },
});

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown> | undefined)?.[name === '[]' ? 0 : name],
    value,
  );

function withId(sound: SampleRequest, field: IdField, value: unknown, trial: Trial): Sent {
  const { params, query, body } = structuredClone({ params: sound.params, query: sound.query, body: sound.body });
  const put = (into: unknown, path: readonly string[]) => placed(into, path, value, trial) as Record<string, unknown>;
  const name = [field.path.join('.')];
  const sent = {
    params: field.part === 'params' ? put(params, name) : params,
    query: field.part === 'query' ? put(query, name) : query,
    body: field.part === 'body' ? put(body, field.path) : body,
  };
  return {
    ...{ method: sound.method, accept: sound.accept, ...bodyOf(sound, sent.body) },
    address: `${sound.baseUrl}${fillPath(sound.endpoint.path, sent.params)}${queryString(sent.query)}`,
    arguments: { ...sent.params, ...sent.query, ...(sent.body as object | undefined) },
  };
}

/** The value with another in its place, and what has to stand beside it. */
function placed(value: unknown, [name, ...rest]: readonly string[], put: unknown, trial: Trial): unknown {
  if (name === undefined) return put;
  if (name === '[]') {
    const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
    // Further lists on the way have one element each.
    const at = trial.at !== undefined && trial.at < list.length ? trial.at : 0;
    return list.length === 0
      ? [placed(undefined, rest, put, trial)]
      : list.map((each, n) => (n === at ? placed(each, rest, put, trial) : each));
  }
  const object = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const isLast = rest.every((part) => part === '[]');
  return { ...object, ...(isLast ? trial.beside : {}), [name]: placed(object[name], rest, put, trial) };
}

function bodyOf({ type, files, endpoint }: SampleRequest, body: unknown): Pick<Sent, 'type' | 'body'> {
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, part] of Object.entries((body ?? {}) as Record<string, unknown>)) form.set(name, String(part));
    for (const [name, { fileName, contentType, text, base64 }] of Object.entries(files)) {
      const content = text ?? Uint8Array.fromBase64(base64 ?? '');
      form.set(name, new File([content], fileName, { type: contentType }));
    }
    return { type: undefined, body: form };
  }
  if (body === undefined || endpoint.body === undefined) return { type: undefined, body: undefined };
  if (type === 'application/x-www-form-urlencoded')
    return { type, body: new URLSearchParams(body as Record<string, string>).toString() };
  return { type, body: typeof body === 'string' ? body : JSON.stringify(body) };
}
