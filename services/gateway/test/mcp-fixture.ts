import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createAccessStep } from '@app/access';
import { report, standard } from '@app/api/envelopes';
import { callTools } from '@app/api/gateway/mcp';
import { accessRefused } from '@app/audit';
import { createApi, empty, endpoint, paging } from '@app/contract';
import { Failure, notFound } from '@app/contract/failure';
import { GATEWAY_HEADER, readForwarded } from '@app/identity';
import { testSigner, testVerifier } from '@app/testing';
import express, { Router } from 'express';
import { z } from 'zod';
import { createServiceLinks } from '../src/forward/service-links.ts';
import { createToolCatalog } from '../src/mcp/catalog.ts';
import { createToolEndpoint, type ToolEndpointOptions } from '../src/mcp/handler.ts';
import type { FixtureGateway, World } from './fixture.ts';
import { answerGreetings, BASE, end, guard, listen } from './fixture-service.ts';

const Thing = z.object({ id: z.int(), amount: z.unknown() });

const listThings = endpoint({
  name: 'things.list',
  summary: 'Things',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things',
  envelope: standard,
  query: z.object({ name: z.string().optional(), limit: z.string().optional() }),
  status: 200,
  output: z.array(Thing),
  tool: { name: 'list_things', title: 'List things' },
});
const getThing = endpoint({
  name: 'things.get',
  summary: 'A thing',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/{id}',
  envelope: standard,
  params: z.object({ id: z.string().regex(/^\d+$/) }),
  status: 200,
  output: Thing,
  tool: { name: 'get_thing', title: 'Get a thing' },
});
const createThing = endpoint({
  name: 'things.create',
  summary: 'Create a thing',
  description: 'It is new.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things',
  envelope: standard,
  query: z.object({ with: z.string().optional() }),
  body: z.object({ amount: z.unknown(), note: z.string().optional() }),
  status: 201,
  output: Thing,
  tool: { name: 'create_thing', title: 'Create a thing' },
});
const removeThing = endpoint({
  name: 'things.remove',
  summary: 'Remove a thing',
  service: 'ledger',
  method: 'DELETE',
  path: '/api/v2/things/{id}',
  envelope: standard,
  params: z.object({ id: z.string().regex(/^\d+$/) }),
  status: 204,
  output: z.undefined(),
  tool: { name: 'delete_thing', title: 'Delete a thing', destructive: true },
});
const thingReport = endpoint({
  name: 'reports.things',
  summary: 'Report on things',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/things',
  envelope: report,
  status: 200,
  output: z.object({ total: z.unknown() }),
  tool: { name: 'get_thing_report', title: 'Get the report' },
});
const silentThing = endpoint({
  name: 'chat.silent',
  summary: 'Of a service that does not run',
  service: 'chat',
  method: 'GET',
  path: '/api/v2/silent',
  envelope: standard,
  status: 200,
  output: z.object({}),
  tool: { name: 'get_silence', title: 'Get silence' },
});
/** A list with pages, whose rows are as large as they are asked to be. */
const listPages = endpoint({
  name: 'pages.list',
  summary: 'Rows in pages',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/pages',
  envelope: standard,
  query: z.object({
    ...paging(),
    flag: z
      .string()
      .optional()
      .meta({ override: { type: 'boolean' } }),
    size: z.string().default('10'),
  }),
  status: 200,
  output: z.object({ data: z.array(z.unknown()), meta: z.unknown() }),
  tool: { name: 'list_pages', title: 'List pages' },
});
/** A list without pages, whose rows have lines. */
const listEntries = endpoint({
  name: 'entries.list',
  summary: 'Entries with lines',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/entries',
  envelope: standard,
  query: z.object({ date_from: z.string().optional(), with: z.string().optional() }),
  status: 200,
  output: z.object({ data: z.array(z.unknown()), meta: z.unknown() }),
  tool: { name: 'list_entries', title: 'List entries', onRequest: ['lines'] },
});
/** Stores an entry with as many lines as it is told to. */
const createEntry = endpoint({
  name: 'entries.create',
  summary: 'Create an entry',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/entries',
  envelope: standard,
  body: z.object({ lines: z.int() }),
  status: 201,
  output: z.unknown(),
  tool: { name: 'create_entry', title: 'Create an entry' },
});
const things = [
  callTools,
  listThings,
  getThing,
  createThing,
  removeThing,
  thingReport,
  silentThing,
  listPages,
  listEntries,
  createEntry,
];

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: 100 + n,
    journal_entry_id: 7,
    account_id: 7,
    description: 'x'.repeat(50),
  }));
