import { randomUUID } from 'node:crypto';
import { type AnyEndpoint, bodyLimitOf } from '@app/contract';
import { inputSchemaOf } from '@app/contract/json-schema';
import type { Choices } from './random.ts';
import { fieldsOf, type Known, sampleBody, withField } from './sample.ts';
import type { Attack } from './send.ts';
import { hostileJson, hostileQueryValues, hostileSegments, malformedBodies, wrongMediaTypes } from './values.ts';

/** Whom a request pretends to come from and what it is about. */
export interface Side {
  readonly token: string;
  /** Of the same person in a browser. */
  readonly cookie: string;
  readonly known: Known;
}

const namesIn = (schema: AnyEndpoint['query']): readonly string[] =>
  schema ? Object.keys((inputSchemaOf(schema).properties ?? {}) as object) : [];

/** A request that is in order, as far as that can be read from the declaration. */
export function soundRequest(endpoint: AnyEndpoint, { token, cookie, known }: Side, title = 'sound'): Attack {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(idFor(endpoint, name, known) ?? 1));
  const isForm = endpoint.bodyType === 'application/x-www-form-urlencoded';
  const type = isForm ? 'application/x-www-form-urlencoded' : (endpoint.fileTypes?.[0] ?? 'application/json');
  const body = sampleBody(endpoint, known);
  const text = body === undefined ? undefined : textOf(endpoint, body);
  return {
    title,
    method: endpoint.methods[0]!,
    path: `${path}${queryFor(endpoint, known)}`,
    headers: {
      'x-request-id': randomUUID(),
      ...(endpoint.auth === 'public' ? { cookie } : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { 'content-type': type }),
    },
    ...(text === undefined ? {} : { body: text }),
  };
}

