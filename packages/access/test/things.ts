import {
  type Api,
  conflict,
  createApi,
  type Envelope,
  endpoint,
  Failure,
  list,
  locatePage,
  notFound,
  orderBy,
  paging,
  Reply,
  relations,
  unauthorized,
} from '@app/contract';
import { createMemoryStore, oauth, standard } from '@app/contract/test/fixture';
import express from 'express';
import { z } from 'zod';
import { type AccountAccess, createAccessStep, type Guard, type Principal, type RoleCode } from '../src/index.ts';

// A small API over things in memory: every kind of endpoint once, so that the layers around them can be proved.

export const report: Envelope = {
  name: 'report',
  schema: z.object({ status: z.int(), error: z.string(), message: z.string() }),
  render: ({ status, code, message }) => ({ status, error: code, message }),
};

const Id = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);
export const Thing = z.object({ id: z.int(), client_account_id: z.int(), name: z.string().nullable() });
const byId = z.object({ id: Id });
const account = { in: 'body', field: 'client_account_id', take: 'one' } as const;

export const createThing = endpoint({
  name: 'things.create',
  summary: 'Create a thing',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/',
  account,
  envelope: standard,
  body: z.object({ client_account_id: z.int(), name: z.string().max(5), note: z.string().nullable().optional() }),
  bodyLimit: 2000,
  status: 201,
  output: Thing,
  location: (thing) => `/api/v2/things/${thing.id}`,
  tool: { name: 'create_thing', title: 'Create a thing' },
});

export const listThings = endpoint({
  name: 'things.list',
  summary: 'List things',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({
    client_account_id: Id,
    ...paging({ maximum: 10, size: 3 }),
    with: relations(['owner', 'owner.car']),
    order_by: orderBy(['id', 'name']),
    ids: list(Id).optional(),
  }),
  status: 200,
  output: z.object({
    data: z.array(Thing),
    meta: z.object({
      page: z.int(),
      pages: z.int(),
      per_page: z.int(),
      records: z.int(),
      embedded: z.int(),
      ids: z.int(),
    }),
  }),
  tool: { name: 'list_things', title: 'List things' },
});

export const getThing = endpoint({
  name: 'things.get',
  summary: 'One thing',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/{id}',
  envelope: standard,
  params: byId,
  query: z.object({ with: relations(['owner']) }),
  notFoundCode: 'thing.not_found',
  status: 200,
  output: Thing,
});

export const updateThing = endpoint({
  name: 'things.update',
  summary: 'Change a thing',
  service: 'ledger',
  method: ['PUT', 'POST'],
  path: '/api/v2/things/{id}',
  envelope: standard,
  params: byId,
  notFoundCode: 'thing.not_found',
  permission: 'admin',
  body: z.object({ name: z.string().max(5) }),
  status: 200,
  output: Thing,
  tool: { name: 'update_thing', title: 'Change a thing', destructive: true },
});

export const countThings = endpoint({
  name: 'things.count',
  summary: 'Count things',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/count',
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  envelope: standard,
  query: z.object({ client_account_id: list(Id).optional() }),
  status: 200,
  output: z.object({ accounts: z.array(z.int()) }),
});

export const thingReport = endpoint({
  name: 'reports.things',
  summary: 'Things, as a report',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/things',
  account: {
    in: 'query',
    field: 'client_account_id',
    take: 'one',
    missing: { status: 403, code: 'report.denied' },
    denied: 'report.denied',
  },
  envelope: report,
  query: z.object({ client_account_id: Id, group: z.enum(['a', 'b']).optional() }),
  status: 200,
  output: z.array(Thing),
  alternatives: ['text/html'],
});

export const token = endpoint({
  name: 'oauth.token',
  summary: 'Get a token',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/token',
  aliases: ['/v2/oauth/token'],
  auth: 'public',
  envelope: oauth,
  bodyType: 'application/x-www-form-urlencoded',
  body: z.object({ client_id: z.string(), grant: z.string().optional() }),
  bodyLimit: 500,
  secret: true,
  status: 200,
  output: z.object({ access_token: z.string() }),
  failures: ['invalid_client'],
  rateLimit: { name: 'oauth.token', requests: 60, windowSeconds: 60, methods: ['POST'] },
});

export const breakThings = endpoint({
  name: 'things.break',
  summary: 'Fail in the way the body asks for',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/broken',
  envelope: standard,
  body: z.object({ how: z.string() }),
  status: 200,
  output: z.object({ number: z.string() }),
});

export const fixtureEndpoints = [
  createThing,
  listThings,
  getThing,
  updateThing,
  countThings,
  thingReport,
  token,
  breakThings,
] as const;