const entryOf = (id: number, lines: number) => ({
  id,
  sequence_number: id,
  posted_at: '2026-01-01T00:00:00Z',
  account: { id },
  lines: linesOf(lines),
});

/** What reached the service. */
export interface Reached {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
  readonly dryRun: boolean;
}

export interface ToolWorld {
  readonly gateway: FixtureGateway;
  readonly reached: Reached[];
  close(): Promise<void>;
}

/** A gateway whose tools are those of one service, which says what reached it. */
export async function startTools(world: World, options: Partial<ToolEndpointOptions> = {}): Promise<ToolWorld> {
  const reached: Reached[] = [];
  const verifier = testVerifier();
  const api = createApi({
    access: createAccessStep(guard),
    idempotency: {
      run: async (_claim, work) => ({ answer: await work('key'), replayed: false }),
      rehearse: (work) => work(),
    },
    publicBaseUrl: BASE,
    standard,
    log: { error: () => undefined },
    forwarded: (request) =>
      readForwarded(verifier, 'ledger', request.headers[GATEWAY_HEADER]) ?? { address: 'unsigned', dryRun: false },
  });
  api.serve(listThings, async ({ query }) => (query.name === 'none' ? [] : [{ id: 1, amount: '10.00' }]));
  api.serve(getThing, async ({ params }) => {
    if (params.id === '404') throw notFound('There is no thing 404', 'things.not_found');
    return { id: Number(params.id), amount: JSON.rawJSON('12345678901234567.10') };
  });
  api.serve(createThing, async ({ body: { amount } }) => ({
    id: 7,
    // What is too long for a result is answered by its digest.
    amount:
      typeof amount === 'string' && amount.length > 1_000 ? createHash('sha256').update(amount).digest('hex') : amount,
  }));
  api.serve(removeThing, async () => empty());
  api.serve(listPages, async ({ query: { page, per_page, size } }) => ({
    data: Array.from({ length: per_page }, (_, n) => ({
      id: (page - 1) * per_page + n,
      text: 'x'.repeat(Number(size)),
    })),
    meta: { page, per_page, records: 1_000 },
  }));
  api.serve(listEntries, async () => ({
    data: Array.from({ length: 100 }, (_, n) => entryOf(n, 2)),
    meta: { records: 134, next_cursor: 'a-cursor' },
  }));
  api.serve(createEntry, async ({ body }) => entryOf(7, body.lines));
  api.serve(thingReport, async () => {
    throw new Failure('common.forbidden', 403, 'The report is not yours');
  });
  const app = express().use(
    answerGreetings,
    (request, _response, next) => {
      const said = readForwarded(verifier, 'ledger', request.headers[GATEWAY_HEADER]);
      const { method, url, headers } = request;
      reached.push({ method, url, headers, address: said?.address ?? '', dryRun: said?.dryRun ?? false });
      next();
    },
    api.router(),
  );
  const server = createServer({ keepAliveTimeout: 65_000 }, app);
  const port = await listen(server);
  const links = createServiceLinks();
  const tools = createToolEndpoint({
    links,
    catalog: createToolCatalog(things),
    guard,
    inFlight: { enterCaller: () => undefined },
    origins: new Map([
      ['ledger', new URL(`http://127.0.0.1:${port}`)],
      ['chat', new URL('http://127.0.0.1:1')],
    ]),
    checkLimit: async () => undefined,
    publicBaseUrl: BASE,
    allowedOrigins: new Set(['https://app.example']),
    signer: testSigner('gateway'),
    verifier,
    refused: (failure) => world.tally.note(accessRefused('mcp', failure)),
    logger: { error: () => undefined, info: () => undefined } as unknown as ToolEndpointOptions['logger'],
    ...options,
  });
  const gateway = await world.startGateway({ routed: things, own: Router().post('/mcp', tools.handle) });
  return {
    gateway,
    reached,
    close: async () => {
      await tools.close();
      links.close();
      await end(server);
    },
  };
}

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  readonly body: any;
  readonly text: string;
}

export interface SendOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Sends what is given, text as it is, and reads what comes. */
export async function send(gateway: FixtureGateway, message: unknown, options: SendOptions = {}): Promise<RpcAnswer> {
  const { token = 'rw', headers = {}, method = 'POST' } = options;
  const response = await fetch(`${gateway.url}/mcp`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: method !== 'POST' ? null : typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text), text };
}

export const request = (method: string, params?: unknown, id: number | string = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

export const toolCall = (name: string, args?: unknown, more: object = {}): object =>
  request('tools/call', { name, ...(args === undefined ? {} : { arguments: args }), ...more });