/** A file is never sound by its looks: what is in it is looked at later. */
function textOf({ fileTypes, bodyType }: AnyEndpoint, body: Record<string, unknown>): string {
  if (fileTypes) return '<?xml version="1.0"?><nothing/>';
  if (bodyType !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  return new URLSearchParams(body as Record<string, string>).toString();
}

function idFor(endpoint: AnyEndpoint, name: string, known: Known): number | undefined {
  const before = endpoint.path.split(`/{${name}}`, 1)[0]!.split('/').at(-1)!;
  if (before === 'client-accounts') return known.clientAccountId;
  return known.ids[name === 'user_id' ? 'users' : before.replaceAll('-', '_')];
}

/** The parameters without which nothing is answered. */
function queryFor(endpoint: AnyEndpoint, known: Known): string {
  const names = namesIn(endpoint.query);
  const query = new URLSearchParams();
  if (names.includes('client_account_id')) query.set('client_account_id', String(known.clientAccountId));
  if (names.includes('client_account_ids')) query.set('client_account_ids', String(known.clientAccountId));
  if (endpoint.name.includes('report') || endpoint.path.endsWith('/balances')) {
    for (const name of ['date_from', 'from_date']) if (names.includes(name)) query.set(name, '2026-01-01');
    for (const name of ['date_to', 'to_date']) if (names.includes(name)) query.set(name, '2026-12-31');
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Requests that are malformed whatever the endpoint is about: each must be refused, and nothing may come of any. */
export function malformedRequests(
  endpoint: AnyEndpoint,
  side: Side,
  choices: Choices,
  share: number,
): readonly Attack[] {
  const sound = soundRequest(endpoint, side);
  const [bare = ''] = sound.path.split('?');
  const found: Attack[] = [];
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const isId = parameters.length > 0 && /\{(id|user_id)\}/.test(endpoint.path);
  if (isId)
    for (const segment of choices.some(hostileSegments, 4 * share))
      found.push({
        ...sound,
        title: `id ${segment.slice(0, 40)}`,
        path: endpoint.path.replace(/\{\w+\}(?!.*\{)/, () => segment).replace(/\{\w+\}/g, '1'),
      });
  for (const name of choices.some(
    namesIn(endpoint.query).filter((each) => each !== 'with'),
    2 * share,
  )) {
    found.push({ ...sound, title: `repeated ${name}`, path: `${bare}?${name}=1&${name}=2` });
    found.push({ ...sound, title: `NUL in ${name}`, path: `${bare}?${name}=a%00b` });
  }
  if (endpoint.query)
    found.push({
      ...sound,
      title: '101 parameters',
      path: `${bare}?${Array.from({ length: 101 }, (_, i) => `p${i}=1`).join('&')}`,
    });
  if (endpoint.body !== undefined) {
    if (endpoint.bodyType !== 'application/x-www-form-urlencoded')
      for (const body of choices.some(malformedBodies, 5 * share))
        found.push({
          ...sound,
          title: `body ${body.toString().slice(0, 30)}`,
          body,
          headers: { ...sound.headers, 'content-type': 'application/json' },
        });
    for (const type of choices.some(wrongMediaTypes, 2 * share))
      found.push({ ...sound, title: `media type ${type}`, headers: { ...sound.headers, 'content-type': type } });
    if (bodyLimitOf(endpoint) < 1_000_000 || share > 1)
      found.push({
        ...sound,
        title: 'one byte too many',
        body: `{"a":"${'x'.repeat(bodyLimitOf(endpoint) + 1 - 8)}"}`,
        headers: { ...sound.headers, 'content-type': 'application/json' },
      });
  }
  if (endpoint.methods[0] === 'POST')
    for (const key of choices.some(['', 'x'.repeat(256), 'æ', '\t', 'a\tb'], share))
      found.push({
        ...sound,
        title: 'malformed Idempotency-Key',
        headers: { ...sound.headers, 'idempotency-key': key },
      });
  return found;
}

/** Requests of which one value is odd: refused or taken, but never broken by. */
export function oddRequests(endpoint: AnyEndpoint, side: Side, choices: Choices, share: number): readonly Attack[] {
  const sound = soundRequest(endpoint, side);
  const [bare = '', query = ''] = sound.path.split('?');
  const found: Attack[] = [];
  const parameters = [...namesIn(endpoint.query), '__proto__', 'with', 'order_by'];
  for (let i = 0; i < (endpoint.query ? 8 * share : 1); i++) {
    const [name, value] = [choices.pick(parameters), choices.pick(hostileQueryValues)];
    const others = query.split('&').filter((each) => each !== '' && !each.startsWith(`${name}=`));
    found.push({
      ...sound,
      title: `${name}=${value.slice(0, 60)}`,
      path: `${bare}?${[...others, `${name}=${value}`].join('&')}`,
    });
  }
  const fields = fieldsOf(endpoint);
  for (let i = 0; i < (fields.length > 0 ? 14 * share : 0); i++) {
    const [field, json] = [choices.pick(fields), choices.pick(hostileJson)];
    const body = withField(sampleBody(endpoint, side.known), field, json);
    if (endpoint.bodyType !== 'application/x-www-form-urlencoded') {
      found.push({ ...sound, title: `${field.join('.')}: ${json.slice(0, 60)}`, body });
      continue;
    }
    const form = new URLSearchParams({
      ...(sampleBody(endpoint, side.known) as Record<string, string>),
      [field.at(-1)!]: json,
    });
    found.push({ ...sound, title: `${field.join('.')}: ${json.slice(0, 60)}`, body: form.toString() });
  }
  for (const header of choices.some(oddHeaders, share))
    found.push({ ...sound, title: `header ${Object.keys(header)}`, headers: { ...sound.headers, ...header } });
  return found;
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { accept: 'x/y' },
  { accept: '*/*;q=abc, ;;;' },
  { accept: `${'a/b,'.repeat(500)}c/d` },
  { 'accept-language': `${'nb;q=0.1,'.repeat(300)}` },
  { 'x-gateway-context': 'e30.e30.e30' },
  { 'x-user-id': '1', 'x-internal-user': '1', 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' },
  {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-original-url': '/api/v2/users/me',
    'x-rewrite-url': '/api/v2/users/me',
  },
  { traceparent: '00-zzzz-1-1' },
  { cookie: 'session=%00; session=; a' },
  { 'content-encoding': 'gzip' },
];

/** Every way to reach for what belongs to another company: each must be refused. */
export function foreignRequests(endpoint: AnyEndpoint, mine: Side, theirs: Known): readonly Attack[] {
  if (endpoint.auth === 'public') return [];
  const found: Attack[] = [];
  const own = soundRequest(endpoint, mine);
  const { known } = mine;
  if (/\{(id|user_id)\}/.test(endpoint.path)) {
    const over = soundRequest(
      endpoint,
      { ...mine, known: { ...known, ids: theirs.ids, clientAccountId: theirs.clientAccountId } },
      'their id in the path',
    );
    if (over.path !== own.path) found.push({ ...over, ...(own.body === undefined ? {} : { body: own.body }) });
  }
  const { account } = endpoint;
  const theirId = theirs.clientAccountId;
  if (account?.in === 'query')
    found.push({
      ...own,
      title: 'their account in the query',
      path: `${own.path.split('?', 1)[0]!}?${account.field}=${theirId}`,
    });
  if (account?.in === 'query' && account.take === 'list')
    found.push({
      ...own,
      title: 'their account in a list',
      path: `${own.path.split('?', 1)[0]!}?${account.field}=${known.clientAccountId},${theirId}`,
    });
  if (account?.in === 'body')
    found.push({
      ...own,
      title: 'their account in the body',
      body: withField(sampleBody(endpoint, known), [account.field], String(theirId)),
    });
  return found;
}