/** Roles of user 1 by client account. Account 3 exists and nobody reaches it, accounts 5 and 6 are inactive. */
export const roles: Record<number, RoleCode | null> = { 1: 'CA', 2: 'BK', 3: null, 4: 'EM', 5: 'CA', 6: 'EM' };

const accessTo = (clientAccountId: number): AccountAccess => {
  const role = roles[clientAccountId] ?? null;
  return { clientAccountId, exists: clientAccountId in roles, role, directRole: role, isActive: clientAccountId < 5 };
};

const principal = (kind: Principal['kind'], scopes: readonly string[], userId = 1): Principal => ({
  userId,
  clientId: kind === 'access' ? 'client' : null,
  kind,
  scopes: new Set(scopes),
  isAdmin: false,
});

const principals: Readonly<Record<string, Principal>> = {
  'Bearer rw': principal('access', ['read', 'write']),
  'Bearer write': principal('access', ['write']),
  'Bearer read': principal('access', ['read']),
  'Bearer none': principal('access', []),
  'Bearer session': principal('session', ['read', 'write']),
  'Bearer other': principal('access', ['read', 'write'], 2),
};

const guard: Guard = {
  asksOthers: true,
  authenticate: async (authorization) => {
    const known = principals[authorization ?? ''];
    if (!known) throw unauthorized(undefined, authorization !== undefined);
    return known;
  },
  assertStanding: async () => undefined,
  account: async (_, clientAccountId) => accessTo(clientAccountId),
  accounts: async () => Object.keys(roles).map((id) => accessTo(Number(id))),
};

export interface Fixture {
  readonly app: express.Express;
  readonly api: Api;
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly logged: { readonly fields: object; readonly message: string }[];
  readonly created: z.output<typeof Thing>[];
}

export function createFixture(): Fixture {
  const store = createMemoryStore();
  const logged: { fields: object; message: string }[] = [];
  const created: z.output<typeof Thing>[] = [];
  const api = createApi({
    access: createAccessStep(guard),
    idempotency: store,
    publicBaseUrl: 'https://api.example',
    standard,
    log: { error: (fields, message) => void logged.push({ fields, message }) },
    forwarded: (request) => ({ address: '192.0.2.1', dryRun: request.headers['x-dry-run'] === '1' }),
  });
  const things = [1, 2, 3, 4, 5, 6].map((id) => ({ id, client_account_id: id, name: id === 2 ? null : `t${id}` }));
  const load = async ({ params }: { params: { id: number } }) => {
    const thing = things.find(({ id }) => id === params.id);
    if (!thing) throw notFound(`There is no thing ${params.id}`, 'thing.not_found');
    return thing;
  };
  const accountOf = (thing: { client_account_id: number }) => thing.client_account_id;

  api.serve(createThing, async ({ body }) => {
    const thing = { id: created.length + 100, client_account_id: body.client_account_id, name: body.name };
    created.push(thing);
    return thing;
  });
  api.serve(listThings, async ({ query }) => {
    const sorted = things.slice(0, 5).sort((a, b) => (query.order_by[0]?.descending ? b.id - a.id : a.id - b.id));
    const { meta, offset } = locatePage(query, sorted.length);
    const embedded = [...query.with].length;
    return {
      data: sorted.slice(offset, offset + meta.per_page),
      meta: { ...meta, embedded, ids: query.ids?.length ?? 0 },
    };
  });
  api.serve(getThing, { load, accountOf, handle: async ({ resource }) => resource });
  api.serve(updateThing, { load, accountOf, handle: async ({ resource, body }) => ({ ...resource, name: body.name }) });
  api.serve(countThings, async ({ accounts }) => ({
    accounts: accounts.map(({ clientAccountId }) => clientAccountId),
  }));
  api.serve(thingReport, {
    handle: async () => [],
    render: { 'text/html': async () => new Reply(200, '<p>æ</p>', {}, 'text/html; charset=utf-8') },
  });
  api.serve(token, async ({ body }) => {
    if (body.client_id === 'unknown') throw new Failure('invalid_client', 401, 'The client is not known');
    return { access_token: `for-${body.client_id}` };
  });
  api.serve(breakThings, async ({ body }) => {
    if (body.how === 'bug') throw new Error('insert into secrets values ($1) at /srv/app/store.ts:12');
    if (body.how === 'race') throw conflict('Somebody else changed the record first');
    if (body.how === 'shape') return { number: 1.1 } as never;
    if (body.how === 'away') throw new Failure('common.service_unavailable', 503, 'The store is not ready');
    if (body.how === 'limit') throw new Failure('common.rate_limited', 429, 'Too often');
    return { number: '1', undeclared: 'secret' } as { number: string };
  });
  const app = express();
  app.disable('x-powered-by');
  app.use(api.router());
  return { app, api, store, logged, created };
}

export const rw = { Authorization: 'Bearer rw' };
